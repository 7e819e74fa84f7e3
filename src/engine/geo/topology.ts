import type { Point, Topology as TopoJson, Transform } from 'topojson-specification';
import { feature } from 'topojson-client';
import { fail } from '#kernel/fail.ts';
import type { DataRecord, Value } from '../records/record.ts';
import { GeometryError } from './checked-geometry.ts';

/** A block has 2^16 numbers. The lower 16 bits of an index are the position in a block, the upper bits the number of the block. */
const blockShift = 16;
const blockMask = (1 << blockShift) - 1;

const isInt32 = (number: number): boolean => (number | 0) === number;

/**
 * The arcs of a topology in typed arrays: arrays of positions would take many times their size in the file. A block has
 * 65,536 numbers. It begins as an Int32Array, because TopoJSON usually stores integers. It becomes a Float64Array, which is twice
 * as large, at its first number that is not a 32-bit integer.
 */
export class ArcStore {
  readonly #blocks: (Int32Array | Float64Array)[] = [];
  /** The index after the last coordinate of each arc. */
  readonly #ends: number[] = [];
  #length = 0;

  /** The number of arcs. */
  get count(): number {
    return this.#ends.length;
  }

  /** Adds an arc; values that are not numbers become NaN, and altitudes are left out. */
  add(arc: Value): void {
    for (const position of Array.isArray(arc) ? arc : [null]) {
      const [x = null, y = null] = Array.isArray(position) ? position : [];
      this.#push(x);
      this.#push(y);
    }
    this.#ends.push(this.#length);
  }

  /** The number of positions of an arc. */
  lengthOf(index: number): number {
    return ((this.#ends[index] ?? 0) - (this.#ends[index - 1] ?? 0)) / 2;
  }

  /** The positions of an arc as stored: without altitudes, NaN for every coordinate that is not a number. */
  positionsOf(index: number): number[][] {
    const start = this.#ends[index - 1] ?? 0;
    return Array.from({ length: this.lengthOf(index) }, (_, position) => [
      this.#at(start + 2 * position),
      this.#at(start + 2 * position + 1),
    ]);
  }

  /** Appends a coordinate to the last block, which is replaced when it must become a Float64Array. */
  #push(value: Value): void {
    const number = typeof value === 'number' ? value : NaN;
    const index = this.#length++ & blockMask;
    let block = index === 0 ? new Int32Array(blockMask + 1) : (this.#blocks.pop() ?? new Int32Array(blockMask + 1));
    if (block instanceof Int32Array && !isInt32(number)) block = Float64Array.from(block);
    block[index] = number;
    this.#blocks.push(block);
  }

  #at(index: number): number {
    return this.#blocks[index >> blockShift]?.[index & blockMask] ?? NaN;
  }
}

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

/** The index of the arc that a number refers to: n and -1 - n refer to arc n, the latter reversed. */
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
