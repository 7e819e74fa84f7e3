import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import type { ExportFormat } from '../export-format.ts';
import { ExportNotes } from '../export-notes.ts';
import { FeatureReader, type FeatureRow } from './feature-reader.ts';
import { fgbColumnOf, writeFgbValues, type FgbColumn } from './fgb-columns.ts';
import { writeFgbGeometry } from './fgb-geometry.ts';

const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00);

/**
 * A feature for each record (FlatGeobuf 3), without a spatial index and without the number of features, because that number
 * is known only after the last record. The header announces geometries of any type.
 */
export const fgbExport: ExportFormat = {
  description: 'A feature for each record, in binary (FlatGeobuf).',
  mediaType: 'application/octet-stream',
  extension: 'fgb',
  needsGeometry: true,
  async *write({ rows, columns, options }) {
    const reader = new FeatureReader(columns, options.system, new ExportNotes());
    const fgbColumns = reader.properties.map(fgbColumnOf);
    yield magicBytes;
    yield writeHeader(fgbColumns, Number(options.system.code));
    for await (const batch of rows) yield Buffer.concat(batch.map((row) => writeFeature(reader.read(row), fgbColumns)));
  },
};

/** A builder whose message is aligned to 8 bytes: readers map the doubles of the whole file to arrays. */
function alignedBuilder(): Builder {
  const builder = new Builder();
  builder.prep(8, 0);
  return builder;
}

function writeHeader(columns: readonly FgbColumn[], epsg: number): Uint8Array {
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
  Header.startHeader(builder);
  Header.addColumns(builder, columnsVector);
  Header.addIndexNodeSize(builder, 0);
  Header.addCrs(builder, crs);
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

function writeFeature({ geometry, values }: FeatureRow, columns: readonly FgbColumn[]): Uint8Array {
  const builder = alignedBuilder();
  const properties = builder.createByteVector(writeFgbValues(columns, values));
  const geometryTable = writeFgbGeometry(builder, geometry);
  Feature.startFeature(builder);
  Feature.addGeometry(builder, geometryTable);
  Feature.addProperties(builder, properties);
  builder.finishSizePrefixed(Feature.endFeature(builder));
  return builder.asUint8Array();
}
