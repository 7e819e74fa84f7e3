import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { fail } from '#kernel/fail.ts';
import { describeLibraryError } from './library-failure.ts';
import { readSync } from 'node:fs';

/** The maximum heap of a thread, in megabytes. A damaged file can ask for any amount of memory. */
const maxHeap = 512;
/** The maximum time for one answer, in milliseconds. */
const timeoutMs = 120_000;

/** A format that a thread reads, for messages. */
interface ThreadedFormat {
  /** The name of a file, such as `Parquet file`. */
  readonly name: string;
  /** What to do about a file that takes too much memory, in the imperative. */
  readonly advice: string;
}

/**
 * A worker thread that reads a file with a library that trusts its input: a damaged file can make the library use all memory or run for
 * ever, which must end only the thread. The thread answers requests in their order (`answerRequests`).
 */
export class ReaderThread<Request, Answer> {
  readonly #worker: Worker;
  readonly #format: ThreadedFormat;
  /** An error of the thread fails the next request. Without a listener, the error would end the process. */
  #crash: unknown;

  constructor(script: URL, workerData: unknown, format: ThreadedFormat) {
    this.#format = format;
    this.#worker = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
    this.#worker.on('error', (error) => {
      this.#crash = error;
    });
  }

  /** Sends a request and returns the answer. Fails EXTRACTION_FAILED where the thread cannot read the file, or takes too long. */
  async request(message: Request, signal: AbortSignal | undefined): Promise<Answer> {
    if (this.#crash !== undefined) return this.#fail(this.#crash);
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
    this.#worker.postMessage(message);
    let answer: { readonly failure: string } | { readonly answer: Answer };
    try {
      [answer] = (await once(this.#worker, 'message', { signal: AbortSignal.any(limits) })) as [typeof answer];
    } catch (error) {
      signal?.throwIfAborted();
      return this.#fail(error);
    }
    return 'failure' in answer ? this.#fail(new Error(answer.failure)) : answer.answer;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): never {
    return fail('EXTRACTION_FAILED', { reason: `the ${this.#format.name} cannot be read: ${this.#describe(error)}` });
  }

  #describe(error: unknown): string {
    if (error instanceof Object && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      return `a part of it takes more than ${maxHeap} MB of memory; ${this.#format.advice}`;
    return error instanceof Object && 'code' in error && error.code === 'ABORT_ERR'
      ? `a part of it takes longer than ${timeoutMs / 1000} seconds`
      : describeLibraryError(error);
  }
}

/** Answers the requests of a `ReaderThread`, in the thread. */
export function answerRequests(answer: (request: unknown) => unknown): void {
  const respond = async (request: unknown): Promise<{ failure: string } | { answer: unknown }> => {
    try {
      return { answer: await answer(request) };
    } catch (error) {
      return { failure: describeLibraryError(error) };
    }
  };
  parentPort?.on('message', (request: unknown) => void respond(request).then((sent) => parentPort?.postMessage(sent)));
}

/** An open file that a thread reads. */
export interface OpenFile {
  readonly descriptor: number;
  /** The size of the file, in bytes. */
  readonly size: number;
}

/** The bytes of a file from `start` up to, but not including, `end`. Throws an Error outside of the file. */
export function readBytes({ descriptor, size }: OpenFile, start = 0, end = size): Uint8Array<ArrayBuffer> {
  if (!(start >= 0 && start <= end && end <= size)) throw new Error(`bytes ${start} to ${end} lie outside of the file`);
  const bytes = new Uint8Array(end - start);
  for (let filled = 0; filled < bytes.length;) {
    const read = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
    if (read === 0) throw new Error('the file ended early');
    filled += read;
  }
  return bytes;
}
