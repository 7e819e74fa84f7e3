import { decode } from 'html-entities';
import { textOf } from '../records/record.ts';
import { assertTextLength, changeText, maxTextLength } from './change-text.ts';
import { defineProcessor } from './processor.ts';
import normalize from 'normalize-url';

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

const maxUrlLength = 10_000;

/** The URL in normal form, with the same target; undefined for an invalid URL. */
function tryNormalize(text: string): string | undefined {
  if (text.length > maxUrlLength) return undefined;
  try {
    return normalize(text, {
      defaultProtocol: 'http',
      stripAuthentication: false,
      stripHash: false,
      stripTextFragment: false,
      stripWWW: false,
      removeQueryParameters: false,
      removeTrailingSlash: false,
      removeSingleSlash: false,
      sortQueryParameters: false,
    });
  } catch {
    return undefined;
  }
}

/** Trims URLs, adds a missing scheme, and writes scheme and host in lower case. Other texts are kept and reported. */
export const normalizeUrl = defineProcessor({
  type: 'normalize_url',
  label: 'Normalize URL',
  parameters: [{ name: 'field', type: 'field', label: 'Field', isMandatory: true }],
  prepare:
    ({ field }) =>
    (record, report) => {
      if (record[field] === undefined) return record;
      record[field] = changeText(
        record[field],
        (text) => {
          if (text.trim() === '') return '';
          const url = tryNormalize(text);
          if (url === undefined) report({ field, message: `"${text.slice(0, 100)}" is not a URL.` });
          return url ?? text;
        },
        { remaining: maxTextLength },
      );
      return record;
    },
});
