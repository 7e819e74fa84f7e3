import type { Value } from '#engine/records/record.ts';
import type { ValueType } from '../bind/bound/bound-expression.ts';
import { timeOf } from './times.ts';

/** A value that can be compared: a number, a text, or a time in milliseconds. */
export type Key = number | string;

/** The key of a value of a type; undefined for null, for a value of another type, and for types that have no order. */
export function keyOf(value: Value, type: ValueType): Key | undefined {
  switch (type) {
    case 'int':
    case 'double':
      return typeof value === 'number' ? value : undefined;
    case 'date':
    case 'datetime':
      return timeOf(value);
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'geo_point_2d':
    case 'geo_shape':
    case 'file':
    case 'json':
      return undefined;
  }
}

/** Compares two keys of the same type. Texts are compared by code point, which is the order of their UTF-8 bytes. */
export function compareKeys(one: Key, other: Key): number {
  if (one === other) return 0;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return one < other ? -1 : 1;
}

const surrogates = /[\ud800-\udfff]/;

/** Code units have the order of code points, but for surrogates. */
function compareTexts(one: string, other: string): number {
  if (surrogates.test(one) || surrogates.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** Compares two keys, of which those that are missing come last in either direction. */
export function compareSorted(one: Key | undefined, other: Key | undefined, isDescending: boolean): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return isDescending ? compareKeys(other, one) : compareKeys(one, other);
}
