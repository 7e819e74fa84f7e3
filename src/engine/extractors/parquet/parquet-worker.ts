import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { AsyncBuffer } from 'hyparquet';
import { describeLibraryError } from '../extraction/library-failure.ts';
import { readParquet, type ParquetPart } from './read-parquet.ts';

/** The open file that a thread reads. */
export interface ParquetFile {
  readonly descriptor: number;
  /** The size of the file, in bytes. */
  readonly size: number;
}

/** What the thread sends for each request for the next part. */
export type WorkerMessage = ParquetPart | { readonly failure: string } | { readonly isEnd: true };

// The code that starts the thread passes a ParquetFile.
const { descriptor, size } = workerData as ParquetFile;

const file: AsyncBuffer = {
  byteLength: size,
  slice(start, end = size) {
    if (!(start >= 0 && start <= end && end <= size))
      throw new Error(`bytes ${start} to ${end} lie outside of the file`);
    const buffer = new ArrayBuffer(end - start);
    const bytes = new Uint8Array(buffer);
    for (let filled = 0; filled < bytes.length;) {
      const read = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
      if (read === 0) throw new Error('the file ended early');
      filled += read;
    }
    return buffer;
  },
};

const parts = readParquet(file);

async function next(): Promise<WorkerMessage> {
  try {
    const result: IteratorResult<ParquetPart, void> = await parts.next();
    return result.done === true ? { isEnd: true } : result.value;
  } catch (error) {
    return { failure: describeLibraryError(error) };
  }
}

parentPort?.on('message', () => void next().then((message) => parentPort?.postMessage(message)));
