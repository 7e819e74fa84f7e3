import { failFields, requiredMessage } from '#kernel/fail.ts';

/** The maximum length of a text, in characters. */
const maxLength = 100_000;
const linePattern = /^[^\p{Cc}]{1,1000}$/u;

/** A text that must not be empty, of one or more lines. Fails INVALID_INPUT at the field. */
export function parseText(input: string | null | undefined, field: string): string {
  const text = input ?? '';
  if (text.trim() === '') failFields({ [field]: [requiredMessage] });
  return text.length > maxLength ? failFields({ [field]: [`Send at most ${maxLength} characters.`] }) : text;
}

/** A text of one line that must not be empty. Fails INVALID_INPUT at the field. */
export function parseLine(input: string | null | undefined, field: string): string {
  const text = parseText(input, field);
  return linePattern.test(text) ? text : failFields({ [field]: ['Send one line of at most 1000 characters.'] });
}
