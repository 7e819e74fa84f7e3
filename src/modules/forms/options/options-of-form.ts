import type { RequestContext } from '#api/context.ts';
import { blocksOf } from '#engine/blocks/parse-answers.ts';
import { failFields } from '#kernel/fail.ts';
import type { FormContent } from '../form-content.ts';
import { findRecordOptions } from './record-options.ts';

/** A request for options: the block, the text that the options contain, and the maximum number of options. */
interface OptionsRequest {
  readonly fieldId: string;
  readonly search: string;
  readonly first: number;
}

const maxOptions = 1000;

/**
 * The options of a block that the caller may see; none where the form has no such block. Fails INVALID_INPUT when `first` is out of range.
 */
export async function findFormOptions(
  ctx: RequestContext,
  { sections }: Pick<FormContent, 'sections'>,
  { fieldId, search, first }: OptionsRequest,
): Promise<readonly string[]> {
  if (first < 0 || first > maxOptions) failFields({ first: [`Ask for 0 to ${maxOptions} options.`] });
  const block = blocksOf(sections).find((candidate) => candidate.fieldId === fieldId);
  if (!block?.advancedChoice) return [];
  return findRecordOptions(ctx, { ...block.advancedChoice, filter: { search }, first });
}
