import { h } from '#portal-page/dom/element.ts';
import { boundsOfShape } from '#portal-page/drawing/bounds-of-shape.ts';
import { DatasetGroupsDocument, type MeasureInput } from '#portal-page/generated/operations.ts';
import type { Showing } from '#portal-page/portal.ts';
import { failureNote } from '../failure.ts';
import type { Dataset } from './dataset.ts';
import { mapPart } from './map-part.ts';
import { section } from './section.ts';
import { timeChart } from './time-chart.ts';

/**
 * A chart where the records have dates, and a map where they have places. One request reads the extent of both, so that each begins with
 * all of the data.
 */
export function chartAndMap(showing: Showing, dataset: Dataset): readonly HTMLElement[] {
  const { portal, signal } = showing;
  const { messages } = portal.language();
  const dates = dataset.schema.filter(({ type }) => type === 'date' || type === 'datetime').slice(0, 5);
  const place = dataset.schema.find(({ type }) => type === 'geo_point_2d');
  if (dates.length === 0 && !place) return [];
  const chart =
    dates.length > 0 ? section('chart', messages.chart, h('p', { class: 'quiet' }, messages.loading)) : undefined;
  const map = place ? section('map', messages.map, h('p', { class: 'quiet' }, messages.loading)) : undefined;
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
    if (!signal.aborted) for (const part of [chart, map]) replace(part, failureNote(error));
  });
  return [chart, map].filter((part) => part !== undefined);
}

/** Replaces what is below the title of a part; without content the part goes away. */
function replace(part: HTMLElement | undefined, content: Element | undefined): void {
  if (content) part?.replaceChildren(...[...part.querySelectorAll('h2')], content);
  else part?.remove();
}
