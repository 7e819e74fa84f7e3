import type { FieldType } from '#portal-page/generated/operations.ts';

/** A field that a chart may be of. */
export interface ChartField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly isFacet: boolean;
  readonly isMultivalued: boolean;
}

/** The intervals into which dates are divided, the shortest first. */
export const intervals = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** The length of an interval. */
export type Interval = (typeof intervals)[number];

/** What is computed of the records of a bar or point. */
export const measures = ['count', 'sum', 'avg', 'min', 'max'] as const;
/** A measure; all but the count are of a field of numbers. */
export type Measure = (typeof measures)[number];

/** How a chart is drawn. */
export const chartKinds = ['bars', 'lines'] as const;
/** A kind of chart. */
export type ChartKind = (typeof chartKinds)[number];

/** What a chart shows, as the address of its page says. */
export interface ChartState {
  /** Undefined for what fits the field: lines over time, else bars. */
  readonly kind: ChartKind | undefined;
  /** The field whose values, or intervals of dates, have a bar or point each. Undefined for what fits the dataset. */
  readonly by: string | undefined;
  /** The field whose values have a series each. */
  readonly split: string | undefined;
  readonly measure: Measure;
  /** The field of numbers that is measured; undefined for the count of records. */
  readonly of: string | undefined;
  /** Undefined for what fits the dates. */
  readonly interval: Interval | undefined;
}

/** The parameters of an address that belong to the chart. */
export const chartParameters = ['chart', 'by', 'split', 'measure', 'of', 'interval'] as const;

const maxOffered = 30;

const isDated = ({ type }: ChartField): boolean => type === 'date' || type === 'datetime';

/** The fields whose values can have a bar each: facets first, then dates, then other texts. */
export function groupFields<Field extends ChartField>(fields: readonly Field[]): readonly Field[] {
  const facets = fields.filter((field) => field.isFacet && isPlain(field));
  const dates = fields.filter((field) => isDated(field) && !field.isMultivalued);
  const texts = fields.filter((field) => !field.isFacet && field.type === 'text');
  return [...facets, ...dates, ...texts].slice(0, maxOffered);
}

const isPlain = ({ type }: ChartField): boolean => type === 'text' || type === 'int';

/** The fields whose values can have a series each. */
export const splitFields = <Field extends ChartField>(fields: readonly Field[]): readonly Field[] =>
  groupFields(fields).filter(isPlain);

/** The fields that can be measured. */
export const numberFields = <Field extends ChartField>(fields: readonly Field[]): readonly Field[] =>
  fields
    .filter(({ type, isMultivalued }) => (type === 'int' || type === 'double') && !isMultivalued)
    .slice(0, maxOffered);

/** The dates over which a chart may be, without being asked for. */
export const dateFields = <Field extends ChartField>(fields: readonly Field[]): readonly Field[] =>
  fields.filter((field) => isDated(field) && !field.isMultivalued).slice(0, 5);

/** Reads what an address asks of the chart. What the dataset does not have is left to what fits it. */
export function readChart(parameters: URLSearchParams, fields: readonly ChartField[]): ChartState {
  const oneOf = <Value extends string>(values: readonly Value[], name: string): Value | undefined =>
    values.find((value) => value === parameters.get(name));
  const fieldOf = (offered: readonly ChartField[], name: string): string | undefined =>
    offered.find((field) => field.name === parameters.get(name))?.name;
  const by = fieldOf(groupFields(fields), 'by');
  const split = fieldOf(splitFields(fields), 'split');
  const asked = oneOf(measures, 'measure') ?? 'count';
  const of = asked === 'count' ? undefined : (fieldOf(numberFields(fields), 'of') ?? numberFields(fields)[0]?.name);
  return {
    kind: oneOf(chartKinds, 'chart'),
    by,
    split: split === by ? undefined : split,
    measure: of === undefined ? 'count' : asked,
    of,
    interval: oneOf(intervals, 'interval'),
  };
}

/** The parameters of a chart; what fits by itself has none. */
export const writeChart = ({
  kind,
  by,
  split,
  measure,
  of,
  interval,
}: ChartState): readonly (readonly [string, string])[] =>
  Object.entries({ chart: kind, by, split, measure: measure === 'count' ? undefined : measure, of, interval }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value] as const]),
  );

/** The query of an address (with `?`, empty without parameters) whose chart has changed. What belongs to other parts of the page stays. */
export function queryWithChart(parameters: URLSearchParams, state: ChartState): string {
  const names: readonly string[] = chartParameters;
  const others = [...parameters].filter(([name]) => !names.includes(name));
  const query = new URLSearchParams([...others, ...writeChart(state)].map(([name, value]) => [name, value])).toString();
  return query === '' ? '' : `?${query}`;
}

const dayMs = 86_400_000;
const lengths: Readonly<Record<Interval, number>> = {
  hour: dayMs / 24,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.4 * dayMs,
  quarter: 91.3 * dayMs,
  year: 365.25 * dayMs,
};

/** About how many intervals are between two instants. */
export const countBetween = (from: number, to: number, interval: Interval): number =>
  Math.floor((to - from) / lengths[interval]) + 1;

/** The interval that divides the time between two instants into some dozens of parts. */
export function intervalBetween(from: number, to: number, hasTime: boolean): Interval {
  const days = (to - from) / dayMs;
  if (hasTime && days <= 3) return 'hour';
  if (days <= 120) return 'day';
  return days <= 15 * 365 ? 'month' : 'year';
}

/** Whether dates are dense enough that a line over them says something: most intervals have records. */
export const isDense = (shown: number, from: number, to: number, interval: Interval): boolean =>
  shown >= 3 && shown >= countBetween(from, to, interval) / 2;
