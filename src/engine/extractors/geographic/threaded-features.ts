import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { checkCrs, crsParameter, projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { type Feature, FeatureRecords } from '#engine/geo/feature-records.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { ReaderThread } from '../reader-thread.ts';
import type { FeaturePart, FeatureSource, ReadFeature } from './feature-part.ts';
import { recogniseFormat } from '#engine/datasource/recognise-format.ts';

const worker = new URL(`feature-worker${extname(import.meta.url)}`, import.meta.url);

/** What is read of a file of features, and how. */
interface FeatureFile extends Pick<FeatureSource, 'format' | 'layer'> {
  /** The name of the format, for messages. */
  readonly name: string;
  /** The reference system that replaces the declared one; empty for none. */
  readonly crs: string;
  readonly extractFilename: boolean;
  readonly maxBytes?: number;
}

/** Extracts the features of a file that a library reads in a thread of limited memory and time. */
async function* extractThreaded(
  content: Readable,
  { format, layer, name, crs, extractFilename, maxBytes }: FeatureFile,
  { filename, columns, report, signal }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const file = await writeTemporaryFile(content, maxBytes);
  const source: FeatureSource = { descriptor: file.descriptor, size: file.size, format, layer };
  const thread = new ReaderThread<'next', FeaturePart | null>(worker, source, { name, advice: 'simplify its shapes' });
  try {
    let records: FeatureRecords | undefined;
    let types: Feature['types'];
    for (let part = await thread.request('next', signal); part; part = await thread.request('next', signal)) {
      if ('crs' in part) {
        const system = crs === '' ? part.crs : crs;
        records = new FeatureRecords(columns, report, system === '' ? undefined : projectionOfName(system));
        ({ types } = part);
      } else if (records) {
        const made = part.features.map((feature) => records?.record(toFeature(feature, types)) ?? {});
        yield withFilename(made, extractFilename, filename, columns);
      }
    }
  } finally {
    await thread.close();
    await file.close();
  }
}

const toFeature = ({ properties, geometry, fault }: ReadFeature, types: Feature['types']): Feature => ({
  properties,
  ...(types && { types }),
  geometry:
    fault === undefined
      ? // GeoJSON is JSON, although the types of the libraries name its members.
        (geometry as Value)
      : () => {
          throw new GeometryError(fault);
        },
});

/** FlatGeobuf: features in binary, with or without an index. */
export const flatgeobuf = defineExtractor({
  type: 'flatgeobuf',
  label: 'FlatGeobuf file',
  parameters: [crsParameter, extractFilename],
  extensions: ['fgb'],
  accepts: 'flatgeobuf',
  confidence: ({ bytes }) => (recogniseFormat(bytes)?.kind === 'flatgeobuf' ? 0.99 : 0),
  guess: () => ({ crs: '', extract_filename: false }),
  check: checkCrs,
  extract: (content, { crs, extract_filename: addsFilename }, extraction) =>
    extractThreaded(
      content,
      { format: 'flatgeobuf', layer: '', name: 'FlatGeobuf file', crs, extractFilename: addsFilename },
      extraction,
    ),
});

/** The maximum size of a file, which is on disk twice while it is read. */
const maxBytes = 2 ** 30;

/** GeoPackage: layers of features, and tables of attributes, in a database of SQLite. */
export const geopackage = defineExtractor({
  type: 'geopackage',
  label: 'GeoPackage',
  parameters: [
    {
      name: 'layer',
      type: 'text',
      label: 'Layer',
      description: 'The name of the table; may be empty where the file has only one.',
      isMandatory: false,
      default: '',
      trim: 'true',
    },
    crsParameter,
    extractFilename,
  ],
  extensions: ['gpkg'],
  accepts: 'geopackage',
  confidence: ({ bytes }) => (recogniseFormat(bytes)?.kind === 'geopackage' ? 0.99 : 0),
  guess: () => ({ layer: '', crs: '', extract_filename: false }),
  check: checkCrs,
  extract: (content, { layer, crs, extract_filename: addsFilename }, extraction) =>
    extractThreaded(
      content,
      { format: 'geopackage', layer, name: 'GeoPackage', crs, extractFilename: addsFilename, maxBytes },
      extraction,
    ),
});
