import { changeText, refuseLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';

/** Writes a text in one of the normal forms of Unicode (UAX #15), so that what looks the same is the same. */
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
    (row) => {
      if (row[field] !== undefined) row[field] = changeText(row[field], (text) => normalized(text, form));
      return row;
    },
});

/** One character can become 18: a text as long as may be made is the longest that is tried. */
function normalized(text: string, form: string): string {
  refuseLength(text.length);
  return text.normalize(form);
}
