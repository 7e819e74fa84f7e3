import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { cellTextOf, type ExportColumn, type ExportNotes, type ExportOptions } from '../export-format.ts';
import { uniqueNames } from '#kernel/text.ts';
import { type Box, boxOf, signedArea } from '#engine/geo/representative-point.ts';
import type { Geometry, Position } from '#engine/geo/parse-geometry.ts';

const maxNameBytes = 10;
const maxTextBytes = 254;
const maxFields = 255;

/** A field of the .dbf files. Its width and type depend on all its values, so they are known only after the last record. */
interface Field {
  readonly column: ExportColumn;
  readonly name: string;
  readonly textOf: ReturnType<typeof cellTextOf>;
  width: number;
  decimals: number;
  /** Whether all values are whole dates. */
  areDates: boolean;
}

/** The attributes of all layers of an export: they have the same fields, so that layers can be merged. */
export class AttributeTable {
  readonly #fields: readonly Field[];
  readonly #notes: ExportNotes;

  /** Fails EXPORT_NOT_POSSIBLE for too many columns. */
  constructor(columns: readonly ExportColumn[], options: ExportOptions, notes: ExportNotes) {
    if (columns.length > maxFields)
      fail('EXPORT_NOT_POSSIBLE', { reason: `a Shapefile has at most ${String(maxFields)} fields` });
    const names = uniqueNames(
      columns.map(({ name }) => name),
      (name, suffix) => cutBytes(name, maxNameBytes - suffix.length).toString() + suffix,
    );
    this.#fields = columns.map((column, index) => ({
      ...{ column, name: names[index] ?? '', textOf: cellTextOf(column, options) },
      ...{ width: 1, decimals: 0, areDates: column.type === 'date' },
    }));
    this.#notes = notes;
  }

  /** The columns that had to be renamed, as `population_density → population`. */
  get renamed(): readonly string[] {
    return this.#fields
      .filter(({ column, name }) => column.name !== name)
      .map(({ column, name }) => `${column.name} → ${name}`);
  }

  /** Encodes the values of a row for a temporary file: the length of the row, then the length and the text of each value. */
  encode(values: JsonObject): Buffer {
    const cells = this.#fields.flatMap((field) => {
      const text = field.textOf(values[field.column.name] ?? null);
      const cell = cutBytes(text, maxTextBytes);
      if (cell.length < Buffer.byteLength(text)) this.#notes.count(`Texts of ${field.column.name} cut to 254 bytes`);
      field.width = Math.max(field.width, cell.length);
      field.decimals = Math.max(field.decimals, /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0);
      field.areDates &&= text === '' || /^\d{4}-\d\d-\d\d$/.test(text);
      return [Buffer.of(cell.length), cell];
    });
    const row = Buffer.concat(cells);
    return Buffer.concat([uint32(row.length), row]);
  }

  /** The length of a record of the .dbf file. */
  get recordLength(): number {
    return this.#fields.reduce((sum, field) => sum + widthOf(field), 1);
  }

  /** Writes the .dbf file of a layer from the rows that `encode` returned. */
  async *write(count: number, rows: Readable): AsyncGenerator<Buffer> {
    yield this.#header(count);
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      const records: Buffer[] = [];
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE()) {
        const end = 4 + rest.readUInt32LE();
        records.push(this.#record(rest.subarray(4, end)));
        rest = rest.subarray(end);
      }
      yield Buffer.concat(records);
    }
    yield Buffer.of(0x1a);
  }

  #header(count: number): Buffer {
    const header = Buffer.alloc(32);
    // The format requires a date of the last change. The date is fixed, so that the same records produce the same file.
    header.set([3, 100, 1, 1]);
    header.writeUInt32LE(count, 4);
    header.writeUInt16LE(33 + 32 * this.#fields.length, 8);
    header.writeUInt16LE(this.recordLength, 10);
    const fields = this.#fields.map((field) => {
      const bytes = Buffer.alloc(32);
      bytes.write(field.name);
      bytes.write(letterOf(field), 11);
      bytes.set([widthOf(field), decimalsOf(field)], 16);
      return bytes;
    });
    return Buffer.concat([header, ...fields, Buffer.of(0x0d)]);
  }

  #record(row: Buffer): Buffer {
    const record = Buffer.alloc(this.recordLength, ' ');
    let [from, to] = [0, 1];
    for (const field of this.#fields) {
      const length = row[from] ?? 0;
      const cell = row.subarray(from + 1, from + 1 + length);
      const width = widthOf(field);
      if (letterOf(field) === 'N') cell.copy(record, to + width - length);
      else if (letterOf(field) === 'D') record.write(cell.toString().replaceAll('-', ''), to);
      else cell.copy(record, to);
      from += 1 + length;
      to += width;
    }
    return record;
  }
}

