import type { Geometry, Position } from './parse-geometry.ts';

/** The codes of geometries in well-known binary (ISO 13249-3); 1,000 more where positions have heights. */
const codes: Readonly<Record<Geometry['type'], number>> = Object.freeze({
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
});
const withHeights = 1_000;

/**
 * Writes a geometry in little-endian well-known binary. A height that only some positions have is NaN at the others, and an empty point has
 * coordinates of NaN, because all positions have the same number of coordinates. A fourth coordinate, a measure, is left out, because it has no
 * meaning in GeoJSON.
 */
export function writeWkb(geometry: Geometry): Buffer {
  const writer = new WkbWriter(hasHeights(geometry) ? 3 : 2);
  writer.geometry(geometry);
  return writer.bytes;
}

type Coordinates = number | readonly Coordinates[];

function hasHeights(geometry: Geometry): boolean {
  return geometry.type === 'GeometryCollection'
    ? geometry.geometries.some(hasHeights)
    : haveHeights(geometry.coordinates);
}

const haveHeights = (list: readonly Coordinates[]): boolean =>
  typeof list[0] === 'number' ? list.length > 2 : list.some((part) => typeof part !== 'number' && haveHeights(part));

class WkbWriter {
  readonly #dimensions: number;
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  geometry(geometry: Geometry): void {
    this.#begin(geometry.type);
    switch (geometry.type) {
      case 'Point':
        this.#position(geometry.coordinates);
        return;
      case 'LineString':
        this.#line(geometry.coordinates);
        return;
      case 'Polygon':
        this.#list(geometry.coordinates, (border) => {
          this.#line(border);
        });
        return;
      case 'MultiPoint':
        this.#list(geometry.coordinates, (coordinates) => {
          this.geometry({ type: 'Point', coordinates });
        });
        return;
      case 'MultiLineString':
        this.#list(geometry.coordinates, (coordinates) => {
          this.geometry({ type: 'LineString', coordinates });
        });
        return;
      case 'MultiPolygon':
        this.#list(geometry.coordinates, (coordinates) => {
          this.geometry({ type: 'Polygon', coordinates });
        });
        return;
      case 'GeometryCollection':
        this.#list(geometry.geometries, (part) => {
          this.geometry(part);
        });
    }
  }

  #begin(type: Geometry['type']): void {
    this.#reserve(5);
    this.#bytes.writeUInt8(1, this.#length);
    this.#bytes.writeUInt32LE(codes[type] + (this.#dimensions > 2 ? withHeights : 0), this.#length + 1);
    this.#length += 5;
  }

  #list<Part>(parts: readonly Part[], write: (part: Part) => void): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(parts.length, this.#length);
    for (const part of parts) write(part);
  }

  #line(positions: readonly Position[]): void {
    this.#reserve(4 + positions.length * this.#dimensions * 8);
    this.#length = this.#bytes.writeUInt32LE(positions.length, this.#length);
    for (const position of positions) this.#position(position);
  }

  #position(position: Position): void {
    this.#reserve(this.#dimensions * 8);
    for (let axis = 0; axis < this.#dimensions; axis++)
      this.#length = this.#bytes.writeDoubleLE(position[axis] ?? NaN, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#length + count, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
