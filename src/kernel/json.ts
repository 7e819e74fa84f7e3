import { isUtf8 } from 'node:buffer';
import { fail } from './fail.ts';

/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

/** Whether a value is an object with names, neither an array nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as JSON text, the same for all values that JSON holds as equal ones. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** The value that a text is the JSON of; undefined where it is no JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The same value as JSON holds it: plain objects and arrays, without what is undefined. */
export const toPlainJson = <T>(value: T): T => parseJson(JSON.stringify(value)) as T;

/** A number as it is written, which `JSON.stringify` writes so again: a double would round it. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text. */
    rawJSON(text: string): RawNumber;
  }
}

/** Whether a text may hold an integer that a double rounds: without so many digits in a row it does not. */
export const mayRound = (text: string): boolean => /\d{16}/.test(text);

/**
 * The value that a text is the JSON of. An integer that a double would round keeps its digits: it becomes what
 * `JSON.stringify` writes as it was written, and is no number. Fails as `JSON.parse` does.
 */
export const parseJson = (text: string): unknown => (mayRound(text) ? JSON.parse(text, exact) : JSON.parse(text));

function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && isRounded(value, source) ? JSON.rawJSON(source) : value;
}

/** Whether a number has other digits than the integer that it was read from; one that is beyond all numbers has none. */
const isRounded = (number: number, source: string): boolean =>
  !Number.isSafeInteger(number) &&
  Number.isFinite(number) &&
  /^-?\d+$/.test(source) &&
  digitsOf(source) !== digitsOf(number.toExponential()) &&
  BigInt(source) !== BigInt(number);

/** The digits of a number without its sign, its point, its exponent and the noughts at its end. */
const digitsOf = (written: string): string => written.replace(/e.*|[-.]/g, '').replace(/0+$/, '');

/** The text that bytes from a client hold, without a byte order mark; fails BAD_REQUEST where they are not UTF-8: none is replaced. */
export const utf8Text = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString('utf8').replace(/^\uFEFF/, '')
    : fail('BAD_REQUEST', { reason: 'Send text in UTF-8; these bytes are not.' });
