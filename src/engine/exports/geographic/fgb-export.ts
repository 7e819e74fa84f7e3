import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { fail } from '#kernel/fail.ts';
import { ExportFile } from '../export-file.ts';
import type { ExportFormat } from '../export-format.ts';
import { ExportNotes } from '../export-notes.ts';
import { FeatureReader, type FeatureRow } from './feature-reader.ts';
import { fgbColumnOf, writeFgbValues, type FgbColumn } from './fgb-columns.ts';
import { writeFgbGeometry } from './fgb-geometry.ts';

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

/** What the header says of the features. */
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
