import { compileDateFormat, createLocalTimeConverter } from '../schema/date-formats.ts';
import { changeText } from './change-text.ts';
import { defineProcessor } from './processor.ts';
import { IANAZone } from 'luxon';
import { casts } from '../schema/inference.ts';

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

/** A zone after a time: `Z`, `+01`, `+0100` or `+01:00`. */
const zoneAtEnd = /[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** Interprets date-times without a zone in a given zone, and writes them in UTC. */
export const setTimezone = defineProcessor({
  type: 'set_timezone',
  label: 'Set timezone',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'timezone',
      type: 'text',
      label: 'Timezone',
      description:
        'A name in the IANA database: Europe/Paris. Dates without a time, and date-times with a zone, are not changed.',
      isMandatory: true,
      trim: 'true',
    },
  ],
  check: ({ timezone }) =>
    IANAZone.isValidZone(timezone) ? {} : { timezone: ['Give the name of a time zone, such as Europe/Paris.'] },
  prepare: ({ field, timezone }) => {
    const instantOf = createLocalTimeConverter(IANAZone.create(timezone));
    /** Returns a date unchanged, a date-time in UTC, and undefined for any other text. */
    const toUtc = (text: string): string | undefined => {
      if (casts.date(text) !== undefined) return text;
      // The cast reads a text without a zone as UTC.
      const asUtc = casts.datetime(text);
      if (typeof asUtc !== 'string') return undefined;
      return zoneAtEnd.test(text) ? asUtc : new Date(instantOf(Date.parse(asUtc))).toISOString().replace('.000Z', 'Z');
    };
    return (record, report) => {
      if (record[field] === undefined) return record;
      record[field] = changeText(record[field], (text) => {
        const utc = toUtc(text.trim());
        if (utc === undefined && text.trim() !== '')
          report({ field, message: `"${text.slice(0, 100)}" is not an ISO date-time.` });
        return utc ?? '';
      });
      return record;
    };
  },
});
