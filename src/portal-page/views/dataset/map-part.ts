import { h } from '#portal-page/dom/element.ts';
import { pointMap, type Cluster } from '#portal-page/drawing/point-map.ts';
import { boundsOf, type Bounds, type MapView, type Size } from '#portal-page/drawing/mercator.ts';
import { DatasetGroupsDocument } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/graph/graph-result.ts';
import type { Showing } from '#portal-page/portal.ts';
import { failureNote } from '../failure.ts';
import type { Dataset } from './dataset.ts';

const maxClusters = 500;

/** A map of the places of the records. The graph clusters them for each part of the world that is shown. */
export function mapPart(
  { portal, signal }: Showing,
  { datasetId, recordCount }: Dataset,
  { name }: Dataset['schema'][number],
  bounds: Bounds,
): HTMLElement {
  const language = portal.language();
  const { messages, number } = language;
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
        orderBy: [{ by: 'records', isDescending: true }],
        first: maxClusters,
      },
      signal,
    );
    const clusters = (catalogDataset?.aggregate?.groups ?? []).flatMap(clusterOf);
    const shown = clusters.reduce((sum, { count }) => sum + count, 0);
    status.textContent = messages.records(number(shown), shown === 1);
    return clusters;
  };
  const map = pointMap(
    {
      label: messages.mapOf(messages.records(number(recordCount ?? 0), recordCount === 1)),
      zoomIn: messages.zoomIn,
      zoomOut: messages.zoomOut,
      whole: messages.wholeMap,
      clusterText: ({ place, count }) =>
        `${messages.records(number(count), count === 1)}, ${messages.position(place.lat.toFixed(4), place.lon.toFixed(4))}`,
      number,
    },
    bounds,
    clustersIn,
    (error) => {
      if (!signal.aborted) status.replaceChildren(failureNote(error));
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
