import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExportFormat } from '../export-format.ts';
import { binaryRowSql } from './binary-row-sql.ts';
import { decodeRows } from './binary-rows.ts';
import type { ParquetTask } from './parquet-encoder.ts';
import type { ParquetBytes, ParquetRequest } from './parquet-export-worker.ts';

/** The maximum heap of a thread, in megabytes. It holds one row group. */
const maxHeap = 512;

const worker = new URL(`parquet-export-worker${extname(import.meta.url)}`, import.meta.url);

/** An Apache Parquet file; geometries are GeoParquet 1.1. A thread encodes the file, because encoding takes long. */
export const parquetExport: ExportFormat = {
  description: 'An Apache Parquet file with typed columns; geometries as GeoParquet 1.1.',
  mediaType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  needsGeometry: false,
  rowSql: binaryRowSql,
  async *write({ rows, areWritten, columns, options }) {
    let encoder: EncoderThread | undefined;
    // The thread starts only with the first rows, because before them the export may wait long for a connection.
    const startOnce = (): EncoderThread =>
      (encoder ??= new EncoderThread({ columns, compression: options.parquetCompression }));
    try {
      for await (const batch of rows) {
        const bytes = await startOnce().request(areWritten ? decodeRows(batch) : batch);
        if (bytes.length > 0) yield bytes;
      }
      yield await startOnce().request(null);
    } finally {
      await encoder?.end();
    }
  },
};

/** A thread that encodes the rows of one export. */
class EncoderThread {
  readonly #worker: Worker;
  /** A promise that never resolves, and rejects with the error that ends the thread. */
  readonly #failure: Promise<never>;

  constructor(task: ParquetTask) {
    this.#worker = new Worker(worker, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
    this.#failure = new Promise<never>((_resolve, reject) => this.#worker.on('error', reject));
    // An error between two requests is reported by the next request.
    this.#failure.catch(() => undefined);
  }

  /** Sends a request and returns the answer. The caller awaits it before the next request. Fails with the error that ended the thread. */
  request(message: ParquetRequest): Promise<ParquetBytes> {
    const answered = new Promise<ParquetBytes>((resolve) => this.#worker.once('message', resolve));
    this.#worker.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
    return Promise.race([answered, this.#failure]);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
