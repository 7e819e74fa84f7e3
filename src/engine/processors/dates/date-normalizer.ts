import { strptime } from '../../schema/strptime.ts';
import { changeText } from '../text/change-text.ts';
import { defineProcessor } from '../processor.ts';

/** Turns dates written in a given format into ISO dates or date-times, local ones without %z; one that cannot be read becomes null. */
export const dateNormalizer = defineProcessor({
  type: 'date_normalizer',
  label: 'Normalize date',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'date_format',
      type: 'text',
      label: 'Date format',
      description:
        'With the directives of strptime: %d/%m/%Y %H:%M. Times count as UTC without %z, unless set_timezone follows.',
      isMandatory: true,
      trim: 'true',
    },
  ],
  check: ({ date_format: format }) => {
    const reader = strptime(format);
    return typeof reader === 'function' ? {} : { date_format: [reader.error] };
  },
  prepare: ({ field, date_format: format }) => {
    const read = strptime(format);
    return (row, report) => {
      if (row[field] === undefined || typeof read !== 'function') return row;
      row[field] = changeText(row[field], (text) => {
        const date = read(text);
        if (date === undefined && text.trim() !== '')
          report({ field, message: `"${text.slice(0, 100)}" is not a date of the format ${format}.` });
        return date ?? '';
      });
      return row;
    };
  },
});
