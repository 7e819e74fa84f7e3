import { Builder, type Offset } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { fail } from '#kernel/fail.ts';
import { ExportFile } from '../export-file.ts';
import { type ExportColumn, type ExportFormat, ExportNotes, withoutHeights } from '../export-format.ts';
import { FeatureReader, type FeatureRow } from './feature-reader.ts';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import type { Json, JsonObject } from '#kernel/json.ts';
import { Geometry as FgbGeometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import type { Geometry, Position } from '#engine/geo/parse-geometry.ts';

const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00);

/** The maximum size of the features of a file, in bytes: they are on disk until all records are read. */
const maxBytes = 4 * 2 ** 30;

/**
 * A feature for each record (FlatGeobuf 3), without a spatial index. The header announces geometries of any type, and describes what was
 * left out; therefore the features wait in a temporary file until all records are read.
 */
export const fgbExport: ExportFormat = {
  description: 'A feature for each record, in binary (FlatGeobuf).',
  mediaType: 'application/octet-stream',
  extension: 'fgb',
  needsGeometry: true,
  async *write({ rows, columns, options, disk }) {
    const notes = new ExportNotes();
    const reader = new FeatureReader(columns, options.system, notes);
    const fgbColumns = reader.properties.map(fgbColumnOf);
    let count = 0;
    const features = await ExportFile.create(disk);
    try {
      for await (const batch of rows) {
        await features.append(Buffer.concat(batch.map((row) => writeFeature(reader.read(row), fgbColumns, notes))));
        count += batch.length;
        if (features.size > maxBytes)
          fail('EXPORT_NOT_POSSIBLE', { reason: 'the features of a FlatGeobuf have at most 4 GB' });
      }
      yield magicBytes;
      yield writeHeader({ columns: fgbColumns, epsg: Number(options.system.code), count, notes });
      yield* features.openStream();
    } finally {
      await features.close();
    }
  },
};

/** A builder whose message is aligned to 8 bytes: readers map the doubles of the whole file to arrays. */
function alignedBuilder(): Builder {
  const builder = new Builder();
  builder.prep(8, 0);
  return builder;
}

/** The properties of the header. */
interface FgbHeader {
  readonly columns: readonly FgbColumn[];
  readonly epsg: number;
  readonly count: number;
  readonly notes: ExportNotes;
}

function writeHeader({ columns, epsg, count, notes: { sentences } }: FgbHeader): Uint8Array {
  const builder = alignedBuilder();
  const columnsVector = Header.createColumnsVector(
    builder,
    columns.map((column) => writeColumn(builder, column)),
  );
  const organization = builder.createString('EPSG');
  Crs.startCrs(builder);
  Crs.addOrg(builder, organization);
  Crs.addCode(builder, epsg);
  const crs = Crs.endCrs(builder);
  const description = sentences.length > 0 && builder.createString(sentences.join('\n'));
  Header.startHeader(builder);
  Header.addColumns(builder, columnsVector);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, 0);
  Header.addCrs(builder, crs);
  if (description !== false) Header.addDescription(builder, description);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}

function writeColumn(builder: Builder, { name, label, type }: FgbColumn): number {
  const [nameText, titleText] = [builder.createString(name), builder.createString(label)];
  Column.startColumn(builder);
  Column.addName(builder, nameText);
  Column.addType(builder, type);
  Column.addTitle(builder, titleText);
  return Column.endColumn(builder);
}

function writeFeature({ geometry, values }: FeatureRow, columns: readonly FgbColumn[], notes: ExportNotes): Uint8Array {
  const builder = alignedBuilder();
  const properties = builder.createByteVector(writeFgbValues(columns, values));
  const geometryTable = writeFgbGeometry(builder, geometry, notes);
  Feature.startFeature(builder);
  Feature.addGeometry(builder, geometryTable);
  Feature.addProperties(builder, properties);
  builder.finishSizePrefixed(Feature.endFeature(builder));
  return builder.asUint8Array();
}

/** A column in the terms of FlatGeobuf. */
interface FgbColumn {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
}

/** Converts a column to the types of FlatGeobuf. */
const fgbColumnOf = (column: ExportColumn): FgbColumn => ({
  name: column.name,
  label: column.label,
  type: typeOf(column),
});

/** The type of a column. A date is a string, because it may be a year or a month only. */
function typeOf({ type, isMultivalued }: ExportColumn): ColumnType {
  if (isMultivalued) return ColumnType.Json;
  if (type === 'int') return ColumnType.Long;
  if (type === 'double') return ColumnType.Double;
  if (type === 'datetime') return ColumnType.DateTime;
  return type === 'text' || type === 'date' ? ColumnType.String : ColumnType.Json;
}

