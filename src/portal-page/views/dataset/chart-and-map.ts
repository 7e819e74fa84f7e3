import { type Child, fitted, h } from '#portal-page/dom.ts';
import { type Bounds, boundsOf, boundsOfShape, type MapView, type Size } from '#portal-page/map/geometry.ts';
import { DatasetGroupsDocument, type IntervalUnit, type MeasureInput } from '#portal-page/generated/operations.ts';
import type { Showing } from '#portal-page/portal.ts';
import { messageOf, type Page } from '#portal-page/page-context.ts';
import type { Dataset } from './dataset-parts.tsx';
import { isNumeric } from './record-table.tsx';
import { type ChartPoint, lineChart } from '#portal-page/drawing/line-chart.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { type Cluster, pointMap } from '#portal-page/drawing/point-map.ts';
import { isRecord } from '#portal-page/json.ts';

/**
 * A chart where the records have dates, and a map where they have places. One request reads the extent of both, so that each begins with
 * all of the data.
 */
export function chartAndMap(
  { browser, language }: Page,
  signal: AbortSignal,
  dataset: Dataset,
): readonly HTMLElement[] {
  if (!browser) return [];
  const portal = { ...browser, language };
  const showing: Showing = { portal, signal };
  const { t } = portal.language;
  const dates = dataset.schema.filter(({ type }) => type === 'date' || type === 'datetime').slice(0, 5);
  const place = dataset.schema.find(({ type }) => type === 'geo_point_2d');
  if (dates.length === 0 && !place) return [];
  const chart = dates.length > 0 ? section('chart', t('chart'), h('p', { class: 'quiet' }, t('loading'))) : undefined;
  const map = place ? section('map', t('map'), h('p', { class: 'quiet' }, t('loading'))) : undefined;
  const measures: readonly MeasureInput[] = [
    ...dates.flatMap(({ name }, index): readonly MeasureInput[] => [
      { function: 'min', field: name, as: `from${index}` },
      { function: 'max', field: name, as: `to${index}` },
    ]),
    ...(place ? [{ function: 'bbox', field: place.name, as: 'bounds' } as const] : []),
  ];
  const fill = async (): Promise<void> => {
    const { catalogDataset } = await portal.graph.query(
      DatasetGroupsDocument,
      { datasetId: dataset.datasetId, measures: [...measures], first: 1 },
      signal,
    );
    const extent = catalogDataset?.aggregate?.groups[0] ?? {};
    const ranges = dates.flatMap((field, index) => {
      const [from, to] = [extent[`from${index}`], extent[`to${index}`]];
      return typeof from === 'string' && typeof to === 'string' ? [{ field, from, to }] : [];
    });
    replace(chart, ranges.length > 0 ? timeChart(showing, dataset, ranges) : undefined);
    const bounds = boundsOfShape(extent['bounds']);
    replace(map, place && bounds ? mapPart(showing, dataset, place, bounds) : undefined);
  };
  fill().catch((error: unknown) => {
    if (!signal.aborted) for (const part of [chart, map]) replace(part, failureNote(portal.language, error));
  });
  return [chart, map].filter((part) => part !== undefined);
}

/** Replaces what is below the title of a part; without content the part goes away. */
function replace(part: HTMLElement | undefined, content: Element | undefined): void {
  if (content) part?.replaceChildren(...[...part.querySelectorAll('h2')], content);
  else part?.remove();
}

/** A field of dates, and the first and last date in it. */
interface DateRange {
  readonly field: Dataset['schema'][number];
  readonly from: string;
  readonly to: string;
}

const maxPoints = 500;
const day = 86_400_000;

/** The unit whose intervals are at most a few hundred between two dates. */
function unitBetween(from: string, to: string, hasTime: boolean): 'hour' | 'day' | 'month' | 'year' {
  const days = (Date.parse(to) - Date.parse(from)) / day;
  if (hasTime && days <= 3) return 'hour';
  if (days <= 200) return 'day';
  return days <= 25 * 365 ? 'month' : 'year';
}

