import { boxOf } from '#engine/geo/representative-point.ts';
import type { Geometry } from '#engine/geo/parse-geometry.ts';
import type { Value } from '#engine/records/record.ts';
import type { AggregateFunction, ScalarExpression } from '../bind/bound.ts';
import { convexHull } from '../convex-hull.ts';
import { partsOfGeometry, pointOfValue, shapeOfValue } from '../geometry.ts';
import { compileExpression, finiteOrNull } from './compile-expression.ts';
import { compareKeys, keyOf } from './group-keys.ts';
import type { StoredRecordField, View } from './stored-record.ts';
import type { ResultValue } from './write-value.ts';

/** An aggregate over records. */
export type RecordAggregate = AggregateFunction<StoredRecordField>;

type Expression = ScalarExpression<StoredRecordField>;

/** Compiles an aggregate. Without values it is null, or 0 for `count`. */
export function compileAggregate(aggregate: RecordAggregate): (views: readonly View[]) => ResultValue {
  if (aggregate.name === 'count' && aggregate.operand === null) return (views) => views.length;
  const { operand } = aggregate;
  if (operand === null) return (views) => views.length;
  const evaluate = compileExpression(operand);
  const compute = aggregateOf(aggregate, operand);
  return (views) =>
    compute(
      views.flatMap((view) => {
        const value = evaluate(view);
        // a list of several values is one value
        return value === null ? [] : [value];
      }),
    );
}

function aggregateOf(aggregate: RecordAggregate, operand: Expression): (values: readonly Value[]) => ResultValue {
  switch (aggregate.name) {
    case 'count':
      return aggregate.isDistinct
        ? (values) => new Set(values.map(identityOf(operand))).size
        : (values) => values.length;
    case 'sum':
      return (values) => sumOf(numbersIn(values), operand);
    case 'avg':
      return (values) => {
        const sum = sumOf(numbersIn(values), operand);
        return sum === null ? null : finiteOrNull(Number(sum) / values.length);
      };
    case 'min':
    case 'max': {
      const sign = aggregate.name === 'min' ? -1 : 1;
      const keys = (value: Value) => keyOf(value, operand.type) ?? '';
      return (values) =>
        values.reduce<Value>(
          (best, value) => (best === null || compareKeys(keys(value), keys(best)) * sign > 0 ? value : best),
          null,
        );
    }
    case 'percentile':
      return (values) => percentileOf(numbersIn(values), aggregate.percent / 100);
    case 'envelope':
      return (values) => {
        const points = values.flatMap((value) => {
          const point = pointOfValue(value);
          return point ? [point] : [];
        });
        return convexHull(
          points.map(([lon]) => lon),
          points.map(([, lat]) => lat),
        );
      };
    case 'bbox':
      return (values) => boxShape(values);
  }
}

const numbersIn = (values: readonly Value[]): number[] => values.filter((value) => typeof value === 'number');

/** The key that distinguishes the values of an operand. */
function identityOf({ type }: Expression): (value: Value) => unknown {
  if (type === 'geo_point_2d') return (value) => pointOfValue(value)?.join(' ');
  return (value) => (typeof value === 'object' ? JSON.stringify(value) : (keyOf(value, type) ?? value));
}

/** The sum of numbers: exact of whole numbers, a bigint where a double does not hold it. A sum of doubles that a double cannot hold is null. */
function sumOf(numbers: readonly number[], operand: Expression): number | bigint | null {
  if (numbers.length === 0) return null;
  if (!isWhole(operand)) return finiteOrNull(compensatedSum(numbers));
  const sum = numbers.reduce((before, number) => before + number, 0);
  if (numbers.reduce((before, number) => before + Math.abs(number), 0) <= Number.MAX_SAFE_INTEGER) return sum;
  return numbers.reduce((before, number) => before + BigInt(number), 0n);
}

/** Whether the values of an expression are whole numbers that no arithmetic has rounded. */
function isWhole(expression: Expression): boolean {
  if (expression.kind === 'literal') return typeof expression.value === 'number' && Number.isInteger(expression.value);
  if (expression.kind === 'negative') return isWhole(expression.operand);
  if (expression.kind === 'ifNull') return isWhole(expression.operand) && isWhole(expression.fallback);
  return expression.kind !== 'arithmetic' && expression.type === 'int';
}

/** A sum that compensates rounding (Kahan), as `odsql.sum` does. */
function compensatedSum(numbers: readonly number[]): number {
  let [sum, error] = [0, 0];
  for (const number of numbers) {
    const corrected = number - error;
    const next = sum + corrected;
    error = next - sum - corrected;
    sum = next;
  }
  return sum;
}

/** The interpolated percentile, with the weights that the column engine gives to the values on both sides. */
function percentileOf(numbers: readonly number[], fraction: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return null;
  const part = place - Math.floor(place);
  return finiteOrNull(part === 0 ? low : low * (1 - part) + high * part);
}

/** The box around points and shapes. */
function boxShape(values: readonly Value[]): Geometry | null {
  const [west, south, east, north] = boxOf(
    values.flatMap((value) => {
      const shape = shapeOfValue(value);
      return shape ? partsOfGeometry(shape).flatMap(({ lines }) => lines.flat()) : [];
    }),
  );
  if (west > east) return null;
  const corners = [west, south, east, south, east, north, west, north, west, south];
  return {
    type: 'Polygon',
    coordinates: [[0, 2, 4, 6, 8].map((index) => corners.slice(index, index + 2))],
  };
}
