import { isUtf8 } from 'node:buffer';
import { hasEscapedName, parseEscapedNames } from './escaped-names.ts';
import { CatalogError, fail } from './fail.ts';

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
interface RawNumber {
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
 * Parses JSON without rounding: an integer beyond doubles becomes a RawNumber, which is written unchanged. Escaped names are read as they are written,
 * as `JSON.parse` does not always.
 */
export function parseJson(text: string): unknown {
  if (text.includes('\\') && hasEscapedName(text)) return parseEscapedNames(text, keepDigits);
  return mayLoseDigits(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Whether `JSON.parse` may read a text otherwise than `parseJson`. */
export const needsCare = (text: string): boolean =>
  mayLoseDigits(text) || (text.includes('\\') && hasEscapedName(text));

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

/** Written JSON: a text, or the bytes of a text in UTF-8. */
export type WrittenJson = string | Buffer;

/** The maximum size of an answer, and of the results of the database from which it is made, in MiB. */
export const maxAnswerMebibytes = 32;
const maxBytes = maxAnswerMebibytes * 2 ** 20;
/** The maximum number of UTF-8 bytes of one UTF-16 code unit. */
const maxUnitBytes = 3;

/**
 * A value that is already written as JSON, such as one that PostgreSQL built. `writeJson` copies it, so a value that is only
 * passed on is never parsed, and bytes never become a string. A resolver may return a JsonText for a scalar of open JSON.
 */
export class JsonText {
  readonly json: WrittenJson;

  constructor(json: WrittenJson) {
    this.json = json;
  }

  /** The value. Each call parses the text. */
  get value(): unknown {
    return parseJson(this.json.toString());
  }

  /** Whether the value is null. */
  get isNull(): boolean {
    return this.json.length === nullText.length && this.json.toString() === nullText;
  }

  /** `JSON.stringify` calls this method, because it cannot copy a text. */
  toJSON(): unknown {
    return this.value;
  }
}

const nullText = 'null';

/**
 * Writes a value as JSON, followed by `end`: as bytes if the value contains bytes, else as a string. Copies the texts in it; the rest is
 * written as `JSON.stringify` does. Fails ANSWER_TOO_LARGE, before the texts are joined: a short request may repeat a large value often.
 */
export function writeJson(value: unknown, end = ''): WrittenJson {
  if (value instanceof JsonText && end === '') return withinLimit(value.json);
  const containers = new Set<object>();
  // For a value without texts, `JSON.stringify` is much faster than the code below.
  if (!measureParts(value, { containers, length: 0 })) return withinLimit(JSON.stringify(value ?? null) + end);
  const parts: WrittenJson[] = [];
  addParts(value, containers, parts);
  parts.push(end);
  if (parts.every((part) => typeof part === 'string')) return withinLimit(parts.join(''));
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  if (bytes.reduce((sum, { length }) => sum + length, 0) > maxBytes) throw tooLarge();
  return Buffer.concat(bytes);
}

/** Fails ANSWER_TOO_LARGE where a value is too large to be written as JSON, without writing it. */
export function checkJsonSize(value: unknown): void {
  measureParts(value, { containers: new Set(), length: 0 });
}

const tooLarge = () => new CatalogError('ANSWER_TOO_LARGE', { limit: maxAnswerMebibytes });

/** Returns written JSON. Fails ANSWER_TOO_LARGE. */
function withinLimit<Written extends WrittenJson>(json: Written): Written {
  if (maxUnitBytes * json.length > maxBytes && Buffer.byteLength(json) > maxBytes) throw tooLarge();
  return json;
}

/** What is known of a value before it is written: its objects and lists that contain a JsonText, and a lower bound of its bytes. */
interface Measured {
  readonly containers: Set<object>;
  length: number;
}

/** Measures a value, and returns whether it is a JsonText or contains one. Fails ANSWER_TOO_LARGE as soon as the value is known to be too large. */
function measureParts(value: unknown, measured: Measured): boolean {
  if (typeof value !== 'object' || value === null) {
    addLength(measured, typeof value === 'string' ? value.length : 1);
    return false;
  }
  if (value instanceof JsonText) {
    addLength(measured, value.json.length);
    return true;
  }
  let isContainer = false;
  if (Array.isArray(value)) for (const item of value) isContainer = measureMember('', item, measured) || isContainer;
  else
    for (const name of Object.keys(value)) {
      const member: unknown = Reflect.get(value, name);
      if (member !== undefined) isContainer = measureMember(name, member, measured) || isContainer;
    }
  if (isContainer) measured.containers.add(value);
  return isContainer;
}

/** Measures a member with its name, which an alias may make longer than the value, and the comma or bracket next to it. */
function measureMember(name: string, member: unknown, measured: Measured): boolean {
  addLength(measured, name.length + 1);
  return measureParts(member, measured);
}

function addLength(measured: Measured, length: number): void {
  measured.length += length;
  if (measured.length > maxBytes) throw tooLarge();
}

/** Adds the parts of a value that is neither undefined nor a function. Adjacent strings form one part. */
function addParts(value: unknown, containers: ReadonlySet<object>, parts: WrittenJson[]): void {
  if (value instanceof JsonText) addPart(parts, value.json);
  else if (typeof value !== 'object' || value === null || !containers.has(value))
    addPart(parts, JSON.stringify(value ?? null));
  else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      addPart(parts, before);
      addParts(item, containers, parts);
      before = ',';
    }
    addPart(parts, ']');
  } else {
    let before = '{';
    for (const name of Object.keys(value)) {
      const member: unknown = Reflect.get(value, name);
      if (member === undefined) continue;
      addPart(parts, `${before}${JSON.stringify(name)}:`);
      addParts(member, containers, parts);
      before = ',';
    }
    addPart(parts, '}');
  }
}

function addPart(parts: WrittenJson[], part: WrittenJson): void {
  const last = parts.at(-1);
  if (typeof last === 'string' && typeof part === 'string') parts[parts.length - 1] = last + part;
  else parts.push(part);
}

type Parts = Readonly<Record<string, () => unknown>>;

const partsByObject = new WeakMap<object, Parts>();

/** An object whose properties are computed when they are first read: a payload whose parts cost nothing unless selected. */
export function lazyObject<T extends object>(parts: { readonly [Name in keyof T]: () => T[Name] }): T {
  const lazy: Partial<T> = {};
  for (const name of Object.keys(parts) as (keyof T)[])
    Object.defineProperty(lazy, name, { enumerable: true, get: computeOnce(parts[name]) });
  partsByObject.set(lazy, parts);
  return lazy as T;
}

function computeOnce<Value>(compute: () => Value): () => Value {
  // The value is wrapped in an object, because it may be undefined itself.
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** The functions that compute the properties of a lazy object; none for any other value. */
export const lazyPartsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null ? (partsByObject.get(value) ?? {}) : {};

/** A part of a planned result: JSON text that is sent without being parsed, or an object of such parts by response key. */
export type JsonPart = JsonText | JsonParts;

/** The data of a planned result, by response key. */
export interface JsonParts {
  readonly [key: string]: JsonPart;
}

/** The value of a part. Each text in it is parsed when it is first read. */
export const valueOfPart = (part: JsonPart): unknown =>
  part instanceof JsonText
    ? part.value
    : lazyObject(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, () => valueOfPart(value)])));

/** The part at a dotted path of response keys, which `writeJson` copies; undefined if the value is null, or within a text. */
export function partAt(parts: JsonPart | undefined, path: string): JsonPart | undefined {
  const found = path
    .split('.')
    .reduce<JsonPart | undefined>((part, key) => (part instanceof JsonText ? undefined : part?.[key]), parts);
  return found instanceof JsonText && found.isNull ? undefined : found;
}
