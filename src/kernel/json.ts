import { isUtf8 } from 'node:buffer';
import { fail } from './fail.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

/** Whether a value is an object, neither an array nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as JSON text with sorted keys: equal values give equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Parses JSON; undefined for invalid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Copies a value through JSON: the result has only plain objects and arrays, without undefined properties. */
export const toPlainJson = <T>(value: T): T => parseJson(JSON.stringify(value)) as T;

/** A number that a double would round. It keeps the digits of its source, which `JSON.stringify` writes unchanged. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** Creates a value that `JSON.stringify` writes as the given text. */
    rawJSON(text: string): RawNumber;
  }
}

/** Whether JSON text may contain an integer that a double would round: 16 digits in a row where a JSON number can begin. */
export const mayLoseDigits = (text: string): boolean => /(?:^|[-:,[\s])\d{16}/.test(text);

/**
 * Parses JSON without rounding: an integer that a double would round becomes a RawNumber, which `JSON.stringify` writes unchanged.
 * Fails as `JSON.parse` does.
 */
export const parseJson = (text: string): unknown =>
  mayLoseDigits(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);

function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && isRounded(value, source) ? JSON.rawJSON(source) : value;
}

/** Whether a number differs from the integer that its source text writes. Infinite numbers are not compared. */
const isRounded = (number: number, source: string): boolean =>
  !Number.isSafeInteger(number) &&
  Number.isFinite(number) &&
  /^-?\d+$/.test(source) &&
  digitsOf(source) !== digitsOf(number.toExponential()) &&
  BigInt(source) !== BigInt(number);

/** The digits of a number without sign, point, exponent and trailing zeros. */
const digitsOf = (written: string): string => written.replace(/e.*|[-.]/g, '').replace(/0+$/, '');

/** Decodes a client's UTF-8 text and removes a byte order mark. Fails BAD_REQUEST for invalid bytes instead of replacing them. */
export const decodeUtf8 = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString('utf8').replace(/^\uFEFF/, '')
    : fail('BAD_REQUEST', { reason: 'Send text in UTF-8; these bytes are not.' });
