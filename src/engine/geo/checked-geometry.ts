import { isJsonObject } from '#kernel/json.ts';
import type { Value } from '../records/record.ts';
import type { Geometry } from './parse-geometry.ts';

/** Longitude and latitude in degrees, then an altitude if there is one (RFC 7946, 3.1.1). */
export type GivenPosition = readonly number[];

/** A GeoJSON geometry that has been checked, in the form of a value of a record. */
export type CheckedGeometry = { [name: string]: Value };

/** Projects a position of another system to WGS 84. */
export type Project = (position: GivenPosition) => number[];

/** An error in one geometry; its record is kept without the geometry. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
}

/** The depth at which positions are nested in `coordinates`, by type of geometry. */
const depths: ReadonlyMap<unknown, number> = new Map([
  ['Point', 0],
  ['MultiPoint', 1],
  ['LineString', 1],
  ['MultiLineString', 2],
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);

/** Whether a `type` of GeoJSON is a type of geometry. */
export const isGeometryType = (type: unknown): boolean => depths.has(type) || type === 'GeometryCollection';

/** How deep collections of a stored geometry may be nested. */
const maxCollectionDepth = 20;

/**
 * Whether a value is a geometry of GeoJSON (RFC 7946, 3.1): every position has two or more finite numbers and is nested as deep as the type
 * of geometry needs. It may be empty. Longitudes and latitudes may be out of range.
 */
export function isGeometry(value: unknown, depth = maxCollectionDepth): value is Geometry {
  if (!isJsonObject(value)) return false;
  const { type, coordinates, geometries } = value;
  if (type === 'GeometryCollection')
    return depth > 0 && Array.isArray(geometries) && geometries.every((part) => isGeometry(part, depth - 1));
  const positionDepth = depths.get(type);
  if (positionDepth === undefined || !Array.isArray(coordinates)) return false;
  return coordinates.length === 0 || areCoordinates(coordinates, positionDepth);
}

const areCoordinates = (value: unknown, depth: number): boolean =>
  Array.isArray(value) &&
  (depth === 0
    ? value.length >= 2 && value.every(Number.isFinite)
    : value.every((part) => areCoordinates(part, depth - 1)));

/** The tolerance for rounding beyond ±180 and ±90 degrees. */
const tolerance = 1e-6;

const isNumbers = (values: readonly Value[]): values is number[] => values.every(Number.isFinite);

function toPosition(given: Value, project: Project | undefined): number[] {
  if (!Array.isArray(given) || given.length < 2) throw new GeometryError('a position needs a longitude and a latitude');
  // Formats whose geometries have a height at every position or at none write null, or NaN, where there is none.
  const value = given[2] === null ? given.slice(0, 2) : given;
  if (!isNumbers(value)) throw new GeometryError('a coordinate is not a number');
  const position = project ? project(value) : value;
  const [lon = NaN, lat = NaN] = position;
  // The comparison is also false for NaN, which a projection returns outside of its area of use.
  if (!(Math.abs(lon) <= 180 + tolerance && Math.abs(lat) <= 90 + tolerance)) {
    throw new GeometryError(
      `the position ${value.slice(0, 2).join(', ')} is not a longitude and latitude; check the parameter crs`,
    );
  }
  return position;
}

function toCoordinates(value: Value, depth: number, project: Project | undefined): Value {
  if (depth === 0) return toPosition(value, project);
  if (!Array.isArray(value))
    throw new GeometryError('coordinates are not nested as deep as the type of geometry needs');
  const parts = value.map((part) => toCoordinates(part, depth - 1, project));
  return parts.every((part, index) => part === value[index]) ? value : parts;
}

/** Whether there are no positions. Some writers give an empty point two coordinates that are null. */
const isEmpty = (value: Value): boolean =>
  Array.isArray(value) && value.every((part) => part === null || isEmpty(part));

/**
 * Checks all positions of a geometry, and projects them when they are not in WGS 84. Null for null and for a geometry without positions.
 * Throws a GeometryError with what is wrong. The check recurses into collections, so the reader must limit their nesting.
 */
export function checkGeometry(value: Value, project?: Project): CheckedGeometry | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw new GeometryError('it is not a GeoJSON geometry');
  const { type = null, coordinates = null, geometries = null } = value;
  if (type === 'GeometryCollection') {
    if (!Array.isArray(geometries)) throw new GeometryError('a GeometryCollection has no list of geometries');
    const parts = geometries.map((part) => checkGeometry(part, project)).filter((part) => part !== null);
    return parts.length > 0 ? { type, geometries: parts } : null;
  }
  const depth = depths.get(type);
  if (depth === undefined) throw new GeometryError('it is not a GeoJSON geometry');
  return isEmpty(coordinates) ? null : { type, coordinates: toCoordinates(coordinates, depth, project) };
}
