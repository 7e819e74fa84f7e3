import { h } from '#portal-page/dom/element.ts';
import { fitted } from '#portal-page/drawing/fitted.ts';
import { lineChart, type ChartPoint } from '#portal-page/drawing/line-chart.ts';
import { DatasetGroupsDocument, type IntervalUnit } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Showing } from '#portal-page/portal.ts';
import { failureNote } from '../failure.ts';
import { isNumeric } from './cell-text.ts';
import type { Dataset } from './dataset.ts';

/** A field of dates, and the first and last date in it. */
export interface DateRange {
  readonly field: Dataset['schema'][number];
  readonly from: string;
  readonly to: string;
}

const maxPoints = 500;
const day = 86_400_000;

/** The unit whose intervals are at most a few hundred between two dates. */
export function unitBetween(from: string, to: string, hasTime: boolean): 'hour' | 'day' | 'month' | 'year' {
  const days = (Date.parse(to) - Date.parse(from)) / day;
  if (hasTime && days <= 3) return 'hour';
  if (days <= 200) return 'day';
  return days <= 25 * 365 ? 'month' : 'year';
}

/** A chart of the records over a date: their number, or the average of a field, which the graph computes. */
export function timeChart({ portal, signal }: Showing, dataset: Dataset, ranges: readonly DateRange[]): HTMLElement {
  const language = portal.language();
  const { messages } = language;
  const numbers = dataset.schema.filter(({ type }) => isNumeric(type)).slice(0, 20);
  const measure = h(
    'select',
    { id: 'measure' },
    h('option', { value: '' }, messages.countOfRecords),
    numbers.map(({ name, label }) => h('option', { value: name }, messages.averageOf(label))),
  );
  // An average of measurements says more than their number.
  measure.value = numbers.find(({ type }) => type === 'double')?.name ?? '';
  const over = h(
    'select',
    { id: 'over' },
    ranges.map(({ field }, index) => h('option', { value: index }, field.label)),
  );
  const drawing = h('div', { class: 'drawing', 'aria-live': 'polite' });

  const draw = async (): Promise<void> => {
    const range = ranges[Number(over.value)];
    if (!range) return;
    const unit = unitBetween(range.from, range.to, range.field.type === 'datetime');
    const { catalogDataset } = await portal.graph.query(
      DatasetGroupsDocument,
      {
        datasetId: dataset.datasetId,
        by: [{ field: range.field.name, interval: { unit: unit satisfies IntervalUnit }, as: 'time' }],
        measures: [
          measure.value === ''
            ? { function: 'count', as: 'value' }
            : { function: 'avg', field: measure.value, as: 'value' },
        ],
        first: maxPoints,
      },
      signal,
    );
    const points = (catalogDataset?.aggregate?.groups ?? []).flatMap(pointOf);
    const title = messages.chartOf(measure.selectedOptions[0]?.text ?? '', messages.interval[unit]);
    const texts = { title, valueText: language.number, timeText: (time: number) => timeText(language, unit, time) };
    drawing.replaceChildren(
      h('p', { class: 'drawing-title' }, title),
      fitted((width) => lineChart(points, width, texts), 'fitted'),
      pointTable(language, points, texts),
    );
  };
  const redraw = (): void => {
    draw().catch((error: unknown) => {
      if (!signal.aborted) drawing.replaceChildren(failureNote(error));
    });
  };
  measure.addEventListener('change', redraw);
  over.addEventListener('change', redraw);
  redraw();
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'controls' },
      numbers.length > 0 && h('div', {}, h('label', { for: 'measure' }, messages.measure), measure),
      ranges.length > 1 && h('div', {}, h('label', { for: 'over' }, messages.overField), over),
    ),
    drawing,
  );
}

function pointOf({ time, value }: Readonly<Record<string, unknown>>): readonly ChartPoint[] {
  const at = typeof time === 'string' ? Date.parse(startOf(time)) : NaN;
  return typeof value === 'number' && !Number.isNaN(at) ? [{ time: at, value }] : [];
}

/** The start of a range, such as `[2025-03-01T00:00:00.000Z, 2025-03-02T00:00:00.000Z[`. */
const startOf = (range: string): string => range.slice(1).split(',', 1)[0] ?? '';

function timeText({ code }: Language, unit: ReturnType<typeof unitBetween>, time: number): string {
  const formats = {
    hour: { dateStyle: 'short', timeStyle: 'short' },
    day: { dateStyle: 'medium' },
    month: { month: 'short', year: 'numeric' },
    year: { year: 'numeric' },
  } as const satisfies Record<string, Intl.DateTimeFormatOptions>;
  return new Intl.DateTimeFormat(code, { ...formats[unit], timeZone: 'UTC' }).format(time);
}

/** The points of a chart as a table, folded. */
function pointTable(
  { messages }: Language,
  points: readonly ChartPoint[],
  texts: {
    readonly title: string;
    readonly valueText: (value: number) => string;
    readonly timeText: (time: number) => string;
  },
): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, messages.asTable),
    h(
      'table',
      {},
      h('caption', { class: 'visually-hidden' }, texts.title),
      points.map(({ time, value }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, texts.timeText(time)),
          h('td', { class: 'number' }, texts.valueText(value)),
        ),
      ),
    ),
  );
}