/** A chart of the records over a date: their number, or the average of a field, which the graph computes. */
function timeChart({ portal, signal }: Showing, dataset: Dataset, ranges: readonly DateRange[]): HTMLElement {
  const language = portal.language;
  const { t } = language;
  const numbers = dataset.schema.filter(({ type }) => isNumeric(type)).slice(0, 20);
  const measure = h(
    'select',
    { id: 'measure' },
    h('option', { value: '' }, t('countOfRecords')),
    numbers.map(({ name, label }) => h('option', { value: name }, t('averageOf', { field: label }))),
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
    const title = t('chartOf', { measure: measure.selectedOptions[0]?.text ?? '', by: t(`interval.${unit}`) });
    const texts = { title, valueText: language.number, timeText: (time: number) => timeText(language, unit, time) };
    drawing.replaceChildren(
      h('p', { class: 'drawing-title' }, title),
      fitted((width) => lineChart(points, width, texts), 'fitted'),
      pointTable(language, points, texts),
    );
  };
  const redraw = (): void => {
    draw().catch((error: unknown) => {
      if (!signal.aborted) drawing.replaceChildren(failureNote(portal.language, error));
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
      numbers.length > 0 && h('div', {}, h('label', { for: 'measure' }, t('measure')), measure),
      ranges.length > 1 && h('div', {}, h('label', { for: 'over' }, t('overField')), over),
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
  { t }: Language,
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
    h('summary', {}, t('asTable')),
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

const maxClusters = 500;

/** A map of the places of the records. The graph clusters them for each part of the world that is shown. */
function mapPart(
  { portal, signal }: Showing,
  { datasetId, recordCount }: Dataset,
  { name }: Dataset['schema'][number],
  bounds: Bounds,
): HTMLElement {
  const language = portal.language;
  const { t, number } = language;
  const status = h('p', { class: 'quiet', role: 'status' });
  const clustersIn = async (view: MapView, size: Size): Promise<readonly Cluster[]> => {
    const { south, west, north, east } = boundsOf(view, size);
    const { catalogDataset } = await portal.graph.query(
      DatasetGroupsDocument,
      {
        datasetId,
        by: [{ field: name, cluster: { zoom: Math.round(view.zoom), radius: 30 }, as: 'place' }],
        measures: [{ function: 'count', as: 'records' }],
        where: `in_bbox(${name}, ${[south, west, north, east].map((degrees) => degrees.toFixed(6)).join(', ')})`,
        orderBy: [{ field: 'records', direction: 'DESC' }],
        first: maxClusters,
      },
      signal,
    );
    const clusters = (catalogDataset?.aggregate?.groups ?? []).flatMap(clusterOf);
    const shown = clusters.reduce((sum, { count }) => sum + count, 0);
    status.textContent = t('records', { count: shown });
    return clusters;
  };
  const map = pointMap(
    {
      label: t('mapOf', { count: t('records', { count: recordCount ?? 0 }) }),
      zoomIn: t('zoomIn'),
      zoomOut: t('zoomOut'),
      whole: t('wholeMap'),
      clusterText: ({ place, count }) =>
        `${t('records', { count: count })}, ${t('position', { latitude: place.lat.toFixed(4), longitude: place.lon.toFixed(4) })}`,
      number,
    },
    bounds,
    clustersIn,
    (error) => {
      if (!signal.aborted) status.replaceChildren(failureNote(portal.language, error));
    },
  );
  return h('div', { class: 'drawing' }, map, status);
}

function clusterOf({ place, records }: Readonly<Record<string, unknown>>): readonly Cluster[] {
  const centroid = isRecord(place) ? place['cluster_centroid'] : undefined;
  if (!isRecord(centroid) || typeof records !== 'number') return [];
  const { lat, lon } = centroid;
  return typeof lat === 'number' && typeof lon === 'number' ? [{ place: { lat, lon }, count: records }] : [];
}

/** A titled part of a dataset, which screen readers list as a landmark. */
const section = (id: string, title: string, ...children: readonly Child[]): HTMLElement =>
  h(
    'section',
    { class: 'part', id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    children,
  );

/** A note in place of a part that could not be loaded. */
const failureNote = (language: Language, error: unknown): HTMLElement =>
  h('span', { class: 'error', role: 'alert' }, messageOf(language, error));
