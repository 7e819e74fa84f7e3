import { parentPort, workerData } from 'node:worker_threads';
import { ParquetEncoder, type ParquetTask } from './parquet-encoder.ts';

/** A request to the thread: rows to add, or null for the end of the file. */
export type ParquetRequest = readonly string[] | null;

/** The answer of the thread to each request: the bytes that are complete. */
export type ParquetBytes = Uint8Array<ArrayBuffer>;

// The code that starts the thread passes a ParquetTask.
const encoder = new ParquetEncoder(workerData as ParquetTask);

parentPort?.on('message', (rows: ParquetRequest) => {
  const bytes: ParquetBytes = rows ? encoder.add(rows) : encoder.end();
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
