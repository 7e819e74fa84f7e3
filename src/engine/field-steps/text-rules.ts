import { required } from '../../kernel/fail.ts';
import { isStorable } from '../records/storable.ts';

const maxNameLength = 250;
const maxLabelLength = 1_000;

/** What is wrong with the name of a field; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return required;
  // a record is a plain object: a name that every object has would read what no source wrote
  return name in {} ? `A field cannot be named ${name}.` : textProblem(name, maxNameLength);
}

/** What is wrong with what people call something; undefined when nothing is. */
export const labelProblem = (label: string): string | undefined =>
  label.trim() === '' ? required : textProblem(label, maxLabelLength);

/** What is wrong with a text that may be empty; undefined when nothing is. */
export function textProblem(text: string, maxLength: number): string | undefined {
  if (text.length > maxLength) return `Give at most ${maxLength} characters.`;
  return isStorable(text) ? undefined : 'NUL characters and lone surrogates are not allowed.';
}

/** Problems by the names of what has them, as failures list them. */
export const problemsOf = (problems: Readonly<Record<string, string | undefined>>): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, [problem]]])),
  );
