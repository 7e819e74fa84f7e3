import { DateTime, IANAZone } from 'luxon';
import { casts } from '../cast.ts';
import { changeText } from './change-text.ts';
import { defineProcessor } from './processor.ts';

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const zone = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads date-times without a zone in one, and writes them in UTC. Of a time that the clock shows twice the first is
 * meant; one that the clock skips counts on from before, so it is as much later.
 */
export const setTimezone = defineProcessor({
  type: 'set_timezone',
  label: 'Set timezone',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    { name: 'timezone', type: 'text', label: 'Timezone', description: 'By its name in the IANA database: Europe/Paris. Dates without a time, and date-times that tell a zone, stay what they are.', isMandatory: true, trim: 'true' },
  ],
  check: ({ timezone }) => (IANAZone.isValidZone(timezone) ? {} : { timezone: ['Give the name of a zone, such as Europe/Paris.'] }),
  prepare: ({ field, timezone }) => {
    const place = IANAZone.create(timezone);
    const inUtc = (text: string): string | undefined => {
      if (casts.date(text) !== undefined) return text;
      const written = dateTime.test(text) ? casts.datetime(text) : undefined;
      if (typeof written !== 'string' || zone.test(text)) return typeof written === 'string' ? written : undefined;
      const [first] = DateTime.fromISO(text.replace(' ', 'T'), { zone: place }).getPossibleOffsets();
      return first?.toUTC().toISO({ suppressMilliseconds: true }) ?? undefined;
    };
    return (row, report) => {
      if (row[field] === undefined) return row;
      row[field] = changeText(row[field], (text) => {
        const instant = inUtc(text.trim());
        if (instant === undefined && text.trim() !== '') report({ field, message: `"${text.slice(0, 100)}" is not an ISO date-time.` });
        return instant ?? '';
      });
      return row;
    };
  },
});
