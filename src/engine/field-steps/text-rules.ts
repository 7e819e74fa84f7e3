import { requiredMessage } from '#kernel/fail.ts';
import { isStorable, unstorableMessage } from '../records/storable.ts';

const maxNameLength = 250;
const maxLabelLength = 1_000;

/** The error in the name of a field; undefined when it is valid. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return requiredMessage;
  // A record is a plain object, so the names of Object.prototype cannot be field names.
  return name in {} ? `A field cannot be named ${name}.` : textProblem(name, maxNameLength);
}

/** The error in a label; undefined when it is valid. */
export const labelProblem = (label: string): string | undefined =>
  label.trim() === '' ? requiredMessage : textProblem(label, maxLabelLength);

/** The error in a text that may be empty; undefined when it is valid. */
export function textProblem(text: string, maxLength: number): string | undefined {
  if (text.length > maxLength) return `Give at most ${maxLength} characters.`;
  return isStorable(text) ? undefined : unstorableMessage;
}

/** Converts problems by name to field errors; names without a problem are left out. */
export const problemsOf = (problems: Readonly<Record<string, string | undefined>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, [problem]]])),
  );
