import type { Value } from '#engine/records/record.ts';
import type { BoundGroupKey, Point, ValueType } from '../bind/bound.ts';
import { convexHull } from '../convex-hull.ts';
import { pointOfValue } from '../geometry.ts';
import { isDouble } from '../sql/expression-sql.ts';
import { multipleOf, type TimezoneName } from '../scope.ts';
import { clockAt, clockText, rangeEndText } from '../timezone.ts';
import { compileExpression, timeOf } from './compile-expression.ts';
import type { StoredRecordField, View } from './stored-record.ts';
import { fieldJson, valueJson } from './write-value.ts';
import type { IntervalUnit } from '../tree.ts';

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

type GroupKey<Kind> = Extract<BoundGroupKey<StoredRecordField>, { kind: Kind }>;

const nothing: GroupValue = Object.freeze({ key: undefined, json: 'null' });

/** Compiles a key of `group_by`. */
export function compileGroupKey(key: BoundGroupKey<StoredRecordField>, timezone: TimezoneName): RecordGroupKey {
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

const numberKey = (field: StoredRecordField, rangeAt: (number: number) => GroupValue): RecordGroupKey => ({
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

const dayMs = 86_400_000;
const daysOfWeek = 7;
/** Units of the same length always, in milliseconds. */
const lengths: Partial<Record<IntervalUnit, number>> = {
  millisecond: 1,
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
};
const months: Partial<Record<IntervalUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** The start of the interval that contains a time, in milliseconds. Intervals of equal length begin at 1970, weeks on Monday. */
function startOfInterval(time: number, unit: IntervalUnit, count: number): number {
  const length = lengths[unit];
  if (length !== undefined) return Math.floor(time / (length * count)) * length * count;
  if (unit === 'week') return Math.floor((time / dayMs + 3) / daysOfWeek) * daysOfWeek * dayMs - 3 * dayMs;
  const date = new Date(time);
  const size = months[unit] ?? 1;
  return startOfMonth(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / size) * size);
}

/** The end of the interval that starts at a time. */
function endOfInterval(start: number, unit: IntervalUnit, count: number): number {
  const length = unit === 'week' ? daysOfWeek * dayMs : lengths[unit];
  if (length !== undefined) return start + length * count;
  const date = new Date(start);
  return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + (months[unit] ?? 1) * count);
}

/** The first instant of a month. `Date.UTC` takes the years below 100 for others. */
function startOfMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}

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
