import { isJsonObject, type Json } from '#kernel/json.ts';
import { toStorableText } from '../records/record.ts';
import { type AnswerError, answerProblem } from './answer-errors.ts';
import type { Block, Section } from './block.ts';
import { isEmptyAnswer, type ParseResult, type SubmittedImages } from './block-type.ts';
import { blockTypeDefinitions } from './registry.ts';
import { visibleBlocks } from './conditions.ts';

/** A submission as it is stored, with a value or null for every block, and all errors, in the order of the blocks. */
export interface ParsedAnswers {
  readonly values: { readonly [fieldId: string]: Json };
  readonly errors: readonly AnswerError[];
}

/** The maximum number of unknown names that are reported. */
const maxUnknownNames = 20;
const maxNameLength = 100;

/** The blocks of a form, in order. */
export const blocksOf = (sections: readonly Section[]): readonly Block[] => sections.flatMap(({ blocks }) => blocks);

/** Sorts errors in the order of the blocks. Errors that belong to no block come last. */
export function sortErrors(sections: readonly Section[], errors: readonly AnswerError[]): readonly AnswerError[] {
  const positions = new Map(blocksOf(sections).map(({ fieldId }, index) => [fieldId, index]));
  const positionOf = ({ field }: AnswerError): number => positions.get(field) ?? positions.size;
  return errors.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Parses the answers to a form. `data` may be any JSON; valid data holds the answers by the names of the blocks. Answers to hidden blocks are dropped together with their errors. */
export function parseAnswers(sections: readonly Section[], data: Json, images: SubmittedImages): ParsedAnswers {
  if (!isJsonObject(data))
    return {
      values: {},
      errors: [{ field: 'data', ...answerProblem('NOT_AN_OBJECT') }],
    };
  const blocks = blocksOf(sections);
  const results = new Map(blocks.map((block) => [block.fieldId, parseAnswer(block, data, images)]));
  const valueOf = (fieldId: string): Json => {
    const result = results.get(fieldId);
    return result && 'value' in result ? result.value : null;
  };
  const shown = visibleBlocks(blocks, valueOf);
  const errors = blocks.flatMap(({ fieldId, required }) => {
    if (!shown.has(fieldId)) return [];
    const result = results.get(fieldId);
    if (result && 'problem' in result) return [{ field: fieldId, ...result.problem }];
    return required && valueOf(fieldId) === null ? [{ field: fieldId, ...answerProblem('REQUIRED') }] : [];
  });
  return {
    values: Object.fromEntries(blocks.map(({ fieldId }) => [fieldId, shown.has(fieldId) ? valueOf(fieldId) : null])),
    errors: [...errors, ...unknownNames(data, results)],
  };
}

function parseAnswer(block: Block, data: { readonly [name: string]: Json }, images: SubmittedImages): ParseResult {
  const answer = Object.hasOwn(data, block.fieldId) ? (data[block.fieldId] ?? null) : null;
  if (isEmptyAnswer(answer)) return { value: null };
  const result = blockTypeDefinitions[block.type].parse(answer, block, images);
  return 'value' in result && isEmptyAnswer(result.value) ? { value: null } : result;
}

const unknownNames = (data: object, known: ReadonlyMap<string, unknown>): AnswerError[] =>
  Object.keys(data)
    .filter((name) => !known.has(name))
    .slice(0, maxUnknownNames)
    .map((name) => ({
      field: toStorableText(name.slice(0, maxNameLength)),
      ...answerProblem('UNKNOWN_BLOCK'),
    }));
