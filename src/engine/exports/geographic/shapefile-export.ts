import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { fail } from '#kernel/fail.ts';
import { findListedText } from '#engine/geo/systems/find-definition.ts';
import { type ExportFormat, ExportNotes, type ExportSource, withoutHeights } from '../export-format.ts';
import { FeatureReader } from './feature-reader.ts';
import { AttributeTable, encodeShape, type Shape, shapesOf, shapeTypes } from './shapefile-parts.ts';
import type { DiskBudget } from '#platform/storage/disk-storage.ts';
import type { Box } from '#engine/geo/representative-point.ts';
import { ExportFile } from '../export-file.ts';

/** The layer of records without a geometry, which has attributes only. */
const noGeometry = 'no_geometry';

/** The maximum size of a .shp or .dbf file: readers count its bytes in 31 bits. */
const maxBytes = 2 ** 31 - 1;

/** The size at which added records move to the temporary files: each part of a collection repeats the attributes. */
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

/** A zip of Shapefiles, in temporary files until all records are read, because headers contain counts and lengths. */
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

const headerLength = 100;

/** A fixed modification time, so that the same records produce the same file. */
const options = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/** A layer of a Shapefile while its records are read. Without `shape` it has attributes only. The creator must close it. */
class Layer {
  readonly name: string;
  readonly #type: number | undefined;
  readonly #shapes: ExportFile;
  readonly #index: ExportFile;
  readonly #attributes: ExportFile;
  readonly #pending = { shapes: [] as Buffer[], index: [] as Buffer[], attributes: [] as Buffer[] };
  #box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  #heights: [number, number] = [Infinity, -Infinity];
  #offset = headerLength;
  #count = 0;
  #pendingBytes = 0;

  private constructor(name: string, type: number | undefined, files: readonly [ExportFile, ExportFile, ExportFile]) {
    this.name = name;
    this.#type = type;
    [this.#shapes, this.#index, this.#attributes] = files;
  }

  /** Opens a layer for shapes of the same type as `shape`. */
  static async open(name: string, shape: Shape | undefined, disk: DiskBudget): Promise<Layer> {
    const type = shape && shapeTypes[shape.layer] + (shape.hasHeights ? 10 : 0);
    const opened: ExportFile[] = [];
    try {
      const create = async (): Promise<ExportFile> => {
        const file = await ExportFile.create(disk);
        opened.push(file);
        return file;
      };
      return new Layer(name, type, [await create(), await create(), await create()]);
    } catch (error) {
      await Promise.all(opened.map((file) => file.close()));
      throw error;
    }
  }

  /** The number of records. */
  get count(): number {
    return this.#count;
  }

  /** The size of the .shp file, in bytes. */
  get shapeBytes(): number {
    return this.#offset;
  }

  /** The size of the temporary files, in bytes. */
  get fileBytes(): number {
    return this.#shapes.size + this.#index.size + this.#attributes.size;
  }

  /** The size of the added records that are in memory. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Adds a record. */
  add(shape: Shape | undefined, attributes: Buffer): void {
    this.#count += 1;
    this.#pending.attributes.push(attributes);
    this.#pendingBytes += attributes.length;
    if (!shape) return;
    const { content, box, heights } = encodeShape(shape);
    this.#pending.shapes.push(bigEndian(this.#count, content.length / 2), content);
    this.#pending.index.push(bigEndian(this.#offset / 2, content.length / 2));
    this.#offset += 8 + content.length;
    this.#pendingBytes += content.length;
    const [west, south, east, north] = this.#box;
    this.#box = [Math.min(west, box[0]), Math.min(south, box[1]), Math.max(east, box[2]), Math.max(north, box[3])];
    this.#heights = [Math.min(this.#heights[0], heights[0]), Math.max(this.#heights[1], heights[1])];
  }

  /** Moves the added records to the temporary files. */
  async flush(): Promise<void> {
    const { shapes, index, attributes } = this.#pending;
    this.#pendingBytes = 0;
    await this.#shapes.append(Buffer.concat(shapes.splice(0)));
    await this.#index.append(Buffer.concat(index.splice(0)));
    await this.#attributes.append(Buffer.concat(attributes.splice(0)));
  }

  /** Adds the files of the layer to a zip, which reads them one after the other. */
  addTo(zip: ZipFile, table: AttributeTable, projection: string | undefined): void {
    const add = (extension: string, chunks: () => AsyncIterable<Buffer>): void =>
      zip.addReadStreamLazy(`${this.name}.${extension}`, options, (pass) => {
        const stream = Readable.from(chunks(), { objectMode: false });
        stream.on('error', (error) => zip.emit('error', error));
        pass(null, stream);
      });
    if (this.#type !== undefined) {
      const type = this.#type;
      add('shp', () => this.#withHeader(type, this.#offset, this.#shapes));
      add('shx', () => this.#withHeader(type, headerLength + 8 * this.#count, this.#index));
    }
    add('dbf', () => table.write(this.#count, this.#attributes.openStream()));
    if (this.#type !== undefined && projection !== undefined)
      zip.addBuffer(Buffer.from(projection), `${this.name}.prj`, options);
    zip.addBuffer(Buffer.from('UTF-8'), `${this.name}.cpg`, options);
  }

  async *#withHeader(type: number, length: number, file: ExportFile): AsyncGenerator<Buffer> {
    const header = Buffer.alloc(headerLength);
    header.writeInt32BE(9994);
    header.writeInt32BE(length / 2, 24);
    header.writeInt32LE(1000, 28);
    header.writeInt32LE(type, 32);
    [...this.#box, ...this.#heights].forEach((value, index) => header.writeDoubleLE(value, 36 + 8 * index));
    yield header;
    yield* file.openStream() as AsyncIterable<Buffer>;
  }

  /** Closes the temporary files, which deletes them. */
  async close(): Promise<void> {
    await Promise.all([this.#shapes, this.#index, this.#attributes].map((file) => file.close()));
  }
}

function bigEndian(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(first);
  bytes.writeInt32BE(second, 4);
  return bytes;
}
