import { once } from 'node:events';
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
    try {
      for await (const batch of rows) {
        const bytes = await request(thread, batch);
        if (bytes.length > 0) yield bytes;
      }
      yield await request(thread, null);
    } finally {
      await thread.terminate();
    }
  },
};

/** Sends a request to the thread and waits for the answer. Fails with the error of the thread. */
async function request(thread: Worker, message: ParquetRequest): Promise<ParquetBytes> {
  const answered = once(thread, 'message');
  thread.postMessage(message);
  // the thread answers each request with bytes
  const [bytes] = (await answered) as [ParquetBytes];
  return bytes;
}
