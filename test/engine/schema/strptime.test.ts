import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileDateFormat } from '#engine/schema/date-formats.ts';

function reader(format: string): (text: string) => string | undefined {
  const read = compileDateFormat(format);
  if (typeof read !== 'function') throw new Error(read.error);
  return read;
}

const two = (number: number): string => String(number).padStart(2, '0');
/** Any instant of four-digit years, in whole seconds. */
const instants = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));

test('a date-time is read as it is written, whatever its form', () => {
  const [local, zoned, fraction] = ['%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M:%S %z', '%d/%m/%Y %H:%M:%S.%f'].map(reader);
  fc.assert(
    fc.property(instants, (instant) => {
      const iso = instant.toISOString().slice(0, 19);
      const text = `${two(instant.getUTCDate())}/${two(instant.getUTCMonth() + 1)}/${iso.slice(0, 4)} ${iso.slice(11)}`;
      expect([local?.(text), zoned?.(`${text} Z`), fraction?.(`${text}.0`)]).toEqual([iso, `${iso}Z`, iso]);
    }),
  );
});

test('a day exists or not, as the calendar says', () => {
  const read = reader('%Y-%m-%d');
  expect(read('0000-12-31')).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(9999), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (year, month, day) => {
      const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
      const date = new Date(`${text}T00:00:00Z`);
      // PostgreSQL has no year 0
      const exists = year > 0 && !Number.isNaN(date.getTime()) && date.getUTCDate() === day;
      expect(read(text)).toBe(exists ? text : undefined);
    }),
  );
});

test('a day without a time of day is the one that is written, whatever zone, minute or fraction stands beside it', () => {
  const zones = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '45'))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${minutes}`);
  const formats = [
    '%Y-%m-%d%z',
    '%Y-%m-%d %z',
    '%d/%m/%Y %z',
    '%Y%m%d%z',
    '%Y-%j %z',
    '%Y-%m-%d %M:%S.%f %z',
    '%B %d, %Y %z',
    '%Y-%m-%d %p %z',
    '%Y-%m-%d %Z',
  ] as const;
  const readers = formats.map((format) => [format, reader(format)] as const);
  fc.assert(
    fc.property(
      instants,
      fc.oneof(zones, fc.constant('Z')),
      fc.constantFrom(...readers),
      (instant, zone, [format, read]) => {
        const day = instant.toISOString().slice(0, 10);
        const ordinal = Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1;
        const parts: Record<string, string> = {
          Y: day.slice(0, 4),
          m: day.slice(5, 7),
          d: day.slice(8),
          j: String(ordinal).padStart(3, '0'),
          B: instant.toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
          M: '59',
          S: '59',
          f: '999',
          p: 'pm',
          z: zone,
          Z: 'GMT',
        };
        expect(read(format.replace(/%(\w)/g, (_match, letter: string) => parts[letter] ?? ''))).toBe(day);
      },
    ),
  );
});

test('texts with all digits give the dates that the same texts give in a format whose numbers vary in length', () => {
  const digits = (maximum: number) => fc.nat({ max: maximum }).map((number) => String(number).padStart(2, '0'));
  const year = fc.nat({ max: 9_999 }).map((number) => String(number).padStart(4, '0'));
  const parts = fc.record({ year, month: digits(14), day: digits(33), hour: digits(25), minute: digits(61) });
  const separators = fc.constantFrom('/', '-', ' ', '  ', '.', '');
  fc.assert(
    fc.property(parts, separators, ({ year, month, day, hour, minute }, separator) => {
      const text = `${day}/${month}/${year}${separator}${hour}:${minute}`;
      // `%e` reads the same days as `%d`, but may have a space before a digit.
      const [fixed, varying] = ['%d', '%e'].map((directive) =>
        compileDateFormat(`${directive}/%m/%Y${separator}%H:%M`),
      );
      if (typeof fixed !== 'function' || typeof varying !== 'function') throw new Error('The formats are valid.');
      expect(fixed(text)).toBe(varying(text));
    }),
    { numRuns: 1_000 },
  );
});
