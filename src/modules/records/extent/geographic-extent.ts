import { isRecord, type Value } from '#engine/records/record.ts';
import type { RecordField } from '../record-field.ts';
import { boundsOf, type Bounds } from './bounds.ts';

/** The bounds of the geometries in a field, and their types. */
interface FieldExtent {
  readonly bounds: Bounds;
  readonly types: readonly string[];
}

/**
 * The extents of the geographic fields that have values, by the name of the field. The extent for a caller covers only the
 * fields that the caller sees.
 */
export type GeographicExtent = Readonly<Record<string, FieldExtent>>;

/** Whether the values of a field are points or shapes. */
export const isGeographic = ({ type }: Pick<RecordField, 'type'>): boolean =>
  type === 'geo_point_2d' || type === 'geo_shape';

/** Adds values to the extent of the records of a generation. */
export class ExtentBuilder {
  readonly #extent: Map<string, FieldExtent>;

  /** `known` is the extent of the records so far. */
  constructor(known: GeographicExtent = {}) {
    this.#extent = new Map(Object.entries(known));
  }

  /** The extent of all records so far. */
  get extent(): GeographicExtent {
    return Object.fromEntries(this.#extent);
  }

  /** Adds the point or geometry of a field. */
  add(name: string, value: Value): void {
    if (!isRecord(value)) return;
    const { lon, lat, type = 'Point' } = value;
    const bounds = boundsOf('coordinates' in value || 'geometries' in value ? value : [lon ?? null, lat ?? null]);
    if (!bounds || typeof type !== 'string') return;
    const known = this.#extent.get(name);
    if (!known) this.#extent.set(name, { bounds, types: [type] });
    else if (!contains(known.bounds, bounds) || !known.types.includes(type))
      this.#extent.set(name, {
        bounds: union(known.bounds, bounds),
        types: known.types.includes(type) ? known.types : [...known.types, type].sort(),
      });
  }
}

const contains = (outer: Bounds, inner: Bounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

const union = (one: Bounds, other: Bounds): Bounds => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];
