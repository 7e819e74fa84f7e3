import type { Value } from '#engine/records/record.ts';
import type { BoundGroupKey } from '../bind/bound/bound-query.ts';
import type { Point } from '../bind/bound/bound-expression.ts';
import { convexHull } from '../geometry/convex-hull.ts';
import { pointOfValue } from '../geometry/shape.ts';
import { isDouble } from '../sql/expression-sql.ts';
import { multipleOf } from '../multiple.ts';
import type { TimezoneName } from '../scope.ts';
import { clockAt, clockText, rangeEndText } from '../zoned-text.ts';
import { compileExpression } from './compile-expression.ts';
import { endOfInterval, startOfInterval } from './intervals.ts';
import { compareKeys, keyOf, type Key } from './keys.ts';
import type { RecordField } from './record-scope.ts';
import type { View } from './record-view.ts';
import { fieldJson, valueJson } from './write-value.ts';
import { timeOf } from './times.ts';

/** The value of a group's key: what groups are ordered by, undefined for null, and its JSON, unless that depends on the group's records. */
export interface GroupValue {
  readonly key: Key | undefined;
  readonly json: string;
}

/** A key of `group_by` over records in memory. */
export interface RecordGroupKey {
  /** The values of a record, each once; none for a record that belongs to no group. */
  readonly valuesOf: (view: View) => readonly GroupValue[];
  /** The values whose groups are listed even without records. */
  readonly listed?: readonly GroupValue[];
  /** The JSON of the key of a group with records, where it depends on them. */
  readonly jsonOf?: (views: readonly View[]) => string;
}

type GroupKey<Kind> = Extract<BoundGroupKey<RecordField>, { kind: Kind }>;

const nothing: GroupValue = Object.freeze({ key: undefined, json: 'null' });

/** Compiles a key of `group_by`. */
export function compileGroupKey(key: BoundGroupKey<RecordField>, timezone: TimezoneName): RecordGroupKey {
  switch (key.kind) {
    case 'expression':
      return expressionKey(key, timezone);
    case 'width':
      return widthKey(key);
    case 'interval':
      return intervalKey(key);
    case 'steps':
      return stepsKey(key);
    case 'cluster':
      return clusterKey(key);
  }
}

function expressionKey({ expression, type }: GroupKey<'expression'>, timezone: TimezoneName): RecordGroupKey {
  if (expression.kind !== 'field') {
    const evaluate = compileExpression(expression);
    const isInDouble = isDouble(expression);
    return {
      valuesOf: (view) => {
        const value = evaluate(view);
        return [{ key: keyOf(value, type), json: valueJson(expression.type, value, timezone, isInDouble) }];
      },
    };
  }
  const { field } = expression;
  const write = (value: Value): GroupValue => {
    const json = fieldJson(field, value, timezone);
    // a date that is written without its day belongs to the month or the year
    const start =
      field.precision && typeof value === 'string' ? value.slice(0, field.precision === 'year' ? 4 : 7) : value;
    return { key: keyOf(start, type), json };
  };
  return {
    valuesOf: (view) => {
      const values = view.values(field);
      if (values.length === 0) return [nothing];
      return [...new Set(field.isMultivalued ? values : values.slice(0, 1))].map(write);
    },
  };
}

const rangeOf = (key: Key, start: string, end: string): GroupValue => ({
  key,
  json: JSON.stringify(`[${start}, ${end}[`),
});

function widthKey({ field, width }: GroupKey<'width'>): RecordGroupKey {
  const { step, divisor, maxNumber } = multipleOf(width);
  const isWhole = field.type === 'int' && Number.isSafeInteger(width);
  const multiple = (count: number): number => (count * step) / divisor + 0;
  const startOf = (number: number): number => {
    const count = Math.floor(number / width);
    if (multiple(count + 1) <= number) return multiple(count + 1);
    return multiple(multiple(count) > number ? count - 1 : count);
  };
  return numberKey(field, (number) => {
    if (!isWhole && Math.abs(number) >= maxNumber) return rangeOf(number, String(number), String(number));
    const start = startOf(number);
    return rangeOf(start, String(start), String(multiple(Math.round(start / width) + 1)));
  });
}

const numberKey = (field: RecordField, rangeAt: (number: number) => GroupValue): RecordGroupKey => ({
  valuesOf: (view) => {
    const [value] = view.values(field);
    return [typeof value === 'number' ? rangeAt(value) : nothing];
  },
});

function intervalKey({ field, count, unit, timezone }: GroupKey<'interval'>): RecordGroupKey {
  const shownIn = field.type === 'date' ? 'UTC' : timezone;
  return {
    valuesOf: (view) => {
      const time = timeOf(view.values(field)[0] ?? null);
      if (time === undefined) return [nothing];
      const start = startOfInterval(clockAt(time, shownIn), unit, count);
      const end = endOfInterval(start, unit, count);
      return [rangeOf(start, clockText(start, shownIn), clockText(end, shownIn))];
    },
  };
}

function stepsKey({ field, steps, timezone }: GroupKey<'steps'>): RecordGroupKey {
  const shownIn = field.type === 'date' ? 'UTC' : timezone;
  const write = (end: number | string | null | undefined): string =>
    end === null || end === undefined ? '*' : rangeEndText(end, shownIn);
  const ends = steps.map((end) => (end === null ? undefined : keyOf(end, field.type)));
  const listed = steps.slice(1).map((end, index) => rangeOf(index, write(steps[index]), write(end)));
  return {
    listed,
    valuesOf: (view) => {
      const key = keyOf(view.values(field)[0] ?? null, field.type);
      if (key === undefined) return [nothing];
      const isBelow = (end: Key | undefined): boolean => end === undefined || compareKeys(end, key) <= 0;
      return listed.filter(
        (_, index) => isBelow(ends[index]) && !(ends[index + 1] !== undefined && isBelow(ends[index + 1])),
      );
    },
  };
}

/** Groups points by cells of the Mercator projection, which ends before the poles. The world is 256 × 2^zoom pixels wide. */
function clusterKey({ field, zoom, radius }: GroupKey<'cluster'>): RecordGroupKey {
  const cells = (256 * 2 ** zoom) / 360 / Math.max(radius, 1);
  const pointOf = (view: View): Point | undefined => pointOfValue(view.values(field)[0] ?? null);
  return {
    valuesOf: (view) => {
      const point = pointOf(view);
      return [point ? { key: cellOf(point, cells), json: '' } : nothing];
    },
    jsonOf: (views) => {
      const points = views.flatMap((view) => {
        const point = pointOf(view);
        return point ? [point] : [];
      });
      const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
      const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
      const cluster = valueJson('geo_shape', convexHull(lons, lats), 'UTC');
      return points.length === 0
        ? 'null'
        : `{"cluster_centroid":${JSON.stringify({ lon: mean(lons), lat: mean(lats) })},"cluster":${cluster}}`;
    },
  };
}

const maxLatitude = 85.0511287798;

/** The number of a cell, from the west to the east, then from the north to the south. There are so many cells for each degree of longitude. */
function cellOf([lon, lat]: Point, cells: number): number {
  const radians = ((45 + Math.min(Math.max(lat, -maxLatitude), maxLatitude) / 2) * Math.PI) / 180;
  const south = 180 - (Math.log(Math.tan(radians)) * 180) / Math.PI;
  return Math.floor((lon + 180) * cells) * 2 ** 34 + Math.floor(south * cells);
}
