import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { projectionOfName } from '#engine/geo/coordinate-systems.ts';
import { GeometryError } from '#engine/geo/checked-geometry.ts';
import { FeatureRecords, type Feature } from '#engine/geo/feature-records.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { writeTemporaryFile } from '#engine/datasource/temporary-file.ts';
import type { Extraction } from '../extractor.ts';
import { withFilename } from '../extraction/filename-parameter.ts';
import { ReaderThread } from '../extraction/reader-thread.ts';
import type { FeaturePart, FeatureSource, ReadFeature } from './feature-part.ts';

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
export async function* extractThreaded(
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
