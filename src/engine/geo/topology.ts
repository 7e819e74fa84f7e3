import type { Point, Topology as TopoJson, Transform } from 'topojson-specification';
import { feature } from 'topojson-client';
import { fail } from '#kernel/fail.ts';
import type { DataRecord, Value } from '../records/record.ts';
import type { ArcStore } from './arc-store.ts';
import { GeometryError } from './checked-geometry.ts';

/** The maximum number of positions in one geometry: repeated references to a few arcs could expand a small file without limit. */
const maxPositions = 1_000_000;

/** The depth at which arc indexes are nested in `arcs`, by type of geometry. */
const arcDepths: ReadonlyMap<unknown, number> = new Map([
  ['LineString', 1],
  ['MultiLineString', 2],
  ['Polygon', 2],
  ['MultiPolygon', 3],
]);
/** The depth at which positions are nested in `coordinates`, by type of geometry. */
const pointDepths: ReadonlyMap<unknown, number> = new Map([
  ['Point', 1],
  ['MultiPoint', 2],
]);

const isPair = (value: Value | undefined): value is [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((part) => typeof part === 'number' && Number.isFinite(part));

/** The `transform` of a topology; undefined when it has none. Fails EXTRACTION_FAILED when it is not two pairs of numbers. */
export function toTransform(value: Value): Transform | undefined {
  if (value === null) return undefined;
  const { scale, translate } = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return isPair(scale) && isPair(translate)
    ? { scale, translate }
    : fail('EXTRACTION_FAILED', {
        reason: 'the transform of the topology is not a scale and a translation of two numbers each',
      });
}

/** Converts the geometries of a topology to GeoJSON (TopoJSON specification, 2.2). */
export class GeometryConverter {
  readonly #arcs: ArcStore;
  readonly #transform: Transform | undefined;

  constructor(arcs: ArcStore, transform: Transform | undefined) {
    this.#arcs = arcs;
    this.#transform = transform;
  }

  /**
   * Converts a geometry; the caller must check the resulting coordinates. Throws a GeometryError when it is not a TopoJSON geometry,
   * refers to a missing arc or has too many positions.
   */
  convert(geometry: DataRecord): Value {
    const { type = null, geometries } = geometry;
    if (type === null) return null;
    if (type === 'GeometryCollection' && Array.isArray(geometries))
      return { type, geometries: geometries.map((part) => this.convert(requireObject(part))) };
    const topology: TopoJson = {
      type: 'Topology',
      objects: {},
      arcs: [],
      ...(this.#transform && { transform: this.#transform }),
    };
    const [arcDepth, pointDepth] = [arcDepths.get(type), pointDepths.get(type)];
    if (arcDepth !== undefined) this.#loadArcs(geometry['arcs'] ?? null, arcDepth, topology.arcs, { positions: 0 });
    else if (pointDepth === undefined || !isNested(geometry['coordinates'] ?? null, pointDepth))
      throw new GeometryError('it is not a TopoJSON geometry');
    // The members that the library reads have been checked above; TypeScript cannot infer that.
    return { type, coordinates: feature(topology, geometry as DataRecord & Point).geometry.coordinates };
  }

  /** Loads the referenced arcs into the topology; a negative number refers to a reversed arc. */
  #loadArcs(references: Value, depth: number, target: TopoJson['arcs'], total: { positions: number }): void {
    if (depth > 0) {
      if (!Array.isArray(references))
        throw new GeometryError('its arcs are not nested as deep as the type of geometry needs');
      for (const reference of references) this.#loadArcs(reference, depth - 1, target, total);
      return;
    }
    const index = arcIndexOf(references);
    if (index === undefined || index >= this.#arcs.count)
      throw new GeometryError(`there is no arc ${JSON.stringify(references).slice(0, 40)}`);
    total.positions += this.#arcs.lengthOf(index) + 1;
    if (total.positions > maxPositions) throw new GeometryError(`it has more than ${maxPositions} positions`);
    target[index] ??= this.#arcs.positionsOf(index);
  }
}

/**
 * The index of the arc that a number in `arcs` refers to: n and -1 - n both refer to arc n, the latter reversed. Undefined when it is not
 * a whole number.
 */
function arcIndexOf(reference: Value): number | undefined {
  if (typeof reference !== 'number' || !Number.isInteger(reference)) return undefined;
  return reference < 0 ? -1 - reference : reference;
}

const requireObject = (value: Value): DataRecord => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GeometryError('it is not a TopoJSON geometry');
  return value;
};

const isNested = (value: Value, depth: number): boolean =>
  depth === 0 || (Array.isArray(value) && value.every((part) => isNested(part, depth - 1)));
