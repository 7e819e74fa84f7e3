import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fail } from '#kernel/fail.ts';
import { describeLibraryError } from './library-failure.ts';

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
