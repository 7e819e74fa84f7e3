import { foldCase } from '#kernel/text.ts';
import type { DataRecord, Field, Value } from '#engine/records/record.ts';
import { spanOfDate } from './span-of-date.ts';

/** The properties of a field that a filter uses. */
export type FilterField = Pick<Field, 'name' | 'type'> & Partial<Pick<Field, 'annotations'>>;

/** A value that conditions compare: numbers, texts by code unit, dates as milliseconds since 1970. */
export type Key = number | string;

/** The values of one field of one record, prepared once for all conditions on it: each condition costs the logarithm of their count. */
export class FieldValues {
  readonly #values: readonly Value[];
  readonly #type: FilterField['type'];
  #keys: readonly Key[] | undefined;
  #words: readonly string[] | undefined;
  #truths: ReadonlySet<string> | undefined;

  constructor(record: DataRecord, { name, type, annotations = [] }: FilterField) {
    const value = Object.hasOwn(record, name) ? (record[name] ?? null) : null;
    const separator = annotations.find((annotation) => annotation.name === 'multivalued')?.args[0];
    this.#type = type;
    this.#values = (
      Array.isArray(value) ? value : partsOf(value, separator === undefined ? undefined : String(separator))
    ).filter((each) => each !== null);
  }

  get isNull(): boolean {
    return this.#values.length === 0;
  }

  /** The values in ascending order; none for types that have no order. */
  get keys(): readonly Key[] {
    return (this.#keys ??= this.#values.flatMap((value) => keyOf(value, this.#type) ?? []).sort(ascending));
  }

  /** The words of all texts, folded, in ascending order. */
  get words(): readonly string[] {
    return (this.#words ??= [
      ...new Set(this.#values.flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []))),
    ].sort());
  }

  /** The truth values among the texts. */
  get truths(): ReadonlySet<string> {
    return (this.#truths ??= new Set(
      this.#values.flatMap((value) =>
        typeof value === 'string' ? (/^(?:true|false)$/i.exec(value)?.[0].toLowerCase() ?? []) : [],
      ),
    ));
  }
}

/** The words of a text: runs of letters and digits, whatever their case and accents. */
export const wordsOf = (text: string): string[] => foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Binary search: the position of the first key that is not less than `key`, or, unless `isIncluded`, that is greater. */
export function positionOf(keys: readonly Key[], key: Key, isIncluded = true): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const found = keys[middle] ?? key;
    if (found < key || (found === key && !isIncluded)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The parts of a multivalued text, trimmed, without empty ones. */
const partsOf = (value: Value, separator: string | undefined): Value[] =>
  typeof value === 'string' && separator
    ? value
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value];

function keyOf(value: Value, type: FilterField['type']): Key | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'int':
    case 'double':
      return typeof value === 'number' ? value : undefined;
    case 'date':
    case 'datetime':
      return typeof value === 'string' ? spanOfDate(value)?.start : undefined;
    case 'geo_point_2d':
    case 'geo_shape':
    case 'file':
      return undefined;
  }
}

const ascending = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
