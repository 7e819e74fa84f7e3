import type { Interval, Measure } from './chart-state.ts';

/** The limits of what a chart shows. */
export const chartLimits = { categories: 20, series: 8, times: 500 } as const;

/** What has a bar or a point: a value of a field, or an interval of time. */
export type Mark =
  { readonly kind: 'value'; readonly value: string | number | null } | { readonly kind: 'time'; readonly time: number };

/** One value for each mark; null where there is none. */
export interface Series {
  /** The value of the field that splits the chart; undefined for a chart of one series. */
  readonly value: string | number | null | undefined;
  readonly values: readonly (number | null)[];
}

/** What a chart shows. */
export interface ChartData {
  readonly by: string;
  readonly measure: Measure;
  readonly of: string | undefined;
  /** Of time. */
  readonly interval: Interval | undefined;
  readonly split: string | undefined;
  readonly marks: readonly Mark[];
  readonly series: readonly Series[];
  /** Whether there are more values, or more intervals, than are shown. */
  readonly hasMoreMarks: boolean;
  readonly hasMoreSeries: boolean;
}

type Group = Readonly<Record<string, unknown>>;

/** The mark of a group, whose key is `key`. */
function markOf(group: Group, isTime: boolean): Mark | undefined {
  const { key } = group;
  if (!isTime) return { kind: 'value', value: plainValue(key) };
  const time = typeof key === 'string' ? Date.parse(startOf(key)) : NaN;
  return Number.isNaN(time) ? undefined : { kind: 'time', time };
}

/** The value of a group by which it is named. */
export const plainValue = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

/** The start of a range, such as `[2025-03-01T00:00:00.000Z, 2025-03-02T00:00:00.000Z[`. */
const startOf = (range: string): string => range.slice(1).split(',', 1)[0] ?? '';

const nameOf = (mark: Mark): string => JSON.stringify(mark.kind === 'time' ? mark.time : mark.value);

/** Arranges groups by their marks, which are those of `first` where it is given, and by the values of the field that splits them. */
export function arrange(
  groups: readonly Group[],
  {
    isTime,
    first,
    values,
  }: { readonly isTime: boolean; readonly first?: readonly Mark[]; readonly values: readonly Series['value'][] },
): Pick<ChartData, 'marks' | 'series'> {
  const numbers = new Map<string, number>();
  const marks = new Map((first ?? []).map((mark) => [nameOf(mark), mark]));
  for (const group of groups) {
    const mark = markOf(group, isTime);
    if (!mark) continue;
    const name = nameOf(mark);
    if (!marks.has(name)) {
      if (first) continue;
      marks.set(name, mark);
    }
    const { value, split } = group;
    if (typeof value === 'number') numbers.set(`${name} ${JSON.stringify(plainValue(split))}`, value);
  }
  const shown = [...marks];
  if (isTime) shown.sort(([, one], [, other]) => timeOf(one) - timeOf(other));
  return {
    marks: shown.map(([, mark]) => mark),
    series: values.map((value) => ({
      value,
      values: shown.map(([name]) => numbers.get(`${name} ${JSON.stringify(value ?? null)}`) ?? null),
    })),
  };
}

const timeOf = (mark: Mark): number => (mark.kind === 'time' ? mark.time : 0);