const isNumber = ({ column: { type, isMultivalued } }: Field): boolean =>
  (type === 'int' || type === 'double') && !isMultivalued;

const letterOf = (field: Field): 'N' | 'D' | 'C' => (isNumber(field) ? 'N' : field.areDates ? 'D' : 'C');

/** A double is written with at least one decimal, because readers take a field without decimals for integers. */
const widthOf = (field: Field): number =>
  field.areDates && !isNumber(field) ? 8 : field.column.type === 'double' ? Math.max(field.width, 3) : field.width;

const decimalsOf = (field: Field): number =>
  isNumber(field) && field.column.type === 'double' ? Math.min(Math.max(field.decimals, 1), 15, widthOf(field) - 2) : 0;

/** The start of a text in UTF-8, in whole characters. */
function cutBytes(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, maxBytes);
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The types of shapes, by the names of their layers. A shape with heights has the type plus 10. */
export const shapeTypes = Object.freeze({ points: 1, lines: 3, polygons: 5, multipoints: 8 });

/** A shape: the parts of a geometry that go to one record of a layer. */
export interface Shape {
  readonly layer: keyof typeof shapeTypes;
  /** Whether every position has a height. */
  readonly hasHeights: boolean;
  readonly parts: readonly (readonly Position[])[];
}

/** The shapes of a geometry: one shape, or one for each part of a collection. */
export function shapesOf(geometry: Geometry): readonly Shape[] {
  switch (geometry.type) {
    case 'Point':
      return [shapeOf('points', [[geometry.coordinates]])];
    case 'MultiPoint':
      return [shapeOf('multipoints', [geometry.coordinates])];
    case 'LineString':
      return [shapeOf('lines', [geometry.coordinates])];
    case 'MultiLineString':
      return [shapeOf('lines', geometry.coordinates)];
    case 'Polygon':
      return [shapeOf('polygons', toRings(geometry.coordinates))];
    case 'MultiPolygon':
      return [shapeOf('polygons', geometry.coordinates.flatMap(toRings))];
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapesOf);
  }
}

const shapeOf = (layer: Shape['layer'], parts: Shape['parts']): Shape => ({
  layer,
  hasHeights: parts.every((part) => part.every(({ length }) => length > 2)),
  parts,
});

/** The rings of an area in the directions that Shapefile requires: the border clockwise, holes counterclockwise. */
const toRings = (rings: readonly Position[][]): Position[][] =>
  rings.map((ring, index) => ((index === 0 ? signedArea(ring) > 0 : signedArea(ring) < 0) ? ring.toReversed() : ring));

/** A shape in bytes, with its box and its lowest and highest height. */
interface EncodedShape {
  readonly content: Buffer;
  readonly box: Box;
  readonly heights: readonly [lowest: number, highest: number];
}

/** The "no data" value of the measure, which every point with a height must have. */
const noMeasure = -1e39;

/** Encodes the content of a record of a .shp file. */
export function encodeShape({ layer, hasHeights, parts }: Shape): EncodedShape {
  const positions = parts.flat();
  const box = boxOf(positions);
  const heightList = hasHeights ? positions.map(([, , height = NaN]) => height) : [];
  const heights = hasHeights ? rangeOf(heightList) : ([0, 0] as const);
  const type = int32s([shapeTypes[layer] + (hasHeights ? 10 : 0)]);
  const xy = doubles(positions.flatMap(([x = NaN, y = NaN]) => [x, y]));
  const z = hasHeights ? [doubles(layer === 'points' ? [...heightList, noMeasure] : [...heights, ...heightList])] : [];
  if (layer === 'points') return { content: Buffer.concat([type, xy, ...z]), box, heights };
  let start = 0;
  const starts = parts.map(({ length }) => (start += length) - length);
  const counts = layer === 'multipoints' ? [positions.length] : [parts.length, positions.length, ...starts];
  return { content: Buffer.concat([type, doubles(box), int32s(counts), xy, ...z]), box, heights };
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  const [, lowest, , highest] = boxOf(values.map((value) => [0, value]));
  return [lowest, highest];
}

const int32s = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
const doubles = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
