import type { Json } from '../../../kernel/json.ts';
import type { ConditionOperator } from '../block.ts';
import { canonicalDate } from '../kinds/canonical-date.ts';

/** How conditions compare the values of a kind of block; `presence` only tests whether there is a value. */
export type Compared = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'presence';

const presence = ['is_empty', 'is_not_empty'] as const;
const ordered = [...presence, 'equals', 'not_equals', 'less_than', 'greater_than'] as const;

/** The operators of conditions on a kind's values. */
export const operatorsOf: Readonly<Record<Compared, readonly ConditionOperator[]>> = {
  text: [...presence, 'equals', 'not_equals', 'contains', 'not_contains'],
  number: ordered,
  boolean: [...presence, 'equals', 'not_equals'],
  date: ordered,
  list: [...presence, 'contains', 'not_contains'],
  presence,
};

/** The values that a condition may compare with, and their description for messages. */
export const comparable: Readonly<
  Record<Compared, { readonly expected: string; readonly fits: (value: Json) => boolean }>
> = {
  text: { expected: 'a text', fits: (value) => typeof value === 'string' && value !== '' },
  number: { expected: 'a number', fits: (value) => typeof value === 'number' && Number.isFinite(value) },
  boolean: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  date: {
    expected: 'a day or an instant in ISO 8601',
    fits: (value) => typeof value === 'string' && dateOf(value) !== undefined,
  },
  list: { expected: 'a text', fits: (value) => typeof value === 'string' && value !== '' },
  presence: { expected: 'nothing', fits: (value) => value === null },
};

/** Whether an operator takes no value. */
export const standsAlone = (operator: ConditionOperator): boolean => presence.some((each) => each === operator);

const dateOf = (text: string): string | undefined => canonicalDate(text, false) ?? canonicalDate(text, true);

/** Whether the value of a block, null when empty, meets a condition. An empty value equals, contains and precedes nothing. */
export function compare(compared: Compared, value: Json, operator: ConditionOperator, other: Json): boolean {
  const [one, two] = compared === 'date' ? toOnePrecision(value, other) : [value, other];
  switch (operator) {
    case 'is_empty':
      return value === null;
    case 'is_not_empty':
      return value !== null;
    case 'equals':
      return one === two;
    case 'not_equals':
      return one !== two;
    case 'contains':
      return contains(value, other);
    case 'not_contains':
      return !contains(value, other);
    case 'less_than':
      return isBelow(one, two);
    case 'greater_than':
      return isBelow(two, one);
  }
}

const contains = (value: Json, other: Json): boolean =>
  typeof other === 'string' && (typeof value === 'string' || Array.isArray(value)) && value.includes(other);

/** Texts compared by order are canonical dates, whose text order is chronological. */
const isBelow = (one: Json, two: Json): boolean =>
  (typeof one === 'number' && typeof two === 'number') || (typeof one === 'string' && typeof two === 'string')
    ? one < two
    : false;

/** Two dates at the coarser precision, so that a day equals every instant of it. */
function toOnePrecision(value: Json, other: Json): readonly [Json, Json] {
  const [one, two] = [value, other].map((date) => (typeof date === 'string' ? dateOf(date) : undefined));
  if (one === undefined || two === undefined) return [value, other];
  const length = Math.min(one.length, two.length);
  return [one.slice(0, length), two.slice(0, length)];
}
