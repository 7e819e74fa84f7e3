import type { ParquetParsers, SchemaElement } from 'hyparquet';
import { tryParseJson } from '#kernel/json.ts';
import type { Value } from '#engine/records/record.ts';

/** Converts what the Parquet library reads to JSON. */
export type ToValue = (read: unknown) => Value;

const nanosPerMilli = 1_000_000n;
/** The largest instant of a JavaScript date, in milliseconds. */
const maxInstant = 8.64e15;

/** The remainder of a division rounded down, which is never negative. */
const positiveRemainder = (dividend: bigint, divisor: bigint): bigint => ((dividend % divisor) + divisor) % divisor;

/** Formats nanoseconds since 1970 as an instant in UTC, with all digits of the second; null outside the range of a JavaScript date. */
function toIsoInstant(nanos: bigint): string | null {
  const millis = (nanos - positiveRemainder(nanos, nanosPerMilli)) / nanosPerMilli;
  if (Math.abs(Number(millis)) > maxInstant) return null;
  const fraction = (nanos - millis * nanosPerMilli + positiveRemainder(millis, 1000n) * nanosPerMilli)
    .toString()
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = new Date(Number(millis)).toISOString().replace(/\.\d+Z$/, '');
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

function parseJsonBytes(bytes: Uint8Array): Value {
  const text = Buffer.from(bytes).toString();
  const json = tryParseJson(text) as Value | undefined;
  return json === undefined ? text : json;
}

/** The functions that the library calls for instants, days and JSON. */
export const parsers: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis: bigint) => toIsoInstant(millis * nanosPerMilli),
  timestampFromMicroseconds: (micros: bigint) => toIsoInstant(micros * 1_000n),
  timestampFromNanoseconds: toIsoInstant,
  dateFromDays: (days: number) => toIsoInstant(BigInt(days) * 86_400n * 1_000n * nanosPerMilli)?.slice(0, 10) ?? null,
  jsonFromBytes: parseJsonBytes,
};

/** Converts bytes to Base64, and any other value as `toJsonValue` does. */
export const bytesToBase64: ToValue = (read) =>
  read instanceof Uint8Array ? Buffer.from(read).toString('base64') : toJsonValue(read);

/** Converts bytes to text, and any other value as `toJsonValue` does. */
export const bytesToText: ToValue = (read) =>
  read instanceof Uint8Array ? Buffer.from(read).toString('utf8') : toJsonValue(read);

/** Parses the bytes of a map's key, which the library writes as a list of numbers. */
export const parseKeyBytes = (key: string): Uint8Array => Uint8Array.from(key === '' ? [] : key.split(',').map(Number));

/** Converts any value: integers that a JavaScript number would round become text, NaN and infinities null, bytes Base64. */
export function toJsonValue(read: unknown): Value {
  if (typeof read === 'bigint') return Number.isSafeInteger(Number(read)) ? Number(read) : read.toString();
  if (typeof read === 'number') return Number.isFinite(read) ? read : null;
  if (typeof read === 'string' || typeof read === 'boolean') return read;
  if (read instanceof Uint8Array) return bytesToBase64(read);
  if (read instanceof Date) return Number.isNaN(read.getTime()) ? null : read.toISOString();
  if (Array.isArray(read) || ArrayBuffer.isView(read)) return Array.from(read as ArrayLike<unknown>, toJsonValue);
  if (typeof read !== 'object' || read === null) return null;
  return Object.fromEntries(Object.entries(read).map(([name, part]) => [name, toJsonValue(part)]));
}

/** Finds the shortest number that is the same float in 32 bits: 1.1 instead of 1.10000002384. */
function toShortFloat(read: unknown): Value {
  if (typeof read !== 'number' || !Number.isFinite(read)) return null;
  for (let digits = 6; digits <= 9; digits++) {
    const short = Number(read.toPrecision(digits));
    if (Math.fround(short) === read) return short;
  }
  return read;
}

/** The stored integer of a decimal; bytes are big-endian. */
function toUnscaledInteger(read: unknown): bigint | null {
  if (typeof read === 'bigint') return read;
  if (typeof read === 'number') return BigInt(read);
  if (!(read instanceof Uint8Array)) return null;
  return read.length === 0 ? 0n : BigInt.asIntN(read.length * 8, BigInt(`0x${Buffer.from(read).toString('hex')}`));
}

/** Creates the reader of decimal numbers with this scale. A number with more digits than a double keeps becomes text. */
export function createDecimalReader(scale: number): ToValue {
  return (read) => {
    const unscaled = toUnscaledInteger(read);
    if (unscaled === null) return null;
    const padded = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
    const whole = padded.slice(0, padded.length - scale);
    const fraction = padded.slice(padded.length - scale).replace(/0+$/, '');
    const text = `${unscaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
    return padded.length <= 15 ? Number(text) : text;
  };
}

const unitsPerSecond = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;

function createTimeReader(unit: keyof typeof unitsPerSecond): ToValue {
  return (read) => {
    if (typeof read !== 'number' && typeof read !== 'bigint') return null;
    return toIsoInstant(BigInt(read) * (unitsPerSecond.NANOS / unitsPerSecond[unit]))?.slice(11, -1) ?? null;
  };
}

/** Chooses how a column is read: types that the library rounds, rejects or leaves as numbers are read in their stored form and converted here. */
export function chooseStoredForm(element: SchemaElement): {
  readonly element: SchemaElement;
  readonly toValue: ToValue;
} {
  const { converted_type: converted, logical_type: logical, type, scale = 0 } = element;
  const { converted_type: _converted, logical_type: _logical, ...stored } = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL')
    return { element: stored, toValue: createDecimalReader(logical?.type === 'DECIMAL' ? logical.scale : scale) };
  if (converted === 'TIME_MILLIS') return { element: stored, toValue: createTimeReader('MILLIS') };
  if (converted === 'TIME_MICROS') return { element: stored, toValue: createTimeReader('MICROS') };
  if (logical?.type === 'TIME') return { element: stored, toValue: createTimeReader(logical.unit) };
  if (converted === 'BSON' || converted === 'INTERVAL') return { element: stored, toValue: bytesToBase64 };
  return { element, toValue: type === 'FLOAT' ? toShortFloat : toJsonValue };
}
