import fc from 'fast-check';
import { Binding } from '#engine/odsql/bind/bound.ts';
import { bindScalar } from '#engine/odsql/bind/bind-expression.ts';
import { compileExpression, timeOf } from '#engine/odsql/evaluate/compile-expression.ts';
import { RecordView } from '#engine/odsql/evaluate/stored-record.ts';
import { parseOrderBy } from '#engine/odsql/parse/parse-clauses.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { anyExpression } from './any-expression.ts';
import { anyRecord, memory } from './any-record.ts';

/** A value that has an order: a time is its milliseconds. */
export type Key = number | string | null;

/** The order of two keys: null last, texts by code point. */
export function compare(one: Key, other: Key): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return Number(one) - Number(other) || (one < other ? -1 : one > other ? 1 : 0);
}

/** An expression over records in memory: its value, and the key of a value. */
export function evaluator(text: string, timezone: string) {
  const [key] = parseOrderBy(text);
  if (key?.kind !== 'expression') throw new Error('The key is no expression.');
  const bound = bindScalar(key.expression, new Binding({ ...memory, timezone }, 'order_by'));
  const evaluate = compileExpression(bound);
  const isTime = bound.type === 'date' || bound.type === 'datetime';
  return {
    valueOf: (record: DataRecord): Value => evaluate(new RecordView(record)),
    keyOf: (value: Value): Key => {
      if (isTime) return timeOf(value) ?? null;
      return typeof value === 'number' || typeof value === 'string' ? value : null;
    },
  };
}

/** A key of `order_by`. */
export interface OrderKey {
  readonly expression: string;
  readonly isDescending: boolean;
}

/** Keys of orders over the columns of `any-record.ts`. */
export const anyOrderKey: fc.Arbitrary<OrderKey> = fc
  .tuple(fc.oneof(fc.constantFrom('name', 'x', 'd', 't'), anyExpression.number, anyExpression.text), fc.boolean())
  .map(([expression, isDescending]) => ({ expression: `(${expression})`, isDescending }));

/** The clause with some keys. */
export const orderByOf = (keys: readonly OrderKey[]): string =>
  keys.map(({ expression, isDescending }) => `${expression}${isDescending ? ' desc' : ''}`).join(', ');

/** Records in the order of some keys; ties keep their order, and null is last in both directions. */
export function sortedBy(records: readonly DataRecord[], keys: readonly OrderKey[], zone: string): DataRecord[] {
  const evaluators = keys.map(({ expression, isDescending }) => ({ ...evaluator(expression, zone), isDescending }));
  return records.toSorted((a, b) => {
    for (const { valueOf, keyOf, isDescending } of evaluators) {
      const [one, other] = [keyOf(valueOf(a)), keyOf(valueOf(b))];
      const order = compare(one, other);
      if (order !== 0) return isDescending && one !== null && other !== null ? -order : order;
    }
    return 0;
  });
}

/** Records with small numbers, whose sums are exact, and 0 for -0. */
export const someRecords = fc.array(anyRecord, { minLength: 1, maxLength: 8 }).map((records): DataRecord[] =>
  records.map((record) => ({
    ...record,
    n: typeof record.n === 'number' ? (record.n % 100) + 0 : null,
    x: typeof record.x === 'number' ? record.x + 0 : null,
  })),
);
