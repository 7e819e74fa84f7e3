import { printName, quoted } from '#kernel/odsql-names.ts';
import { ChartGroupsDocument, type GroupInput, type MeasureInput } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import type { RecordState } from '#portal-page/record-state.ts';
import { selectionOf } from '#portal-page/records/table-state.ts';
import type { ViewRequest } from '#portal-page/view.tsx';
import { arrange, type ChartData, chartLimits, type Mark, plainValue, type Series } from './chart-data.ts';
import {
  type ChartField,
  type ChartState,
  dateFields,
  groupFields,
  type Interval,
  intervalBetween,
  isDense,
} from './chart-state.ts';

/** The records that a chart is of. */
export interface ChartSource {
  readonly datasetId: string;
  readonly fields: readonly ChartField[];
  readonly records: RecordState;
}

type Group = Readonly<Record<string, unknown>>;

/** What is asked of the graph for a chart. */
interface Question {
  readonly by: readonly GroupInput[];
  readonly measures: readonly MeasureInput[];
  readonly first: number;
  readonly where?: string | undefined;
  readonly largestFirst?: boolean;
}

type Ask = (question: Question) => Promise<{ readonly groups: readonly Group[]; readonly hasMore: boolean }>;

/**
 * Reads what a chart shows; undefined where nothing in the dataset makes one. Without a field in `state`, it is of the first facet, else of the first date
 * whose intervals mostly have records.
 */
export async function readChartData(
  { reader, signal }: Pick<ViewRequest, 'reader' | 'signal'>,
  { datasetId, fields, records }: ChartSource,
  state: ChartState,
): Promise<ChartData | undefined> {
  const ask: Ask = async ({ by, measures, first, where, largestFirst = false }) => {
    const selection = selectionOf(records);
    const conditions = [selection.where, where].filter((condition) => typeof condition === 'string');
    const variables = {
      ...{ datasetId, by: [...by], measures: [...measures], first },
      ...selection,
      where: conditions.length === 0 ? null : conditions.map((condition) => `(${condition})`).join(' and '),
      orderBy: largestFirst ? [{ field: 'value', direction: 'DESC' as const }] : null,
    };
    const { data, failures } = await reader.read(ChartGroupsDocument, variables, signal);
    const aggregate = data.catalogDataset?.aggregate;
    if (!aggregate) throw failures[0]?.error ?? new Error('The dataset has no records.');
    return { groups: aggregate.groups.filter(isRecord), hasMore: aggregate.hasMore };
  };
  const chosen = fields.find(({ name }) => name === state.by);
  const facet = groupFields(fields).find(({ isFacet }) => isFacet);
  const field = chosen ?? facet;
  if (field && field.type !== 'date' && field.type !== 'datetime') return overValues(ask, field, fields, state);
  for (const date of chosen ? [chosen] : dateFields(fields)) {
    const data = await overTime(ask, date, fields, state, chosen !== undefined);
    if (data) return data;
  }
  return undefined;
}

const measureOf = ({ measure, of }: ChartState): MeasureInput =>
  of === undefined ? { function: 'count', as: 'value' } : { function: measure, field: of, as: 'value' };

/** The chart of the values of a field, the largest first. */
async function overValues(
  ask: Ask,
  { name, type }: ChartField,
  fields: readonly ChartField[],
  state: ChartState,
): Promise<ChartData> {
  const measures = [measureOf(state)];
  const key = { field: name, as: 'key' };
  const [whole, parts] = await Promise.all([
    ask({ by: [key], measures, first: chartLimits.categories, largestFirst: true }),
    splitOf(ask, fields, state),
  ]);
  const marks = whole.groups.map((group): Mark => ({ kind: 'value', value: plainValue(group['key']) }));
  const shared = {
    ...{ by: name, measure: state.measure, of: state.of, interval: undefined, split: parts?.field.name },
    ...{ hasMoreMarks: whole.hasMore, hasMoreSeries: parts?.hasMore ?? false },
  };
  if (!parts) return { ...shared, ...arrange(whole.groups, { isTime: false, first: marks, values: [undefined] }) };
  const values = marks.map((mark) => (mark.kind === 'value' ? mark.value : null));
  const { groups } = await ask({
    by: [key, { field: parts.field.name, as: 'split' }],
    measures,
    where: `${isOneOf(name, type, values)} and ${isOneOf(parts.field.name, parts.field.type, parts.values)}`,
    first: chartLimits.categories * chartLimits.series * 4,
  });
  return { ...shared, ...arrange(groups, { isTime: false, first: marks, values: parts.values }) };
}

/** The chart over a date; undefined where `isAsked` is false and the dates are too far apart. */
async function overTime(
  ask: Ask,
  { name, type }: ChartField,
  fields: readonly ChartField[],
  state: ChartState,
  isAsked: boolean,
): Promise<ChartData | undefined> {
  const [extent, parts] = await Promise.all([
    ask({
      by: [],
      measures: [
        { function: 'min', field: name, as: 'from' },
        { function: 'max', field: name, as: 'to' },
      ],
      first: 1,
    }),
    splitOf(ask, fields, state),
  ]);
  const [from, to] = [instantOf(extent.groups[0]?.['from']), instantOf(extent.groups[0]?.['to'])];
  if (from === undefined || to === undefined) return undefined;
  const interval: Interval = state.interval ?? intervalBetween(from, to, type === 'datetime');
  const { groups, hasMore } = await ask({
    by: [
      { field: name, interval: { unit: interval }, as: 'key' },
      ...(parts ? [{ field: parts.field.name, as: 'split' }] : []),
    ],
    measures: [measureOf(state)],
    where: [
      `${printName(name)} is not null`,
      ...(parts ? [isOneOf(parts.field.name, parts.field.type, parts.values)] : []),
    ].join(' and '),
    first: chartLimits.times * (parts ? chartLimits.series : 1),
  });
  const data = arrange(groups, { isTime: true, values: parts?.values ?? [undefined] });
  if (!isAsked && !isDense(data.marks.length, from, to, interval)) return undefined;
  return {
    ...{ by: name, measure: state.measure, of: state.of, interval, split: parts?.field.name },
    ...{ hasMoreMarks: hasMore, hasMoreSeries: parts?.hasMore ?? false },
    ...data,
  };
}

const instantOf = (value: unknown): number | undefined => {
  const instant = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(instant) ? undefined : instant;
};

/** The most frequent values of the field that splits a chart. */
async function splitOf(
  ask: Ask,
  fields: readonly ChartField[],
  { split }: ChartState,
): Promise<
  | {
      readonly field: ChartField;
      readonly values: readonly Exclude<Series['value'], undefined>[];
      readonly hasMore: boolean;
    }
  | undefined
> {
  const field = fields.find(({ name }) => name === split);
  if (!field) return undefined;
  const { groups, hasMore } = await ask({
    by: [{ field: field.name, as: 'key' }],
    measures: [{ function: 'count', as: 'value' }],
    first: chartLimits.series,
    largestFirst: true,
  });
  return { field, values: groups.map(({ key }) => plainValue(key)), hasMore };
}

/** The condition that a field has one of some values. */
function isOneOf(name: string, type: ChartField['type'], values: readonly (string | number | null)[]): string {
  const field = printName(name);
  const literals = values.flatMap((value) =>
    value === null ? [] : [type === 'text' ? quoted(String(value)) : String(value)],
  );
  const conditions = [
    ...(literals.length > 0 ? [`${field} in (${literals.join(', ')})`] : []),
    ...(values.includes(null) || literals.length === 0 ? [`${field} is null`] : []),
  ];
  return `(${conditions.join(' or ')})`;
}
