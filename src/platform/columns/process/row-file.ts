import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { EngineFailure } from './engine-failure.ts';
import {
  blockRows,
  checksumOf,
  idDigits,
  maxBlockLength,
  readTrailer,
  trailerBytes,
  type Trailer,
} from '../row-file-format.ts';

/** One identifier of so many is in memory: those up to the next one are read at once. */
const sampleRows = 512;
const idBytes = 8;
const placeBytes = 8;
const readBytes = 1024 * 1024;
/** A character of JSON has at most three bytes in UTF-8. */
const maxBlockBytes = 3 * (maxBlockLength + blockRows);

/** How many files are open, and how much memory their indexes may need. */
const maxOpen = 64;
const maxOpenBytes = 32 * 1024 * 1024;

/** A row file cannot be read. */
export class RowFileDamaged extends Error {}

/**
 * An open row file. Its index of blocks, and one identifier of 512, are in memory: about half a megabyte for a million rows. Reads are synchronous, because
 * to wait for each block takes longer than to read it, and the process has nothing else to do: statements have threads of their own.
 */
export class RowFile {
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

  static async open(path: string): Promise<RowFile> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const trailer = size < trailerBytes ? undefined : readTrailer(read(file, size - trailerBytes, trailerBytes));
      if (!trailer) throw damaged('it has no trailer');
      const { rowCount, blocksAt, idsAt } = trailer;
      const blockCount = Math.ceil(rowCount / blockRows);
      if (idsAt - blocksAt !== (blockCount + 1) * placeBytes || idsAt + rowCount * idBytes + trailerBytes !== size)
        throw damaged('its size is another');
      const blocks = read(file, blocksAt, idsAt - blocksAt);
      let checksum = checksumOf(blocks);
      const sample = new BigUint64Array(Math.ceil(rowCount / sampleRows));
      const end = size - trailerBytes;
      for (let at = idsAt; at < end; at += readBytes) {
        const ids = read(file, at, Math.min(readBytes, end - at));
        checksum = checksumOf(ids, checksum);
        for (let id = 0; id < ids.length; id += sampleRows * idBytes)
          sample[(at - idsAt + id) / idBytes / sampleRows] = ids.readBigUInt64LE(id);
      }
      if (checksum !== trailer.checksum) throw damaged('the checksum of its indexes is another');
      const places = new Float64Array(blocks.buffer, blocks.byteOffset, blocks.length / placeBytes);
      return new RowFile(file, trailer, places, sample);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The memory of the indexes, in bytes. */
  get memoryBytes(): number {
    return this.#blocks.byteLength + this.#sample.byteLength;
  }

  /** The texts of the rows at positions, of which a thousand may be in as many blocks: one block is in memory at a time. */
  *at(positions: Iterable<number>): Generator<string, void, undefined> {
    let last: { readonly number: number; readonly block: Buffer } | undefined;
    for (const position of positions) {
      const number = Math.floor(position / blockRows);
      if (last?.number !== number) last = { number, block: this.#readBlock(number) };
      yield rowOf(last.block, position % blockRows);
    }
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

  #readBlock(number: number): Buffer {
    const [from = 0, to = 0] = this.#blocks.subarray(number, number + 2);
    // A block has a checksum.
    return zstdDecompressSync(read(this.#file, from, to - from), { maxOutputLength: maxBlockBytes });
  }
}

/** A line of a block. */
function rowOf(block: Buffer, index: number): string {
  let start = 0;
  for (let line = 0; line < index; line++) {
    start = block.indexOf('\n', start) + 1;
    if (start === 0) throw damaged('it lacks a row');
  }
  const end = block.indexOf('\n', start);
  return block.toString('utf8', start, end === -1 ? block.length : end);
}

/** The row files that were read last. */
export class OpenRowFiles {
  /** In the order of their last use. */
  readonly #open = new Map<string, Promise<RowFile>>();

  /** Reads a row file. Fails RowFileDamaged for one that is missing, incomplete or damaged, and forgets it. */
  async read<T>(path: string, work: (file: RowFile) => T): Promise<T> {
    const opened = this.#open.get(path) ?? RowFile.open(path);
    this.#open.delete(path);
    this.#open.set(path, opened);
    try {
      const file = await opened;
      const result = work(file);
      await this.#closeOldest();
      return result;
    } catch (error) {
      // The answer is too large, whatever the file is.
      if (error instanceof EngineFailure) throw error;
      await this.#close(path, opened);
      throw error instanceof RowFileDamaged ? error : damaged(error instanceof Error ? error.message : String(error));
    }
  }

  async #closeOldest(): Promise<void> {
    let [count, bytes] = [0, 0];
    for (const [path, opened] of [...this.#open].reverse()) {
      const { memoryBytes } = await opened;
      count++;
      bytes += memoryBytes;
      if (count > 1 && (count > maxOpen || bytes > maxOpenBytes)) await this.#close(path, opened);
    }
  }

  async #close(path: string, opened: Promise<RowFile>): Promise<void> {
    if (this.#open.get(path) !== opened) return;
    this.#open.delete(path);
    await opened.then((file) => file.close()).catch(() => undefined);
  }
}

const damaged = (reason: string): RowFileDamaged => new RowFileDamaged(`A row file cannot be read: ${reason}.`);

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