/** The values of a row that are not null, each after the index of its column. */
function writeFgbValues(columns: readonly FgbColumn[], values: JsonObject): Uint8Array {
  const parts = columns.flatMap((column, index) => {
    const value = values[column.name] ?? null;
    return value === null ? [] : [uint16(index), ...valueBytes(value, column)];
  });
  return Buffer.concat(parts);
}

function valueBytes(value: Json, { name, type }: FgbColumn): readonly Buffer[] {
  const text = type === ColumnType.String || type === ColumnType.DateTime ? textOf(value) : JSON.stringify(value);
  // Numbers are written from their JSON text, which keeps digits that a double would round.
  if (type === ColumnType.Double) return [float64(Number(text))];
  if (type === ColumnType.Long) return [int64(toLong(text, name))];
  const bytes = Buffer.from(text);
  return [uint32(bytes.length), bytes];
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** An integer of 64 bits. Fails EXPORT_NOT_POSSIBLE for a larger one. */
function toLong(text: string, name: string): bigint {
  const integer = /^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  return integer !== undefined && BigInt.asIntN(64, integer) === integer
    ? integer
    : fail('EXPORT_NOT_POSSIBLE', { reason: `a value of ${name} has more than 64 bits` });
}

function bytesOf(length: number, write: (bytes: Buffer) => number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  write(bytes);
  return bytes;
}

const uint16 = (value: number): Buffer => bytesOf(2, (bytes) => bytes.writeUInt16LE(value));
const uint32 = (value: number): Buffer => bytesOf(4, (bytes) => bytes.writeUInt32LE(value));
const int64 = (value: bigint): Buffer => bytesOf(8, (bytes) => bytes.writeBigInt64LE(value));
const float64 = (value: number): Buffer => bytesOf(8, (bytes) => bytes.writeDoubleLE(value));

/** Writes a geometry; a missing one as an empty collection, because the format's own JavaScript library requires one. */
function writeFgbGeometry(builder: Builder, geometry: Geometry | null, notes: ExportNotes): Offset {
  if (!geometry) return writeParts(builder, GeometryType.GeometryCollection, []);
  const type = GeometryType[geometry.type];
  switch (geometry.type) {
    case 'Point':
      return writePositions(builder, type, [[geometry.coordinates]], notes);
    case 'MultiPoint':
    case 'LineString':
      return writePositions(builder, type, [geometry.coordinates], notes);
    case 'MultiLineString':
    case 'Polygon':
      return writePositions(builder, type, geometry.coordinates, notes);
    case 'MultiPolygon': {
      const areas = geometry.coordinates.map((area) => writePositions(builder, GeometryType.Polygon, area, notes));
      return writeParts(builder, type, areas);
    }
    case 'GeometryCollection': {
      const parts = geometry.geometries.map((part) => writeFgbGeometry(builder, part, notes));
      return writeParts(builder, type, parts);
    }
  }
}

function writeParts(builder: Builder, type: GeometryType, parts: Offset[]): Offset {
  const partsVector = FgbGeometry.createPartsVector(builder, parts);
  FgbGeometry.startGeometry(builder);
  FgbGeometry.addParts(builder, partsVector);
  FgbGeometry.addType(builder, type);
  return FgbGeometry.endGeometry(builder);
}

/** Writes the positions of all lines in one list, and where each line ends. Heights are written where every position has one. */
function writePositions(
  builder: Builder,
  type: GeometryType,
  lines: readonly Position[][],
  notes: ExportNotes,
): Offset {
  const positions = lines.flat();
  let end = 0;
  const ends = lines.map(({ length }) => (end += length));
  const hasHeights = positions.every(({ length }) => length > 2);
  if (!hasHeights && positions.some(({ length }) => length > 2)) notes.count(withoutHeights);
  const xy = FgbGeometry.createXyVector(
    builder,
    positions.flatMap(([x = NaN, y = NaN]) => [x, y]),
  );
  const heights =
    hasHeights &&
    FgbGeometry.createZVector(
      builder,
      positions.map(([, , height = NaN]) => height),
    );
  const endsVector = ends.length > 1 && FgbGeometry.createEndsVector(builder, ends);
  FgbGeometry.startGeometry(builder);
  FgbGeometry.addXy(builder, xy);
  if (heights !== false) FgbGeometry.addZ(builder, heights);
  if (endsVector !== false) FgbGeometry.addEnds(builder, endsVector);
  FgbGeometry.addType(builder, type);
  return FgbGeometry.endGeometry(builder);
}
