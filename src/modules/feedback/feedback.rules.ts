import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { SubmitFeedbackInput } from './feedback.inputs.ts';
import type { SuggestedValues } from './feedback.type.ts';

const maxCommentLength = 10_000;
/** The maximum length of the suggested values, in characters of JSON. */
const maxValuesLength = 100_000;

/** The parts of a published field that a suggestion needs. */
export interface VisibleField {
  readonly name: string;
  readonly type: string;
}

/** What feedback may refer to. */
export interface FeedbackSubject {
  /** The fields that the caller sees. */
  readonly fields: readonly VisibleField[];
  /** Whether the caller sees the record concerned; true where the feedback asks for a new record. */
  readonly hasRecord: boolean;
}

/** Validates feedback and returns the typed values that it suggests. Fails INVALID_INPUT, at the names of unknown fields, too. */
export function parseFeedback(
  { comment, values }: SubmitFeedbackInput,
  { fields, hasRecord }: FeedbackSubject,
): SuggestedValues {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const given: JsonObject = values ?? {};
  const errors: FieldErrors = {
    ...(!hasRecord && { recordId: ['No record with this identifier is visible to you.'] }),
    ...(comment.trim() === '' && { comment: ['Give a comment.'] }),
    ...(comment.length > maxCommentLength && { comment: [`Give at most ${maxCommentLength} characters.`] }),
    ...(JSON.stringify(given).length > maxValuesLength && {
      values: [`Give at most ${maxValuesLength} characters of JSON.`],
    }),
    ...Object.fromEntries(
      Object.keys(given)
        .filter((name) => !types.has(name))
        .map((name) => [`values.${name}`, ['The dataset has no field with this name.']]),
    ),
  };
  failOnFields(errors);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, { value, type: types.get(name) ?? '' }]),
  );
}
