import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { ByteReader } from '#engine/datasource/byte-reader.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { toPolygons } from '#engine/geo/rings.ts';
import type { Value } from '#engine/records/record.ts';
import { maxRecordSize } from '../batches/limits.ts';

const fileCode = 9994;
const headerSize = 100;
const recordHeaderSize = 8;
/** The limit below which numbers mean "no data" (ESRI Shapefile Technical Description, "Numeric Types"). */
const noData = -1e38;

/** The kind of a shape, by the last digit of its type. Types 11 to 18 have altitudes. Types 21 to 28 have measures, which are left out. */
const kinds = ['null', 'point', null, 'line', null, 'polygon', null, null, 'multipoint'] as const;

const failDamaged = (): never => fail('EXTRACTION_FAILED', { reason: 'the .shp file is damaged or truncated' });

/** The shapes of a .shp file in order, each as a function that returns its geometry or throws a GeometryError. Fails EXTRACTION_FAILED. */
export async function* readShpShapes(reader: ByteReader): AsyncGenerator<() => Value> {
  const header = await reader.read(headerSize);
  if (header.length < headerSize || header.readInt32BE(0) !== fileCode) failDamaged();
  const end = header.readInt32BE(24) * 2;
  for (let offset = headerSize; offset < end;) {
    const recordHeader = await reader.read(recordHeaderSize);
    if (recordHeader.length < recordHeaderSize) failDamaged();
    const length = recordHeader.readInt32BE(4) * 2;
    if (length > maxRecordSize)
      fail('EXTRACTION_FAILED', {
        reason: `a shape is larger than ${formatByteSize(maxRecordSize)}, or the .shp file is damaged`,
      });
    if (length < 4) failDamaged();
    const record = await reader.read(length);
    if (record.length < length) failDamaged();
    yield () => toGeometry(record);
    offset += recordHeaderSize + length;
  }
}

function toGeometry(record: Buffer): Value {
  const type = record.readInt32LE(0);
  const kind = type < 30 ? kinds[type % 10] : null;
  const hasAltitude = type > 10 && type < 20;
  if (type === 0) return null;
  if (kind === 'point') return { type: 'Point', coordinates: positionAt(record, 4, hasAltitude ? 20 : undefined) };
  if (kind === 'multipoint')
    return { type: 'MultiPoint', coordinates: positionsOf(record, 40, countAt(record, 36), hasAltitude) };
  if (kind !== 'line' && kind !== 'polygon') throw new GeometryError(`the shape type ${type} is not supported`);
  const lines = linesOf(record, hasAltitude);
  if (kind === 'polygon') return toSingleOrMulti('Polygon', toPolygons(lines));
  return toSingleOrMulti('LineString', lines);
}

/** A geometry of the type for one part, the Multi… type for several parts. */
const toSingleOrMulti = (type: string, parts: Value[]): Value =>
  parts.length === 1 ? { type, coordinates: parts[0] ?? [] } : { type: `Multi${type}`, coordinates: parts };

function linesOf(record: Buffer, hasAltitude: boolean): number[][][] {
  const parts = countAt(record, 36);
  const start = 44 + 4 * parts;
  if (start > record.length) throw new GeometryError('its parts reach beyond the end of the record');
  const positions = positionsOf(record, start, countAt(record, 40), hasAltitude);
  const firsts = Array.from({ length: parts }, (_, part) => record.readInt32LE(44 + 4 * part));
  return firsts
    .map((first, part) => {
      const next = firsts[part + 1] ?? positions.length;
      if (first < 0 || next < first || next > positions.length)
        throw new GeometryError('its parts reach beyond its positions');
      return positions.slice(first, next);
    })
    .filter((line) => line.length > 0);
}

/** Reads a count and validates it against the size of the record. */
function countAt(record: Buffer, offset: number): number {
  const number = offset + 4 <= record.length ? record.readInt32LE(offset) : -1;
  if (number < 0 || number > record.length / 4) throw new GeometryError('it declares more parts than it has');
  return number;
}

/** Reads positions. In the record, x and y of all positions come first, then the range of altitudes, then the altitudes. */
function positionsOf(record: Buffer, start: number, length: number, hasAltitude: boolean): number[][] {
  const altitudes = start + 16 * length + 16;
  return Array.from({ length }, (_, index) =>
    positionAt(record, start + 16 * index, hasAltitude ? altitudes + 8 * index : undefined),
  );
}

function positionAt(record: Buffer, offset: number, altitudeAt: number | undefined): number[] {
  if (offset + 16 > record.length) throw new GeometryError('its positions reach beyond the end of the record');
  const altitude = altitudeAt !== undefined && altitudeAt + 8 <= record.length ? record.readDoubleLE(altitudeAt) : NaN;
  return [record.readDoubleLE(offset), record.readDoubleLE(offset + 8), ...(altitude > noData ? [altitude] : [])];
}
