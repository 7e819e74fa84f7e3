import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExportFormat } from '../export-format.ts';
import { copyBinary } from './copy-binary.ts';
import type { ParquetTask } from './parquet-encoder.ts';
import type { ParquetBytes, ParquetRequest } from './parquet-export-worker.ts';

/** The maximum heap of a thread, in megabytes. It holds one row group. */
const maxHeap = 512;

/** The maximum number of batches that wait for the thread. The queue keeps the database busy while the thread encodes a row group, which takes longer than to read a batch. */
const maxQueuedBatches = 64;

const worker = new URL(`parquet-export-worker${extname(import.meta.url)}`, import.meta.url);

/** An Apache Parquet file; geometries are GeoParquet 1.1. A thread encodes the file, because encoding takes long. */
export const parquetExport: ExportFormat = {
  description: 'An Apache Parquet file with typed columns; geometries as GeoParquet 1.1.',
  mediaType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  needsGeometry: false,
  copyRows: copyBinary,
  async *write({ rows, copied, columns, options }) {
    let encoder: EncoderThread | undefined;
    // The thread starts only with the first rows, because before them the export may wait long for a connection.
    const startOnce = (): EncoderThread =>
      (encoder ??= new EncoderThread({ columns, compression: options.parquetCompression }));
    const answers: Promise<ParquetBytes>[] = [];
    try {
      for await (const batch of copied ?? rows) {
        answers.push(startOnce().request(batch));
        if (answers.length > maxQueuedBatches) yield* writtenBy(answers.shift());
      }
      answers.push(startOnce().request(null));
      for (const answer of answers) yield* writtenBy(answer);
    } finally {
      await encoder?.end();
    }
  },
};

async function* writtenBy(answer: Promise<ParquetBytes> | undefined): AsyncGenerator<ParquetBytes> {
  const bytes = await answer;
  if (bytes && bytes.length > 0) yield bytes;
}

/** A thread that encodes the rows of one export. It answers requests in their order. */
class EncoderThread {
  readonly #worker: Worker;
  readonly #waiting: PromiseWithResolvers<ParquetBytes>[] = [];
  #failure: Error | undefined;

  constructor(task: ParquetTask) {
    this.#worker = new Worker(worker, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
    this.#worker.on('message', (bytes: ParquetBytes) => this.#waiting.shift()?.resolve(bytes));
    this.#worker.on('error', (error: Error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  /** Sends a request and returns the answer. Fails with the error that ended the thread. */
  request(message: ParquetRequest): Promise<ParquetBytes> {
    if (this.#failure) return Promise.reject(this.#failure);
    const answer = Promise.withResolvers<ParquetBytes>();
    // An export that ends early does not await the answer.
    answer.promise.catch(() => undefined);
    this.#waiting.push(answer);
    this.#worker.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
    return answer.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
