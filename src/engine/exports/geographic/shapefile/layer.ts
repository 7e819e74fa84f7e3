import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import type { DiskBudget } from '#platform/storage/disk-budget.ts';
import type { Box } from '#engine/geo/box.ts';
import { ExportFile } from '#engine/exports/export-file.ts';
import type { AttributeTable } from './attribute-table.ts';
import { encodeShape, shapeTypes, type Shape } from './shapes.ts';

const headerLength = 100;

/** A fixed modification time, so that the same records produce the same file. */
const options = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/** A layer of a Shapefile while its records are read. Without `shape` it has attributes only. The creator must close it. */
export class Layer {
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
