import type { DataRecord, Value } from '#engine/records/record.ts';
import type { BoundCondition, BoundFilter, BoundRangeEnd, ScalarExpression, ValueType } from '../bind/bound.ts';
import { intersects, isInBox, liesWithin, partsOfGeometry, shapeDistance, shapeOfValue } from '../geometry.ts';
import type { ComparisonOperator } from '../tree.ts';
import { compileExpression } from './compile-expression.ts';
import { compareKeys, type Key, keyOf } from './group-keys.ts';
import { type FieldWords, type StoredRecordField, RecordView, type View } from './stored-record.ts';
import { isWithinEditDistance, maxEdits, type Word } from '../words.ts';

/** Tests whether a record matches a filter. */
type RecordTest = (record: DataRecord) => boolean;

/** Tests whether a record matches a filter, by a view that other tests share. */
export type ViewTest = (view: View) => boolean;

type Condition = BoundCondition<StoredRecordField>;
type Expression = ScalarExpression<StoredRecordField>;

/** Compiles a filter for repeated tests of records: the work that depends only on the filter is done once. */
export function compileTest(filter: BoundFilter<StoredRecordField>): RecordTest {
  const test = compileViewTest(filter);
  return (record) => test(new RecordView(record));
}

/** Compiles a filter for repeated tests of views of records. */
export function compileViewTest(filter: BoundFilter<StoredRecordField>): ViewTest {
  if ('filter' in filter) {
    const test = compileViewTest(filter.filter);
    return (view) => !test(view);
  }
  if (!('filters' in filter)) return compileCondition(filter);
  const tests = filter.filters.map(compileViewTest);
  return filter.kind === 'and'
    ? (view) => tests.every((test) => test(view))
    : (view) => tests.some((test) => test(view));
}

function compileCondition(condition: Condition): ViewTest {
  switch (condition.kind) {
    case 'constant':
      return () => condition.value;
    case 'comparison':
      return compileComparison(condition);
    case 'in': {
      const [values, wanted] = [valuesOf(condition.operand), new Set<Value>(condition.values)];
      return (view) => values(view).some((value) => wanted.has(value));
    }
    case 'range':
      return compileRange(condition);
    case 'isNull': {
      const values = valuesOf(condition.operand);
      return (view) => values(view).length === 0;
    }
    case 'isTruth': {
      const truth = String(condition.value);
      return (view) =>
        view.values(condition.field).some((value) => typeof value === 'string' && value.toLowerCase() === truth);
    }
    case 'words':
      return (view) =>
        condition.words.every((word) => condition.fields.some((field) => hasWord(view.words(field), word)));
    case 'startsWith':
      return (view) =>
        condition.fields.some((field) =>
          view.values(field).some((value) => typeof value === 'string' && value.startsWith(condition.prefix)),
        );
    case 'withinDistance':
    case 'inBox':
    case 'geometry':
      return compileGeography(condition);
  }
}

function compileGeography(condition: Condition & { kind: 'withinDistance' | 'inBox' | 'geometry' }): ViewTest {
  const shapeIn = (view: View) => shapeOfValue(view.values(condition.field)[0] ?? null);
  if (condition.kind === 'inBox') {
    return (view) => {
      const shape = shapeIn(view);
      return shape !== undefined && isInBox(shape, condition);
    };
  }
  if (condition.kind === 'withinDistance') {
    return (view) => {
      const shape = shapeIn(view);
      return shape !== undefined && shapeDistance(shape, condition.point) <= condition.distance;
    };
  }
  const area = partsOfGeometry(condition.geometry);
  const { mode } = condition;
  return (view) => {
    const shape = shapeIn(view);
    if (!shape) return false;
    const parts = partsOfGeometry(shape);
    return mode === 'within' ? liesWithin(parts, area) : intersects(parts, area) === (mode === 'intersects');
  };
}

/** The values of an expression that are not null. Only a multivalued field can have several. */
function valuesOf(expression: Expression): (view: View) => readonly Value[] {
  if (expression.kind === 'field') return (view) => view.values(expression.field);
  const evaluate = compileExpression(expression);
  return (view) => {
    const value = evaluate(view);
    return value === null ? [] : [value];
  };
}

/** Tests the keys of an expression's values one after another. A value whose type differs from the expression's has no key. */
function someKey(expression: Expression): (view: View, test: (key: Key) => boolean) => boolean {
  const values = valuesOf(expression);
  return (view, test) => {
    for (const value of values(view)) {
      const key = keyOf(value, expression.type);
      if (key !== undefined && test(key)) return true;
    }
    return false;
  };
}

/** The key of an expression that has one value at most, computed once where no record changes it. */
function keyOfOne(expression: Expression): (view: View) => Key | undefined {
  const values = valuesOf(expression);
  const keyIn = (view: View) => values(view).flatMap((value) => keyOf(value, expression.type) ?? [])[0];
  if (expression.kind !== 'literal') return keyIn;
  const key = keyIn(new RecordView({}));
  return () => key;
}

function compileComparison({ operator, left, right }: Condition & { kind: 'comparison' }): ViewTest {
  // only the left side can have several values
  const [someLeftKey, rightKeyOf] = [someKey(left), keyOfOne(right)];
  return (view) => {
    const rightKey = rightKeyOf(view);
    if (rightKey === undefined) return false;
    // `!=` requires that none of several values is equal
    if (operator === '!=') return someLeftKey(view, () => true) && !someLeftKey(view, (key) => key === rightKey);
    return someLeftKey(view, (key) => holds(operator, compareKeys(key, rightKey)));
  };
}

function holds(operator: Exclude<ComparisonOperator, '!='>, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function compileRange({ operand, from, to }: Condition & { kind: 'range' }): ViewTest {
  const someOperandKey = someKey(operand);
  const [low, high] = [endOf(from, operand.type), endOf(to, operand.type)];
  const isAboveLow = (key: Key): boolean => !low || holds(low.isIncluded ? '>=' : '>', compareKeys(key, low.key));
  const isBelowHigh = (key: Key): boolean => !high || holds(high.isIncluded ? '<=' : '<', compareKeys(key, high.key));
  return (view) => someOperandKey(view, (key) => isAboveLow(key) && isBelowHigh(key));
}

function endOf(end: BoundRangeEnd | null, type: ValueType): { readonly key: Key; readonly isIncluded: boolean } | null {
  const key = end ? keyOf(end.value, type) : undefined;
  return end && key !== undefined ? { key, isIncluded: end.isIncluded } : null;
}

/** Whether the words of a field, which are sorted, contain a word. */
export function hasWord(words: FieldWords, { text, match }: Word): boolean {
  if (match === 'fuzzy') {
    const max = maxEdits(text);
    return words.some((word) => isWithinEditDistance(word, text, max));
  }
  const first = words[lowerBound(words, text)];
  return first !== undefined && (match === 'prefix' ? first.startsWith(text) : first === text);
}

/** Binary search: the index of the first word that is not before `text`. */
function lowerBound(words: FieldWords, text: string): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
