import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { fail } from '#kernel/fail.ts';
import { findListedText } from '#engine/geo/systems/listed-systems.ts';
import type { ExportFormat, ExportSource } from '#engine/exports/export-format.ts';
import { ExportNotes, withoutHeights } from '#engine/exports/export-notes.ts';
import { FeatureReader } from '../feature-reader.ts';
import { AttributeTable } from './attribute-table.ts';
import { Layer } from './layer.ts';
import { shapesOf, type Shape } from './shapes.ts';

/** The layer of records without a geometry, which has attributes only. */
const noGeometry = 'no_geometry';

/** The maximum size of a .shp or .dbf file: readers count its bytes in 31 bits. */
const maxBytes = 2 ** 31 - 1;

/**
 * The size at which added records move to the temporary files: one collection may have many parts, each of which repeats
 * the attributes.
 */
const maxPendingBytes = 2 ** 22;

/** Creates the format. Its files have at most `limit` bytes. */
export const createShapefileExport = (limit: number): ExportFormat => ({
  description:
    'A zip with a Shapefile for each type of geometry, and a text file that reports what the Shapefiles cannot hold.',
  mediaType: 'application/zip',
  extension: 'zip',
  needsGeometry: true,
  async *write(source) {
    const notes = new ExportNotes();
    const layers = new Map<string, Layer>();
    try {
      const reader = new FeatureReader(source.columns, source.options.system, notes);
      const table = new AttributeTable(reader.properties, source.options, notes);
      await fillLayers(layers, reader, table, { rows: source.rows, disk: source.disk, notes, limit });
      yield* zipOf([...layers.values()], table, source, notes);
    } finally {
      await Promise.all([...layers.values()].map((layer) => layer.close()));
    }
  },
});

/**
 * A zip of Shapefiles. Each Shapefile stays in temporary files until all records are read, because its headers contain
 * counts and lengths.
 */
export const shapefileExport = createShapefileExport(maxBytes);

/** Reads all rows into layers. Fails EXPORT_NOT_POSSIBLE beyond the limit. */
async function fillLayers(
  layers: Map<string, Layer>,
  reader: FeatureReader,
  table: AttributeTable,
  {
    rows,
    disk,
    notes,
    limit,
  }: Pick<ExportSource, 'rows' | 'disk'> & { readonly notes: ExportNotes; readonly limit: number },
): Promise<void> {
  const layerOf = async (shape: Shape | undefined): Promise<Layer> => {
    const name = shape ? `${shape.layer}${shape.hasHeights ? '_z' : ''}` : noGeometry;
    const layer = layers.get(name) ?? (await Layer.open(name, shape, disk));
    layers.set(name, layer);
    return layer;
  };
  for await (const batch of rows) {
    for (const row of batch) {
      const { geometry, values } = reader.read(row);
      const shapes = geometry ? shapesOf(geometry) : [undefined];
      if (shapes.length > 1) notes.count('Collections written as a record for each of their parts');
      const attributes = table.encode(values);
      for (const shape of shapes) {
        if (shape && hasSomeHeights(shape)) notes.count(withoutHeights);
        const layer = await layerOf(shape);
        layer.add(shape, attributes);
        if (layer.pendingBytes > maxPendingBytes) await layer.flush();
      }
    }
    for (const layer of layers.values()) {
      await layer.flush();
      if (Math.max(layer.shapeBytes, layer.count * table.recordLength) > limit)
        fail('EXPORT_NOT_POSSIBLE', { reason: 'a file of a Shapefile has at most 2 GB' });
    }
    if (layers.values().reduce((bytes, layer) => bytes + layer.fileBytes, 0) > 2 * limit)
      fail('EXPORT_NOT_POSSIBLE', { reason: 'the files of a Shapefile have at most 4 GB together' });
  }
  if (layers.size === 0) await layerOf(undefined);
}

const hasSomeHeights = ({ hasHeights, parts }: Shape): boolean =>
  !hasHeights && parts.some((part) => part.some(({ length }) => length > 2));

async function* zipOf(
  layers: readonly Layer[],
  table: AttributeTable,
  { options: { system } }: ExportSource,
  notes: ExportNotes,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const projection = findListedText(system.code);
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on('error', (error: Error) => output.destroy(error));
  const lines = [
    ...layers.map(({ name, count }) => `${name}: ${String(count)} records`),
    `Coordinate reference system: EPSG:${system.code}`,
    ...notes.sentences,
    ...(table.renamed.length > 0 ? ['Names cut to 10 bytes:', ...table.renamed] : []),
  ];
  zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), 'README.txt', {
    mtime: new Date(2000, 0, 1),
    forceDosTimestamp: true,
  });
  for (const layer of layers) layer.addTo(zip, table, projection);
  zip.end();
  yield* output as AsyncIterable<Buffer>;
}
