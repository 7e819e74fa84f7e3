import normalize from 'normalize-url';
import { changeText, maxTextLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

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
