import { parentPort, workerData } from 'node:worker_threads';
import { ParquetEncoder, type ParquetTask } from './parquet-encoder.ts';

/** A request to the thread: rows to add, in the binary format or in JSON, or null for the end of the file. */
export type ParquetRequest = Uint8Array<ArrayBuffer> | readonly string[] | null;

/** The answer of the thread to each request: the bytes that are complete. */
export type ParquetBytes = Uint8Array<ArrayBuffer>;

// The code that starts the thread passes a ParquetTask.
const encoder = new ParquetEncoder(workerData as ParquetTask);

parentPort?.on('message', (rows: ParquetRequest) => {
  const bytes = answer(rows);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});

function answer(rows: ParquetRequest): ParquetBytes {
  if (!rows) return encoder.end();
  return rows instanceof Uint8Array ? encoder.addBinary(rows) : encoder.addJson(rows);
}
