import { changeText, assertTextLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

/** Converts a text to a Unicode normal form (UAX #15), so that texts that look the same compare as equal. */
export const unicodeNormalize = defineProcessor({
  type: 'unicode_normalize',
  label: 'Normalize Unicode',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'form',
      type: 'text',
      label: 'Form',
      description:
        'NFC composes letters and their accents; the forms with K also replace compatible characters, such as ligatures.',
      isMandatory: false,
      default: 'NFC',
      choices: ['NFC', 'NFD', 'NFKC', 'NFKD'],
    },
  ],
  prepare:
    ({ field, form }) =>
    (record) => {
      if (record[field] !== undefined) record[field] = changeText(record[field], (text) => normalizeText(text, form));
      return record;
    },
});

/** Checks the length first, because normalization can expand one character to 18 characters. */
function normalizeText(text: string, form: string): string {
  assertTextLength(text.length);
  return text.normalize(form);
}
