import { isJsonObject } from '#kernel/json.ts';
import { CatalogError } from '#kernel/fail.ts';

/** A value of a record: mutable JSON. */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/** One record in the engine, keyed by technical field name. */
export type DataRecord = Record<string, Value>;

/** Whether a value is an object that is neither a list nor null. */
export const isRecord = (value: Value | undefined): value is DataRecord => isJsonObject(value);

/** A value as text; null is the empty text, an object its JSON. */
export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The types a field can have (docs/contract/objects.md, Field types). */
export const fieldTypes = ['text', 'int', 'double', 'geo_point_2d', 'geo_shape', 'date', 'datetime', 'file'] as const;

/** The type of a field. */
export type FieldType = (typeof fieldTypes)[number];

/** Whether a text from a client or the database is the name of a type. */
export const isFieldType = (type: unknown): type is FieldType => fieldTypes.some((fieldType) => fieldType === type);

/** A remark on a field, such as its unit. */
export type Annotation = {
  readonly name: string;
  readonly args: readonly (string | number)[];
};

/** One column of a dataset. */
export interface Field {
  /** The technical name, which is the key in records. */
  readonly name: string;
  /** The name shown to people; the original name unless it is configured. */
  readonly label: string;
  readonly type: FieldType;
  /** The description; "" when there is none. */
  readonly description: string;
  /** The name in the source. */
  readonly originalName: string;
  readonly annotations: readonly Annotation[];
}

/** The overhead of a value, in bytes. */
const valueOverhead = 16;

/** About how many bytes a record takes in memory; limits on memory count these bytes. */
export function estimateSize(record: DataRecord): number {
  let size = 0;
  for (const name in record) size += estimateValueSize(record[name] ?? null);
  return size;
}

/** About how many bytes one value takes in memory. */
export function estimateValueSize(value: Value): number {
  if (typeof value === 'string') return valueOverhead + value.length;
  if (typeof value !== 'object' || value === null) return valueOverhead;
  return (
    valueOverhead +
    (Array.isArray(value)
      ? value.reduce<number>((size, part) => size + estimateValueSize(part), 0)
      : estimateSize(value))
  );
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** The maximum length of a text that is parsed as a number. */
const maxTextLength = 200;

/** A number, or the number that a text holds; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && value.length <= maxTextLength && decimal.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Whether a text can be stored: PostgreSQL accepts neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The error message for a text that cannot be stored. */
export const unstorableMessage = 'NUL characters and lone surrogates are not allowed.';

/** Replaces the characters that cannot be stored by U+FFFD. */
export const toStorableText = (text: string): string =>
  isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Makes all texts and names in a value storable; returns the same object when all of them already are. */
export function toStorable(value: Value): Value {
  if (typeof value === 'string') return toStorableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const parts = value.map(toStorable);
    return parts.every((part, index) => part === value[index]) ? value : parts;
  }
  const members = Object.entries(value).map(([name, part]) => [toStorableText(name), toStorable(part)] as const);
  return Object.keys(value).every((name, index) => members[index]?.[0] === name && members[index][1] === value[name])
    ? value
    : Object.fromEntries(members);
}

/** Whether every text of any JSON is storable. It does not recurse, as the sender controls the depth. */
export function isStorableJson(json: unknown): boolean {
  const pending = [json];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !isStorable(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) return false;
      pending.push(part);
    }
  }
  return true;
}

/** The things whose number in a dataset is limited. */
export type LimitType = 'fields' | 'records';

/** A limit that ends a run. A preview reports it as EXTRACTION_FAILED. */
export class LimitReached extends CatalogError<'EXTRACTION_FAILED'> {
  /** What exceeds the limit. */
  readonly limitType: LimitType;
  readonly limit: number;
  /** The count when the limit was exceeded. */
  readonly value: number;

  constructor(limitType: LimitType, limit: number, value: number) {
    super('EXTRACTION_FAILED', { reason: `there are more than ${limit} ${limitType}` });
    this.limitType = limitType;
    this.limit = limit;
    this.value = value;
  }
}
