import { printName } from '#kernel/odsql-names.ts';
import {
  ChartGroupsDocument,
  MapRecordsDocument,
  type MapRecordsQueryVariables,
} from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import type { Reader } from '#portal-page/reader.ts';
import type { RecordState } from '#portal-page/record-state.ts';
import type { CellField } from '#portal-page/records/cell-content.ts';
import { selectionOf, selectOf } from '#portal-page/records/table-state.ts';
import { type Bounds, boundsOfShape, type Place } from './geometry.ts';
import { verticesIn } from './shapes.ts';

/** A field of the records of a map. */
export interface MapField extends CellField {
  readonly name: string;
  readonly label: string;
}

/** The records that a map is of. */
export interface MapSource {
  readonly datasetId: string;
  readonly fields: readonly MapField[];
  readonly records: RecordState;
}

/** Records at about the same place. */
export interface Cluster {
  readonly place: Place;
  readonly count: number;
}

/** A record with the values of its first fields. */
export interface MapRecord {
  readonly recordId: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The limits of what a map reads for a view. */
export const mapLimits = {
  clusters: 300,
  shapes: 200,
  shapesAtOnce: 25,
  vertices: 20_000,
  records: 5,
  fields: 12,
} as const;

/** The field whose points are clustered, and the one whose shapes are drawn. */
export const pointField = <Field extends MapField>(fields: readonly Field[]): Field | undefined =>
  fields.find(({ type }) => type === 'geo_point_2d');
/** The first field of shapes. */
export const shapeField = <Field extends MapField>(fields: readonly Field[]): Field | undefined =>
  fields.find(({ type }) => type === 'geo_shape');

/** The fields of a record that a map shows: the first ones that are not drawn. */
export const toldFields = <Field extends MapField>(fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ type }) => type !== 'geo_shape' && type !== 'geo_point_2d').slice(0, mapLimits.fields);

/** The condition that a point is in a rectangle. */
export const isWithin = (field: string, { south, west, north, east }: Bounds): string =>
  `in_bbox(${printName(field)}, ${[south, west, north, east].map((degrees) => degrees.toFixed(7)).join(', ')})`;

/** The condition that a part of a shape is in a rectangle. */
function isTouching(field: string, { south, west, north, east }: Bounds): string {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  const ring = corners.map(([lon, lat]) => `${lon.toFixed(7)} ${lat.toFixed(7)}`).join(', ');
  return `intersects(${printName(field)}, geom'POLYGON((${ring}))')`;
}

/** A condition without the rectangle of a map that stands at its end. */
export const withoutBounds = (where: string): string =>
  where
    .replace(/^\((.*)\) and in_bbox\((?:`[^`]*`|\w+)(?:, -?[\d.]+){4}\)$/s, '$1')
    .replace(/^in_bbox\((?:`[^`]*`|\w+)(?:, -?[\d.]+){4}\)$/, '');

/** A condition together with the rectangle of a map, in place of the one before. */
export function withBounds(where: string, field: string, bounds: Bounds): string {
  const rest = withoutBounds(where);
  return rest === '' ? isWithin(field, bounds) : `(${rest}) and ${isWithin(field, bounds)}`;
}

/** What is asked of the graph: the conditions of the records, and those of the map. */
function selectedBy({ datasetId, records }: MapSource, condition?: string) {
  const selection = selectionOf(records);
  const conditions = [selection.where, condition].filter((each) => typeof each === 'string');
  return {
    datasetId,
    ...selection,
    where: conditions.length === 0 ? null : conditions.map((each) => `(${each})`).join(' and '),
  };
}

/** The rectangle around all records; undefined where none has a place. */
export async function readBounds(reader: Reader, source: MapSource, signal?: AbortSignal): Promise<Bounds | undefined> {
  // a point of a shape is within it
  const field = shapeField(source.fields) ?? pointField(source.fields);
  if (!field) return undefined;
  const variables = {
    ...selectedBy(source),
    by: [],
    measures: [{ function: 'bbox' as const, field: field.name, as: 'bounds' }],
    first: 1,
  };
  const { data, failures } = await reader.read(ChartGroupsDocument, variables, signal);
  const aggregate = data.catalogDataset?.aggregate;
  if (!aggregate && failures[0]) throw failures[0].error;
  const group: unknown = aggregate?.groups[0];
  return boundsOfShape(isRecord(group) ? group['bounds'] : undefined);
}

