import { onceFor } from '#kernel/once-for.ts';
import type { BoundExpression, BoundItem, BoundOrderKey } from '../bind/bound.ts';
import type { TimezoneName } from '../scope.ts';
import { isDouble } from '../sql/expression-sql.ts';
import { compileAggregate, type RecordAggregate } from './aggregates.ts';
import { calculate, compileExpression } from './compile-expression.ts';
import { compareSorted, type GroupValue, type Key, keyOf } from './group-keys.ts';
import { BeyondMemory, type StoredRecordField, RecordView, type View } from './stored-record.ts';
import { fieldJson, valueJson, type ResultValue } from './write-value.ts';

type Expression = BoundExpression<StoredRecordField>;

/** What a row of a result is computed from: a record, or a group of records. */
export interface ResultSource {
  /** Null for a group. */
  readonly view: View | null;
  readonly keys: readonly GroupValue[];
  /** The records of the group, or all records that the query selects. */
  readonly group: RecordGroup;
}

/** Records over which aggregates are computed, each once. */
export class RecordGroup {
  readonly views: readonly View[];
  readonly #results = new Map<RecordAggregate, ResultValue>();

  constructor(views: readonly View[]) {
    this.views = views;
  }

  result(aggregate: RecordAggregate, compute: (views: readonly View[]) => ResultValue): ResultValue {
    const known = this.#results.get(aggregate);
    if (known !== undefined) return known;
    const result = compute(this.views);
    this.#results.set(aggregate, result);
    return result;
  }
}

type Result = (source: ResultSource) => ResultValue;

/** Compiles an expression of `select` or `order_by`. The key of a group has no value here, only its JSON and what it is ordered by. */
function compileResult(expression: Expression): Result {
  if (expression.kind === 'key') return () => null;
  if (expression.kind === 'aggregate') {
    const compute = compileAggregate(expression);
    return ({ group }) => group.result(expression, compute);
  }
  if (expression.kind === 'negative') {
    const { operand } = expression;
    const exact = operand.kind === 'aggregate' ? compileResult(operand) : undefined;
    const number = compileNumber(operand);
    return (source) => {
      const whole = exact?.(source);
      if (typeof whole === 'bigint') return -whole;
      const value = number(source);
      return value === null ? null : 0 - value;
    };
  }
  if (expression.kind === 'arithmetic') {
    const [left, right] = [compileNumber(expression.left), compileNumber(expression.right)];
    return (source) => {
      const [leftNumber, rightNumber] = [left(source), right(source)];
      return leftNumber === null || rightNumber === null
        ? null
        : calculate(expression.operator, leftNumber, rightNumber);
    };
  }
  const evaluate = compileExpression(expression);
  // in a row of a group, other expressions read no field
  const none = new RecordView({});
  return ({ view }) => evaluate(view ?? none);
}

function compileNumber(expression: Expression): (source: ResultSource) => number | null {
  if (expression.kind === 'key') {
    const { index } = expression;
    return ({ keys }) => {
      const key = keys[index]?.key;
      return typeof key === 'number' ? key : null;
    };
  }
  const result = compileResult(expression);
  return (source) => {
    const value = result(source);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
  };
}

type Items = readonly BoundItem<StoredRecordField>[];

/** Compiles the JSON object of a row. */
export const compileRow = (items: Items, timezone: TimezoneName): ((source: ResultSource) => string) =>
  timezone === 'UTC' ? compileUtcRow(items) : compileMembers(items, timezone);

function compileMembers(items: Items, timezone: TimezoneName): (source: ResultSource) => string {
  const members = items.map(({ name, expression }) => ({
    name: `${JSON.stringify(name)}:`,
    json: compileItem(expression, timezone),
  }));
  return (source) => `{${members.map(({ name, json }) => name + json(source)).join(',')}}`;
}

/** Queries without `select` share their items, and mostly the time zone. */
const compileUtcRow = onceFor((items: Items) => compileMembers(items, 'UTC'));

function compileItem(expression: Expression, timezone: TimezoneName): (source: ResultSource) => string {
  if (expression.kind === 'key') return ({ keys }) => keys[expression.index]?.json ?? 'null';
  if (expression.kind === 'field') {
    const evaluate = compileExpression(expression);
    const { field } = expression;
    const isAsStored = (field.type !== 'datetime' || timezone === 'UTC') && !field.precision;
    return ({ view }) => {
      if (!view) return 'null';
      return (isAsStored ? view.json?.(field) : undefined) ?? fieldJson(field, evaluate(view), timezone);
    };
  }
  const result = compileResult(expression);
  const isInDouble = isDoubleResult(expression);
  return (source) => valueJson(expression.type, result(source), timezone, isInDouble);
}

/** Whether the column engine computes a result as a double: all arithmetic, and aggregates of doubles. */
function isDoubleResult(expression: Expression): boolean {
  if (expression.kind === 'key') return false;
  if (expression.kind === 'negative') return isDoubleResult(expression.operand);
  if (expression.kind === 'arithmetic') return true;
  if (expression.kind !== 'aggregate') return isDouble(expression);
  if (expression.name === 'avg' || expression.name === 'percentile') return true;
  return expression.name !== 'count' && isDouble(expression.operand);
}

/** A sort key of rows. */
export interface RowOrder {
  readonly keyOf: (source: ResultSource) => Key | undefined;
  readonly isDescending: boolean;
}

/** Compiles a sort key that is an expression. */
export function compileOrder({
  expression,
  isDescending,
}: Extract<BoundOrderKey<StoredRecordField>, { kind: 'expression' }>): RowOrder {
  if (expression.kind === 'key') return { keyOf: ({ keys }) => keys[expression.index]?.key, isDescending };
  const result = compileResult(expression);
  return {
    isDescending,
    keyOf: (source) => {
      const value = result(source);
      if (typeof value === 'bigint') throw new BeyondMemory();
      return keyOf(value, expression.type);
    },
  };
}

/** An item and the keys by which it is sorted. */
export interface Sorted<Item> {
  readonly item: Item;
  readonly keys: readonly (Key | undefined)[];
}

/** Compares the keys of items. Keys that are missing come last. */
export const compareBy =
  (orders: readonly { readonly isDescending: boolean }[]) =>
  (one: Sorted<unknown>, other: Sorted<unknown>): number => {
    for (const [index, { isDescending }] of orders.entries()) {
      const order = compareSorted(one.keys[index], other.keys[index], isDescending);
      if (order !== 0) return order;
    }
    return 0;
  };
