import { ByteBuffer } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { parseProperties } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { fromGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js';
import { type OpenFile, readBytes } from '../reader-thread.ts';
import type { FieldType, Value } from '#engine/records/record.ts';
import { maxFeatureBytes, toParts, type FeaturePart, type ReadFeature } from './feature-part.ts';

const magicLength = 8;
const lengthBytes = 4;

/** The types of columns that values in JSON do not show. */
const columnTypes: ReadonlyMap<ColumnType, FieldType> = new Map([
  [ColumnType.Double, 'double'],
  [ColumnType.Float, 'double'],
  [ColumnType.String, 'text'],
]);

/** Reads the parts of a FlatGeobuf file, in its order. Throws Errors about files that are not of the format. */
export function* readFlatGeobuf(file: OpenFile): Generator<FeaturePart> {
  const headerBytes = readSized(file, magicLength);
  const header = fromByteBuffer(new ByteBuffer(headerBytes));
  const columns = header.columns ?? [];
  yield {
    crs: crsOf(header),
    types: new Map(
      columns.flatMap(({ name, type }) => {
        const known = columnTypes.get(type);
        return known ? [[name, known] as const] : [];
      }),
    ),
  };
  const { featuresCount, indexNodeSize } = header;
  const index = indexNodeSize > 0 && featuresCount > 0 ? calcTreeSize(featuresCount, indexNodeSize) : 0;
  yield* toParts(readFeatures(file, header, magicLength + headerBytes.length + index));
}

function* readFeatures(
  file: OpenFile,
  header: HeaderMeta,
  start: number,
): Generator<{ feature: ReadFeature; bytes: number }> {
  for (let offset = start; offset < file.size;) {
    const bytes = readSized(file, offset);
    offset += bytes.length;
    yield { feature: toFeature(bytes, header), bytes: bytes.length };
  }
}

/** A table of flatbuffers behind its length. */
function readSized(file: OpenFile, offset: number): Uint8Array<ArrayBuffer> {
  const length = new DataView(readBytes(file, offset, offset + lengthBytes).buffer).getUint32(0, true);
  if (length > maxFeatureBytes) throw new Error(`a part of it is larger than ${maxFeatureBytes} bytes`);
  return readBytes(file, offset, offset + lengthBytes + length);
}

function toFeature(bytes: Uint8Array, { columns, geometryType }: HeaderMeta): ReadFeature {
  const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(aligned(bytes)));
  const geometry = feature.geometry();
  return {
    properties: Object.fromEntries(
      Object.entries(parseProperties(feature, columns)).map(([name, value]) => [name, toValue(value)]),
    ),
    geometry: geometry && fromGeometry(geometry, geometryType),
  };
}

/** The doubles of a feature are read as arrays, which must begin at a multiple of 8 bytes. */
const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes));

/** A value of a property; bytes have no value in a record. */
const toValue = (value: unknown): Value => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/** The declared reference system: only codes of EPSG have a meaning alone. */
function crsOf({ crs }: HeaderMeta): string {
  if (!crs) return '';
  const isEpsg = crs.org === null || crs.org === '' || crs.org.toUpperCase() === 'EPSG';
  return isEpsg && crs.code > 0 ? `EPSG:${crs.code}` : (crs.wkt ?? '');
}
