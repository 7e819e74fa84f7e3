import { foldCase } from '#kernel/text.ts';
import { positionOf, type FieldValues, type FilterField, type Key } from './field-values.ts';
import type { Condition, Literal } from './filter.ts';
import { readDate } from './read-date.ts';
import { spanOfDate } from './span-of-date.ts';

/** Whether the values of a field meet a condition. */
export type ConditionTest = (values: FieldValues) => boolean;

/** An end of an interval; unbounded without a key. */
interface End {
  readonly key?: Key | undefined;
  readonly isIncluded: boolean;
}

const open: End = { isIncluded: true };

/**
 * Compiles a condition on a field of a type: the work that depends only on the condition is done once.
 * Undefined when it is not applicable to the type. Only `isNull` holds for a field that is null.
 */
export function conditionTest(condition: Condition, type: FilterField['type']): ConditionTest | undefined {
  switch (condition.kind) {
    case 'isNull':
      return (values) => values.isNull;
    case 'like':
      return type === 'text' ? likeTest(condition.pattern) : undefined;
    case 'comparison':
      return comparisonTest(condition, type);
    case 'in': {
      const tests = condition.values.map((value) => comparisonTest({ operator: '=', value }, type));
      return tests.includes(undefined) ? undefined : (values) => tests.some((test) => test?.(values));
    }
    case 'range': {
      const [from, to] = [spanOf(condition.from.value, type), spanOf(condition.to.value, type)];
      const { isIncluded: withFrom } = condition.from;
      const { isIncluded: withTo } = condition.to;
      return (
        from &&
        to &&
        within(
          { key: withFrom ? from.low : from.high, isIncluded: withFrom },
          { key: withTo ? to.high : to.low, isIncluded: withTo },
        )
      );
    }
  }
}

function comparisonTest(
  { operator, value }: Pick<Condition & { kind: 'comparison' }, 'operator' | 'value'>,
  type: FilterField['type'],
): ConditionTest | undefined {
  if (typeof value === 'boolean') return type === 'text' ? truthTest(operator === '=', String(value)) : undefined;
  const span = spanOf(value, type);
  if (!span) return undefined;
  const { low, high } = span;
  const equal = within({ key: low, isIncluded: true }, { key: high, isIncluded: true });
  switch (operator) {
    case '=':
      return equal;
    case '!=':
      return (values) => values.keys.length > 0 && !equal(values);
    case '<':
      return within(open, { key: low, isIncluded: false });
    case '<=':
      return within(open, { key: high, isIncluded: true });
    case '>':
      return within({ key: high, isIncluded: false }, open);
    case '>=':
      return within({ key: low, isIncluded: true }, open);
  }
}

/** The grammar compares truth values by `=` and `!=` alone. */
const truthTest = (isEqual: boolean, truth: string): ConditionTest =>
  isEqual ? (values) => values.truths.has(truth) : (values) => !values.isNull && !values.truths.has(truth);

/** The interval that a literal covers, both ends included; undefined when the type cannot be compared with it. */
function spanOf(literal: Literal, type: FilterField['type']): { readonly low: Key; readonly high: Key } | undefined {
  switch (type) {
    case 'text':
      return typeof literal === 'string' ? { low: literal, high: literal } : undefined;
    case 'int':
    case 'double':
      return typeof literal === 'number' ? { low: literal, high: literal } : undefined;
    case 'date':
    case 'datetime':
      return spanOfTime(literal);
    case 'geo_point_2d':
    case 'geo_shape':
    case 'file':
      return undefined;
  }
}

/** The interval of a date; a text that begins with a day is read as a date. */
function spanOfTime(literal: Literal): { readonly low: Key; readonly high: Key } | undefined {
  const written = typeof literal === 'string' && /^\d{4}-\d\d-\d\d/.test(literal) ? readDate(literal) : literal;
  const span = typeof written === 'object' ? spanOfDate(written.date) : undefined;
  return span && { low: span.start, high: span.end - 1 };
}

/** Whether one of the values lies in an interval. */
function within(from: End, to: End): ConditionTest {
  return ({ keys }) => {
    const first = keys[from.key === undefined ? 0 : positionOf(keys, from.key, from.isIncluded)];
    if (first === undefined) return false;
    return to.key === undefined || first < to.key || (first === to.key && to.isIncluded);
  };
}

/** Tests whether a field has all words of a pattern; undefined for a pattern without words. */
function likeTest(pattern: string): ConditionTest | undefined {
  const words = patternWords(pattern);
  if (words.length === 0) return undefined;
  return ({ words: found }) =>
    words.every(({ word, isBeginning }) => {
      const first = found[positionOf(found, word)];
      return first !== undefined && (isBeginning ? first.startsWith(word) : first === word);
    });
}

/** The words in a pattern of `like`; a trailing star makes a word a prefix. */
export const patternWords = (pattern: string): { readonly word: string; readonly isBeginning: boolean }[] =>
  (foldCase(pattern).match(/[\p{L}\p{N}]+\*?/gu) ?? []).map((found) => ({
    word: found.replace('*', ''),
    isBeginning: found.endsWith('*'),
  }));
