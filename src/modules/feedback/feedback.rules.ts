import { failOnFields, type FieldErrors } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { SubmitFeedbackInput } from './feedback.inputs.ts';
import type { SuggestedValues } from './feedback.type.ts';

const longestRecordId = 250;
const longestComment = 10_000;
/** In characters of JSON. */
const longestValues = 100_000;

/** A published field, as far as a suggestion needs it. */
export interface SeenField {
  readonly name: string;
  readonly type: string;
}

/**
 * The values that feedback suggests, each with the type of its field; fails INVALID_INPUT at `recordId`, at `comment`, at
 * `values`, and at the names of those that are no field among the given ones.
 */
export function readFeedback(
  { recordId, comment, values }: SubmitFeedbackInput,
  fields: readonly SeenField[],
): SuggestedValues {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const given: JsonObject = values ?? {};
  const errors: FieldErrors = {
    ...((recordId ?? '').length > longestRecordId && { recordId: [`Give at most ${longestRecordId} characters.`] }),
    ...(comment.trim() === '' && { comment: ['Say something.'] }),
    ...(comment.length > longestComment && { comment: [`Give at most ${longestComment} characters.`] }),
    ...(JSON.stringify(given).length > longestValues && {
      values: [`Give at most ${longestValues} characters of JSON.`],
    }),
    ...Object.fromEntries(
      Object.keys(given)
        .filter((name) => !types.has(name))
        .map((name) => [`values.${name}`, ['The dataset has no field of this name.']]),
    ),
  };
  failOnFields(errors);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, { value, type: types.get(name) ?? '' }]),
  );
}
