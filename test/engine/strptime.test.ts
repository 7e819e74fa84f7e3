import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { strptime } from '../../src/engine/strptime.ts';

function reader(format: string): (text: string) => string | undefined {
  const read = strptime(format);
  if (typeof read !== 'function') throw new Error(read.error);
  return read;
}

const two = (number: number): string => String(number).padStart(2, '0');
/** Any instant of four-digit years, in whole seconds. */
const instants = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000));

test('a date-time is read as it is written, whatever its form', () => {
  const [local, zoned, fraction] = ['%d/%m/%Y %H:%M:%S', '%d/%m/%Y %H:%M:%S %z', '%d/%m/%Y %H:%M:%S.%f'].map(reader);
  fc.assert(fc.property(instants, (instant) => {
    const iso = instant.toISOString().slice(0, 19);
    const text = `${two(instant.getUTCDate())}/${two(instant.getUTCMonth() + 1)}/${iso.slice(0, 4)} ${iso.slice(11)}`;
    expect([local?.(text), zoned?.(`${text} Z`), fraction?.(`${text}.0`)]).toEqual([iso, `${iso}Z`, iso]);
  }));
});

test('a day exists or not, as the calendar says', () => {
  const read = reader('%Y-%m-%d');
  fc.assert(fc.property(fc.nat(9999), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }), (year, month, day) => {
    const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    const date = new Date(`${text}T00:00:00Z`);
    const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === day;
    expect(read(text)).toBe(exists ? text : undefined);
  }));
});
