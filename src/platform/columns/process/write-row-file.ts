import type { DuckDBResult } from '@duckdb/node-api';
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { constants, zstdCompressSync } from 'node:zlib';
import {
  blockRows,
  bytesOf,
  checksumOf,
  idDigits,
  maxBlockLength,
  writeOrderTrailer,
  writeTrailer,
} from '../row-file-format.ts';

/** The bytes that are written at a time. */
const writeBytes = 1024 * 1024;
const newFile = { flag: 'wx', mode: 0o600 } as const;
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** The beginning of a row: its position, and its identifier as JSON. */
const rowStart = new RegExp(`^\\["(\\d+)","\\\\"([0-9a-f]{${String(idDigits)}})`);

/**
 * Writes a row file with the rows of a result: its only column has texts of JSON arrays, which begin with the position of the row, from 0, and the JSON of
 * its identifier. Resolves with whether it is complete: rows that are too long have no row file.
 */
export async function writeRowFile(path: string, result: DuckDBResult, rowCount: number): Promise<boolean> {
  const file = await open(path, newFile.flag, newFile.mode);
  try {
    const writer = new RowFileWriter(file, rowCount);
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
      for (const text of chunk.getColumnValues(0)) if (!(await writer.add(String(text)))) return false;
    await writer.finish();
    return true;
  } finally {
    await file.close();
  }
}

/** Writes an order file with the positions that a result has in its only column. */
export async function writeOrderFile(path: string, result: DuckDBResult, rowCount: number): Promise<void> {
  const positions = new Uint32Array(rowCount);
  let count = 0;
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const position of chunk.getColumnValues(0)) positions[count++] = Number(position);
  if (count !== rowCount) throw new Error('An order file must have all rows.');
  const bytes = bytesOf(positions);
  await writeFile(path, [bytes, writeOrderTrailer({ rowCount, checksum: checksumOf(bytes) })], newFile);
}

class RowFileWriter {
  readonly #file: FileHandle;
  readonly #ids: BigUint64Array;
  readonly #blocks: Float64Array;
  #blockCount = 0;
  #rowCount = 0;
  #bytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #block: string[] = [];
  #blockLength = 0;
  #maxBlockBytes = 0;

  constructor(file: FileHandle, rowCount: number) {
    this.#file = file;
    this.#ids = new BigUint64Array(rowCount);
    this.#blocks = new Float64Array(Math.ceil(rowCount / blockRows) + 1);
  }

  /** Adds a row; false when its block is too long. */
  async add(text: string): Promise<boolean> {
    const [, position, id = ''] = rowStart.exec(text) ?? [];
    if (Number(position) !== this.#rowCount || this.#rowCount >= this.#ids.length)
      throw new Error('The rows of a row file are not in order.');
    this.#ids[this.#rowCount] = (BigInt(`0x${id}`) << 32n) | BigInt(this.#rowCount);
    this.#rowCount++;
    this.#block.push(text);
    this.#blockLength += text.length;
    if (this.#blockLength > maxBlockLength) return false;
    if (this.#block.length === blockRows) this.#endBlock();
    if (this.#waitingBytes > writeBytes) await this.#write();
    return true;
  }

  async finish(): Promise<void> {
    if (this.#rowCount < this.#ids.length) throw new Error('Rows are missing in a row file.');
    if (this.#block.length > 0) this.#endBlock();
    this.#blocks[this.#blockCount] = this.#bytes;
    const [blocks, ids] = [bytesOf(this.#blocks), bytesOf(this.#ids.sort())];
    const blocksAt = this.#bytes;
    const checksum = checksumOf(ids, checksumOf(blocks));
    const trailer = writeTrailer({
      rowCount: this.#rowCount,
      blocksAt,
      idsAt: blocksAt + blocks.length,
      maxBlockBytes: this.#maxBlockBytes,
      checksum,
    });
    this.#waiting.push(blocks, ids, trailer);
    await this.#write();
  }

  #endBlock(): void {
    while (this.#block.length < blockRows) this.#block.push('');
    const text = Buffer.from(`${this.#block.join('\n')}\n`);
    this.#maxBlockBytes = Math.max(this.#maxBlockBytes, text.length);
    const bytes = zstdCompressSync(text, compression);
    this.#blocks[this.#blockCount++] = this.#bytes;
    this.#bytes += bytes.length;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#block = [];
    this.#blockLength = 0;
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    // writev may write less than all on a full disk
    const bytes = Buffer.concat(waiting);
    await this.#file.writeFile(bytes);
  }
}
