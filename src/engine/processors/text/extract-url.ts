import { decode } from 'html-entities';
import { textOf } from '#engine/records/record.ts';
import { assertTextLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

const urlPattern = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;

/** Extracts the URLs in a text or in HTML, separated by spaces; null when there are none. */
export const extractUrl = defineProcessor({
  type: 'extract_url',
  label: 'Extract URLs',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'Receives the http and https URLs, separated by spaces.',
      isMandatory: true,
      canCreateField: true,
    },
  ],
  prepare:
    ({ field, output_field: output }) =>
    (record) => {
      const text = [record[field] ?? null].flat().map(textOf).join(' ');
      assertTextLength(text.length);
      const found = Array.from(text.matchAll(urlPattern), ([match]) =>
        withoutPunctuation(decode(match, { scope: 'strict' })),
      );
      record[output] = found.filter((url) => URL.canParse(url)).join(' ') || null;
      return record;
    },
});

/** Removes trailing punctuation of the sentence. A closing parenthesis is part of the URL when the URL also opens it. */
function withoutPunctuation(url: string): string {
  let unopened = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (; '.,;:!?)]'.includes(url.charAt(end - 1)); end--) {
    if (url.charAt(end - 1) === ')' && unopened-- <= 0) break;
  }
  return url.slice(0, end);
}
