import type { Json } from '#kernel/json.ts';
import type { ConditionOperator } from '../block.ts';
import { canonicalDate } from '../canonical-date.ts';

/** How conditions compare the values of a type of block; `presence` only tests whether there is a value. */
export type ComparisonType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'presence';

const presenceOperators = ['is_empty', 'is_not_empty'] as const;
const orderOperators = [...presenceOperators, 'equals', 'not_equals', 'less_than', 'greater_than'] as const;

/** The operators that conditions may use, by how they compare values. */
export const operatorsByType: Readonly<Record<ComparisonType, readonly ConditionOperator[]>> = {
  text: [...presenceOperators, 'equals', 'not_equals', 'contains', 'not_contains'],
  number: orderOperators,
  boolean: [...presenceOperators, 'equals', 'not_equals'],
  date: orderOperators,
  list: [...presenceOperators, 'contains', 'not_contains'],
  presence: presenceOperators,
};

/** The values that a condition may compare with, and their description for messages. */
export const comparableValues: Readonly<
  Record<ComparisonType, { readonly expected: string; readonly accepts: (value: Json) => boolean }>
> = {
  text: { expected: 'a text', accepts: (value) => typeof value === 'string' && value !== '' },
  number: { expected: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value) },
  boolean: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  date: {
    expected: 'a day or an instant in ISO 8601',
    accepts: (value) => typeof value === 'string' && dateOf(value) !== undefined,
  },
  list: { expected: 'a text', accepts: (value) => typeof value === 'string' && value !== '' },
  presence: { expected: 'nothing', accepts: (value) => value === null },
};

/** Whether an operator takes no value. */
export const takesNoValue = (operator: ConditionOperator): boolean =>
  presenceOperators.some((presenceOperator) => presenceOperator === operator);

const dateOf = (text: string): string | undefined => canonicalDate(text, false) ?? canonicalDate(text, true);

/** Whether the value of a block meets a condition; null is an empty value. An empty value equals, contains and precedes no other value. */
export function meetsCondition(
  comparisonType: ComparisonType,
  value: Json,
  operator: ConditionOperator,
  other: Json,
): boolean {
  const [left, right] = comparisonType === 'date' ? toSamePrecision(value, other) : [value, other];
  switch (operator) {
    case 'is_empty':
      return value === null;
    case 'is_not_empty':
      return value !== null;
    case 'equals':
      return left === right;
    case 'not_equals':
      return left !== right;
    case 'contains':
      return contains(value, other);
    case 'not_contains':
      return !contains(value, other);
    case 'less_than':
      return isBelow(left, right);
    case 'greater_than':
      return isBelow(right, left);
  }
}

const contains = (value: Json, other: Json): boolean =>
  typeof other === 'string' && (typeof value === 'string' || Array.isArray(value)) && value.includes(other);

/** Compares two numbers or two texts. The texts are canonical dates, whose text order is chronological. */
function isBelow(left: Json, right: Json): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}

/** Cuts two dates to the coarser of their precisions, so that a day equals every instant of that day. */
function toSamePrecision(value: Json, other: Json): readonly [Json, Json] {
  const [left, right] = [value, other].map((date) => (typeof date === 'string' ? dateOf(date) : undefined));
  if (left === undefined || right === undefined) return [value, other];
  const length = Math.min(left.length, right.length);
  return [left.slice(0, length), right.slice(0, length)];
}
