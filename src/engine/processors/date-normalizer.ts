import { textOf } from '../row.ts';
import { strptime } from '../strptime.ts';
import { defineProcessor } from './processor.ts';

/** Turns dates written in a given format into ISO dates or date-times; one that cannot be read becomes null. */
export const dateNormalizer = defineProcessor({
  type: 'date_normalizer',
  label: 'Normalize date',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    { name: 'date_format', type: 'text', label: 'Date format', description: 'With the directives of strptime: %d/%m/%Y %H:%M.', isMandatory: true, trim: 'true' },
  ],
  check: ({ date_format: format }) => {
    const reader = strptime(format);
    return typeof reader === 'function' ? {} : { date_format: [reader.error] };
  },
  prepare: ({ field, date_format: format }) => {
    const read = strptime(format);
    return (row, report) => {
      const text = textOf(row[field]);
      if (text === '' || typeof read !== 'function') return row;
      const date = read(text);
      if (date === undefined) report({ field, message: `"${text.slice(0, 100)}" is not a date of the format ${format}.` });
      row[field] = date ?? null;
      return row;
    };
  },
});
