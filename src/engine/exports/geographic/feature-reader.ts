import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import { type Geometry, parseGeometry } from '#engine/geo/parse-geometry.ts';
import type { TargetSystem } from '#engine/geo/coordinate-systems.ts';
import type { ExportColumn, ExportNotes } from '../export-format.ts';

/** A row of a geographic export. */
export interface FeatureRow {
  /** Null when the row has no geometry, or a geometry that cannot be written. */
  readonly geometry: Geometry | null;
  /** All values of the row, by the names of the columns. */
  readonly values: JsonObject;
}

/** The column with the geometry of a feature: the first geo_shape, else the first geo_point_2d (docs/contract/explore.md 11, geojson). */
export const geometryColumnOf = (columns: readonly ExportColumn[]): ExportColumn | undefined =>
  columns.find(({ type }) => type === 'geo_shape') ?? columns.find(({ type }) => type === 'geo_point_2d');

/** The stored geometry in the value of a geometry column; null when there is no geometry. */
export function storedGeometryOf(value: Json, column: ExportColumn | undefined): Json {
  if (!column || !isJsonObject(value)) return null;
  return column.type === 'geo_shape'
    ? (value['geometry'] ?? null)
    : { type: 'Point', coordinates: [value['lon'] ?? null, value['lat'] ?? null] };
}

/** Reads the rows of an export as features. */
export class FeatureReader {
  /** All columns except the column of the geometry. */
  readonly properties: readonly ExportColumn[];
  readonly #column: ExportColumn | undefined;
  readonly #system: TargetSystem;
  readonly #notes: ExportNotes;

  /** Geometries are projected to `system`; those that cannot be written are counted in `notes`. */
  constructor(columns: readonly ExportColumn[], system: TargetSystem, notes: ExportNotes) {
    this.#column = geometryColumnOf(columns);
    this.properties = columns.filter((column) => column !== this.#column);
    this.#system = system;
    this.#notes = notes;
  }

  /** The feature of a row, given as JSON. */
  read(text: string): FeatureRow {
    const row = parseJson(text);
    const values: JsonObject = isJsonObject(row) ? row : {};
    return { geometry: this.#geometryOf(values[this.#column?.name ?? ''] ?? null), values };
  }

  #geometryOf(value: Json): Geometry | null {
    const stored = storedGeometryOf(value, this.#column);
    if (stored === null || isEmpty(stored)) return null;
    const geometry = parseGeometry(stored);
    if (!geometry) return this.#leaveOut('Geometries left out because they are invalid');
    const whole = withoutEmptyParts(geometry);
    if (!whole) return null;
    const { code, project } = this.#system;
    return project(whole) ?? this.#leaveOut(`Geometries left out because they are outside of EPSG:${code}`);
  }

  #leaveOut(note: string): null {
    this.#notes.count(note);
    return null;
  }
}

/** Whether a geometry has no positions, such as `POINT EMPTY`. */
const isEmpty = (geometry: Json): boolean =>
  isJsonObject(geometry) && isEmptyList(geometry['coordinates'] ?? geometry['geometries'] ?? null);

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

/** The geometry without parts that have no positions; undefined when nothing is left. */
function withoutEmptyParts(geometry: Geometry): Geometry | undefined {
  if (geometry.type === 'GeometryCollection') {
    const geometries = geometry.geometries.map(withoutEmptyParts).filter((part) => part !== undefined);
    return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : undefined;
  }
  return geometry.coordinates.length > 0 ? geometry : undefined;
}
