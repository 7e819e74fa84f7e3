import { decode } from 'html-entities';
import { textOf } from '../../records/record.ts';
import { refuseLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

const address = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;

/** Finds the addresses in a text or in HTML, separated by a blank; null where there is none. */
export const extractUrl = defineProcessor({
  type: 'extract_url',
  label: 'Extract URLs',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'Gets the http and https addresses, separated by blanks.',
      isMandatory: true,
      canCreateField: true,
    },
  ],
  prepare:
    ({ field, output_field: output }) =>
    (row) => {
      const text = [row[field] ?? null].flat().map(textOf).join(' ');
      refuseLength(text.length);
      const found = Array.from(text.matchAll(address), ([match]) =>
        withoutSentence(decode(match, { scope: 'strict' })),
      );
      row[output] = found.filter((url) => URL.canParse(url)).join(' ') || null;
      return row;
    },
});

/** Without what ends a sentence rather than the address: a bracket belongs to it when it was opened there. */
function withoutSentence(url: string): string {
  let unopened = url.split(')').length - url.split('(').length;
  let end = url.length;
  for (; '.,;:!?)]'.includes(url.charAt(end - 1)); end--) {
    if (url.charAt(end - 1) === ')' && unopened-- <= 0) break;
  }
  return url.slice(0, end);
}
