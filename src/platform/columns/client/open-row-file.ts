import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { DerivedFileDamaged, type TextRow } from '../column-engine.ts';
import {
  blockRows,
  checksumOf,
  idDigits,
  orderTrailerBytes,
  readOrderTrailer,
  readTrailer,
  trailerBytes,
  type Trailer,
} from '../row-file-format.ts';

/** One identifier of so many is in memory: those up to the next one are read at once. */
const sampleRows = 512;
const idBytes = 8;
const placeBytes = 8;
const positionBytes = 4;
const lineEnd = 0x0a;
const readBytes = 1024 * 1024;

/** The blocks that are decompressed together, which takes half as long as one by one: about a millisecond of the event loop, and a megabyte. */
const maxBatchBlocks = 32;
const maxBatchBytes = 1024 * 1024;

/**
 * An open row file. Its index of blocks, and one identifier of 512, are in memory: about half a megabyte for a million rows. Reads are synchronous, because
 * to wait for each block takes longer than to read it; a reader of many rows waits between batches.
 */
export class OpenRowFile {
  readonly #file: FileHandle;
  readonly #trailer: Trailer;
  /** Where each block begins, and where the last one ends. */
  readonly #blocks: Float64Array;
  readonly #sample: BigUint64Array;

  private constructor(file: FileHandle, trailer: Trailer, blocks: Float64Array, sample: BigUint64Array) {
    this.#file = file;
    this.#trailer = trailer;
    this.#blocks = blocks;
    this.#sample = sample;
  }

  static open(path: string): Promise<OpenRowFile> {
    return openFile(path, async (file, size) => {
      const trailer = size < trailerBytes ? undefined : readTrailer(read(file, size - trailerBytes, trailerBytes));
      if (!trailer) throw damaged('it has no trailer');
      const { rowCount, blocksAt, idsAt } = trailer;
      const blockCount = Math.ceil(rowCount / blockRows);
      if (idsAt - blocksAt !== (blockCount + 1) * placeBytes || idsAt + rowCount * idBytes + trailerBytes !== size)
        throw damaged('its size is another');
      const blocks = read(file, blocksAt, idsAt - blocksAt);
      const sample = new BigUint64Array(Math.ceil(rowCount / sampleRows));
      let at = 0;
      const checksum = await readAll(
        file,
        { from: idsAt, to: size - trailerBytes, before: checksumOf(blocks) },
        (ids) => {
          for (let id = 0; id < ids.length; id += sampleRows * idBytes)
            sample[(at + id) / idBytes / sampleRows] = ids.readBigUInt64LE(id);
          at += ids.length;
        },
      );
      if (checksum !== trailer.checksum) throw damaged('the checksum of its indexes is another');
      const places = new Float64Array(blocks.buffer, blocks.byteOffset, blocks.length / placeBytes);
      return new OpenRowFile(file, trailer, places, sample);
    });
  }

  /** The memory of the indexes, in bytes. */
  get memoryBytes(): number {
    return this.#blocks.byteLength + this.#sample.byteLength;
  }

  /** The rows at the first of some positions, as many as are read at once. */
  firstRows(positions: readonly number[]): TextRow[] {
    const { rowCount, maxBlockBytes } = this.#trailer;
    const maxBlocks = Math.max(1, Math.min(maxBatchBlocks, Math.floor(maxBatchBytes / maxBlockBytes)));
    // The number of each block, and its place among those that are read.
    const blocks = new Map<number, number>();
    const lines: number[] = [];
    for (const position of positions) {
      if (!(position >= 0 && position < rowCount)) throw damaged('it lacks a row');
      const number = Math.floor(position / blockRows);
      const place = blocks.get(number) ?? blocks.size;
      if (place === maxBlocks) break;
      blocks.set(number, place);
      lines.push(place * blockRows + (position % blockRows));
    }
    return this.#linesOf([...blocks.keys()], lines).map((line) => JSON.parse(line) as TextRow);
  }