/** The clusters of a part of the world, the largest first; none without a field of points. */
export async function readClusters(
  reader: Reader,
  source: MapSource,
  { bounds, zoom }: { readonly bounds: Bounds; readonly zoom: number },
  signal?: AbortSignal,
): Promise<readonly Cluster[]> {
  const field = pointField(source.fields);
  if (!field) return [];
  const variables = {
    ...selectedBy(source, isWithin(field.name, bounds)),
    by: [{ field: field.name, cluster: { zoom: Math.round(zoom), radius: 30 }, as: 'place' }],
    measures: [{ function: 'count' as const, as: 'records' }],
    orderBy: [{ field: 'records', direction: 'DESC' as const }],
    first: mapLimits.clusters,
  };
  const { data, failures } = await reader.read(ChartGroupsDocument, variables, signal);
  const aggregate = data.catalogDataset?.aggregate;
  if (!aggregate && failures[0]) throw failures[0].error;
  return (aggregate?.groups ?? []).flatMap(clusterOf);
}

function clusterOf(group: unknown): readonly Cluster[] {
  const { place, records } = isRecord(group) ? group : {};
  const centroid = isRecord(place) ? place['cluster_centroid'] : undefined;
  if (!isRecord(centroid) || typeof records !== 'number') return [];
  const { lat, lon } = centroid;
  return typeof lat === 'number' && typeof lon === 'number' ? [{ place: { lat, lon }, count: records }] : [];
}

/** The records with their shapes that a part of the world has, as many as a map draws, and how many there are. */
export interface ReadShapes {
  readonly records: readonly MapRecord[];
  readonly totalCount: number;
}

/** Reads shapes, some at a time, until there are as many or as fine ones as a map draws. */
export async function readShapes(
  reader: Reader,
  source: MapSource,
  bounds: Bounds,
  signal?: AbortSignal,
): Promise<ReadShapes> {
  const field = shapeField(source.fields);
  const records: MapRecord[] = [];
  if (!field) return { records, totalCount: 0 };
  let vertices = 0;
  let totalCount = 0;
  do {
    const variables = {
      ...selectedBy(source, isTouching(field.name, bounds)),
      ...{ first: mapLimits.shapesAtOnce, offset: records.length },
      select: selectOf([field, ...toldFields(source.fields)].map(({ name }) => name)),
    };
    const page = await readPage(reader, variables, signal);
    if (page.nodes.length === 0) break;
    totalCount = page.totalCount;
    records.push(...page.nodes);
    for (const { values } of page.nodes) vertices += verticesIn(values[field.name]);
  } while (records.length < Math.min(totalCount, mapLimits.shapes) && vertices < mapLimits.vertices);
  return { records, totalCount };
}

/** The first records at a place, within some degrees of it. */
export async function readRecordsAt(
  reader: Reader,
  source: MapSource,
  { place: { lat, lon }, within }: { readonly place: Place; readonly within: number },
): Promise<ReadShapes> {
  const field = pointField(source.fields);
  if (!field) return { records: [], totalCount: 0 };
  const bounds = { south: lat - within, west: lon - within, north: lat + within, east: lon + within };
  const variables = {
    ...selectedBy(source, isWithin(field.name, bounds)),
    ...{ first: mapLimits.records, offset: 0 },
    select: selectOf([field, ...toldFields(source.fields)].map(({ name }) => name)),
  };
  const { nodes, totalCount } = await readPage(reader, variables);
  return { records: nodes, totalCount };
}

async function readPage(reader: Reader, variables: MapRecordsQueryVariables, signal?: AbortSignal) {
  const { data, failures } = await reader.read(MapRecordsDocument, variables, signal);
  const page = data.catalogDataset?.records;
  if (!page) throw failures[0]?.error ?? new Error('The dataset has no records.');
  return page;
}
