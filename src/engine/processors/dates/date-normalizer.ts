import { compileDateFormat } from '#engine/schema/strptime.ts';
import { changeText } from '../text/change-text.ts';
import { defineProcessor } from '../processor.ts';

/** Converts dates in a given format to ISO dates or date-times, without a zone when the format has no %z. An invalid date becomes null. */
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
        'With the directives of strptime: %d/%m/%Y %H:%M. Without %z, times are in UTC unless set_timezone follows.',
      isMandatory: true,
      trim: 'true',
    },
  ],
  check: ({ date_format: format }) => {
    const reader = compileDateFormat(format);
    return typeof reader === 'function' ? {} : { date_format: [reader.error] };
  },
  prepare: ({ field, date_format: format }) => {
    const parseDate = compileDateFormat(format);
    return (record, report) => {
      if (record[field] === undefined || typeof parseDate !== 'function') return record;
      record[field] = changeText(record[field], (text) => {
        const date = parseDate(text);
        if (date === undefined && text.trim() !== '')
          report({ field, message: `"${text.slice(0, 100)}" is not a date in the format ${format}.` });
        return date ?? '';
      });
      return record;
    };
  },
});
