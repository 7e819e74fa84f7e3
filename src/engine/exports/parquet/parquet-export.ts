import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExportFormat } from '../export-format.ts';
import type { ParquetTask } from './parquet-encoder.ts';
import type { ParquetBytes, ParquetRequest } from './parquet-export-worker.ts';

/** The maximum heap of a thread, in megabytes. It holds one row group. */
const maxHeap = 512;

const worker = new URL(`parquet-export-worker${extname(import.meta.url)}`, import.meta.url);

/** An Apache Parquet file; geometries are GeoParquet 1.1. Encoding takes long, so a thread does it. */
export const parquetExport: ExportFormat = {
  description: 'An Apache Parquet file with typed columns; geometries as GeoParquet 1.1.',
  mediaType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  needsGeometry: false,
  async *write({ rows, columns, options }) {
    const task: ParquetTask = { columns, compression: options.parquetCompression };
    const thread = new Worker(worker, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
    const failure = failureOf(thread);
    try {
      for await (const batch of rows) {
        const bytes = await Promise.race([request(thread, batch), failure]);
        if (bytes.length > 0) yield bytes;
      }
      yield await Promise.race([request(thread, null), failure]);
    } finally {
      await thread.terminate();
    }
  },
};

/** Fails with the error that ends the thread, also one between two requests: without a listener it would end the process. */
function failureOf(thread: Worker): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => thread.on('error', reject));
  failure.catch(() => undefined);
  return failure;
}

/** Sends a request to the thread and waits for the answer; for ever when the thread fails. */
async function request(thread: Worker, message: ParquetRequest): Promise<ParquetBytes> {
  const answered = new Promise<ParquetBytes>((resolve) => thread.once('message', resolve));
  thread.postMessage(message);
  return answered;
}
