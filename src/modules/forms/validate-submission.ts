import type { RequestContext } from '#api/context.ts';
import type { Block } from '#engine/blocks/block.ts';
import type { SubmittedImages } from '#engine/blocks/block-type.ts';
import { type AnswerError, type AnswerProblem, answerProblem } from '#engine/blocks/answer-errors.ts';
import { blocksOf, sortErrors, parseAnswers, type ParsedAnswers } from '#engine/blocks/parse-answers.ts';
import type { Json } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import type { FormContent } from './form.entity.ts';
import { findRecordOptions } from './form-options.ts';

/** The submitter, and the new and existing images of the answers. */
export interface SubmissionContext {
  readonly ctx: RequestContext;
  readonly images: SubmittedImages;
}

/**
 * Parses the answers to a form. Returns the values to store, one or null for every block, and all errors, in the order of the blocks. A
 * value that the submitter may not see is not an option. Whether `unique` answers are new is checked later, while the form is locked.
 */
export async function validateSubmission(
  { sections }: Pick<FormContent, 'sections'>,
  data: Json,
  { ctx, images }: SubmissionContext,
): Promise<ParsedAnswers> {
  const { values, errors } = parseAnswers(sections, data, images);
  const choiceErrors = await Promise.all(
    blocksOf(sections).map(async (block): Promise<readonly AnswerError[]> => {
      const problem = await findChoiceProblem(ctx, block, textsIn(values[block.fieldId]));
      return problem === undefined ? [] : [{ field: block.fieldId, ...problem }];
    }),
  );
  return { values, errors: sortErrors(sections, [...errors, ...choiceErrors.flat()]) };
}

/** The texts in an answer that is a list. */
const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : [];

/** The problem of an answer that chooses datasets or values of a dataset which the submitter may not see; undefined where there is none. */
async function findChoiceProblem(
  ctx: RequestContext,
  { type, advancedChoice }: Block,
  chosen: readonly string[],
): Promise<AnswerProblem | undefined> {
  if (chosen.length === 0) return undefined;
  if (type === 'linked_datasets') {
    return (await countVisible(ctx, chosen)) < chosen.length ? answerProblem('DATASET_NOT_VISIBLE') : undefined;
  }
  if (!advancedChoice) return undefined;
  const offered = await findRecordOptions(ctx, { ...advancedChoice, filter: { among: chosen }, first: chosen.length });
  return offered.length < chosen.length ? answerProblem('NOT_AN_OPTION') : undefined;
}

async function countVisible({ db, session }: RequestContext, uids: readonly string[]): Promise<number> {
  return (
    await db.rows(
      sql`select 1 from dataset d where d.uid = any(${uids}::text[]) and ${datasetRights.see(session, sqlText('d'))}`,
    )
  ).length;
}
