import { IANAZone } from 'luxon';
import { casts } from '#engine/schema/cast.ts';
import { changeText } from '../text/change-text.ts';
import { defineProcessor } from '../processor.ts';
import { createLocalTimeConverter } from '#engine/schema/local-time.ts';

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