  /** The positions of the rows whose identifiers begin as one in hexadecimal does. */
  positionsOf(id: string): number[] {
    const digits = BigInt(`0x${id.slice(0, idDigits)}`);
    const [first, last] = [digits << 32n, ((digits + 1n) << 32n) - 1n];
    const from = Math.max(0, this.#countUpTo(first) - 1) * sampleRows;
    const to = Math.min(this.#countUpTo(last) * sampleRows, this.#trailer.rowCount);
    const ids = read(this.#file, this.#trailer.idsAt + from * idBytes, Math.max(to - from, 0) * idBytes);
    const positions: number[] = [];
    for (let at = 0; at < ids.length; at += idBytes) {
      const found = ids.readBigUInt64LE(at);
      if (found >= first && found <= last) positions.push(Number(found & 0xffff_ffffn));
    }
    return positions;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** The number of identifiers in the sample up to one. */
  #countUpTo(id: bigint): number {
    let [low, high] = [0, this.#sample.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sample[middle] ?? 0n) <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Lines of blocks that are read one after another. */
  #linesOf(blocks: readonly number[], lines: readonly number[]): string[] {
    const compressed = blocks.map((number) => {
      const [from = 0, to = 0] = this.#blocks.subarray(number, number + 2);
      return read(this.#file, from, to - from);
    });
    // A block has a checksum.
    const bytes = zstdDecompressSync(Buffer.concat(compressed), {
      maxOutputLength: Math.max(1, blocks.length * this.#trailer.maxBlockBytes),
    });
    const starts: number[] = [0];
    for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, end + 1)) starts.push(end + 1);
    return lines.map((line) => {
      const [start, end] = [starts[line], starts[line + 1]];
      if (start === undefined || end === undefined) throw damaged('it lacks a row');
      return bytes.toString('utf8', start, end - 1);
    });
  }
}

/** An open order file. */
export class OpenOrderFile {
  readonly #file: FileHandle;
  readonly #rowCount: number;

  private constructor(file: FileHandle, rowCount: number) {
    this.#file = file;
    this.#rowCount = rowCount;
  }

  static open(path: string): Promise<OpenOrderFile> {
    return openFile(path, async (file, size) => {
      const end = size - orderTrailerBytes;
      const trailer = end < 0 ? undefined : readOrderTrailer(read(file, end, orderTrailerBytes));
      if (trailer?.rowCount !== end / positionBytes) throw damaged('its size is another');
      if ((await readAll(file, { from: 0, to: end })) !== trailer.checksum) throw damaged('its checksum is another');
      return new OpenOrderFile(file, trailer.rowCount);
    });
  }

  readonly memoryBytes = 0;

  /** The positions of the rows from one on. */
  positions(from: number, count: number): number[] {
    const length = Math.max(0, Math.min(count, this.#rowCount - from));
    const bytes = read(this.#file, from * positionBytes, length * positionBytes);
    return Array.from({ length }, (_, index) => bytes.readUInt32LE(index * positionBytes));
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const damaged = (reason: string): DerivedFileDamaged => new DerivedFileDamaged(`The file cannot be read: ${reason}.`);

/** Opens a file, which is closed where it cannot be read. */
async function openFile<T>(path: string, work: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file, (await file.stat()).size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

function read({ fd }: FileHandle, at: number, length: number): Buffer {
  // Numbers are read from it, so it is not a part of a larger buffer.
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let done = 0; done < length;) {
    const count = readSync(fd, bytes, done, length - done, at + done);
    if (count === 0) throw damaged('it ends too early');
    done += count;
  }
  return bytes;
}

/** Reads a part of a file, however large, in parts that the event loop waits for, and returns its checksum. */
async function readAll(
  file: FileHandle,
  { from, to, before = 0 }: { readonly from: number; readonly to: number; readonly before?: number },
  work: (bytes: Buffer) => void = () => undefined,
): Promise<number> {
  let checksum = before;
  for (let at = from; at < to;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(readBytes, to - at)), { position: at });
    // The length of a part is a multiple of what is in it, unless the file ends.
    if (bytesRead < buffer.length) throw damaged('it ends too early');
    checksum = checksumOf(buffer, checksum);
    work(buffer);
    at += bytesRead;
  }
  return checksum;
}
