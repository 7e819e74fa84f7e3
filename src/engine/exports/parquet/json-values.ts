import { isJsonObject, type Json } from '../../../kernel/json.ts';

/** The digits of a number. JSON that a double would round is parsed to an object with its digits, `RawNumber`. */
function digitsOf(value: Json): string | number {
  const digits = isJsonObject(value) ? value['rawJSON'] : value;
  return typeof digits === 'string' || typeof digits === 'number' ? digits : Number.NaN;
}

/** The integer in a JSON value. */
export const integerOf = (value: Json): bigint => BigInt(digitsOf(value));

/** The number in a JSON value; NaN if it holds none. */
export const numberOf = (value: Json): number => Number(digitsOf(value));

const timeOf = (value: Json): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

const msPerDay = 86_400_000;

/** The number of days since 1970. A date that is written as a year or a month counts as the first day of it. */
export const dayOf = (value: Json): number => Math.floor(timeOf(value) / msPerDay);

/** The number of milliseconds since 1970. */
export const millisecondsOf = (value: Json): bigint => BigInt(timeOf(value));

/** The longitude and the latitude of a point. */
export const pointOf = (value: Json): [longitude: number, latitude: number] =>
  isJsonObject(value) ? [numberOf(value['lon'] ?? null), numberOf(value['lat'] ?? null)] : [Number.NaN, Number.NaN];
