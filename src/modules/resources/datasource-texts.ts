import { failFields, required } from '../../kernel/fail.ts';
import type { DatasourceInput } from './datasource.inputs.ts';

/** The fields of a datasource that are plain texts. */
export type TextName = 'query' | 'previewQuery' | 'incrementalQuery' | 'incrementalField' | 'fileId' | 'driveId';

/** The longest query, in characters. */
const maxText = 100_000;
const line = /^[^\p{Cc}]{1,1000}$/u;

/** A text of several lines that must be there; fails INVALID_INPUT at the field. */
export function textOf(input: DatasourceInput, name: TextName): string {
  const text = input[name] ?? '';
  if (text.trim() === '') failFields({ [`datasource.${name}`]: [required] });
  return text.length > maxText ? failFields({ [`datasource.${name}`]: [`Send at most ${maxText} characters.`] }) : text;
}

/** The same of one line. */
export function lineOf(input: DatasourceInput, name: TextName): string {
  const text = textOf(input, name);
  return line.test(text) ? text : failFields({ [`datasource.${name}`]: ['Send one line of at most 1000 characters.'] });
}
