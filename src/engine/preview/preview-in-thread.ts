import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import type { Preview, PreviewOptions } from './preview.ts';
import type {
  PreviewFailure,
  PreviewMessage,
  PreviewReply,
  PreviewRequest,
  PreviewResponses,
  PreviewTask,
} from './preview-worker.ts';
import type { PipelineOptions } from '../pipeline/pipeline.ts';
import { noReferences } from '../pipeline/dataset-reference.ts';
import type { DataRecord } from '../records/record.ts';
import type { DatasourceStream } from '../datasource/datasource.ts';

const worker = new URL(`preview-worker${extname(import.meta.url)}`, import.meta.url);
/** The maximum heap of the thread, in megabytes. */
const maxHeap = 512;

/**
 * Runs a preview in a worker thread, so that slow processors and conditions do not block the event loop and the signal can end them.
 * Fails EXTRACTION_FAILED when the thread runs out of memory. The caller limits the number of threads.
 */
export async function runPreviewInThread({
  resources,
  processors,
  fields = [],
  where = null,
  openReference,
  signal,
}: PreviewOptions & { readonly signal: AbortSignal }): Promise<Preview> {
  const task: PreviewTask = {
    resources: resources.map(({ type, params }) => ({ type, params })),
    processors,
    fields,
    where,
  };
  const thread = new Worker(worker, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeap } });
  const crashed = new AbortController();
  // An error without a listener would end the process.
  thread.on('error', (error) => crashed.abort(error));
  const host = new PreviewHost({ resources, ...(openReference && { openReference }) }, signal);
  try {
    return await serveThread(thread, host, AbortSignal.any([signal, crashed.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (crashed.signal.aborted) failCrashed(crashed.signal.reason);
    throw error;
  } finally {
    await Promise.all([thread.terminate(), host.close()]);
  }
}

/** Answers the thread's requests until it returns the preview. */
async function serveThread(thread: Worker, host: PreviewHost, signal: AbortSignal): Promise<Preview> {
  for (;;) {
    const [message] = (await once(thread, 'message', { signal })) as [PreviewMessage];
    if ('preview' in message) return message.preview;
    if ('failure' in message) throw errorOf(message.failure);
    const reply: PreviewReply = {
      value: await untilAborted(
        signal,
        () => host.handle(message),
        () => void host.close(),
      ),
    };
    thread.postMessage(reply);
  }
}

function errorOf({ code, message, details, fields }: PreviewFailure): Error {
  return code === undefined ? new Error(message) : Object.assign(new CatalogError(code, details, fields), { message });
}

function failCrashed(reason: unknown): never {
  if (reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY')
    fail('EXTRACTION_FAILED', { reason: `the processors take more than ${maxHeap} MB of memory` });
  throw reason;
}

/** Serves the requests of a preview's thread: opens its sources and reads other datasets, chunk by chunk. */
class PreviewHost {
  readonly #options: Pick<PipelineOptions, 'resources' | 'openReference'>;
  readonly #signal: AbortSignal;
  #stream: DatasourceStream | undefined;
  #chunks: AsyncIterator<Buffer> | undefined;
  #records: AsyncIterator<readonly DataRecord[]> | undefined;

  constructor(options: Pick<PipelineOptions, 'resources' | 'openReference'>, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Answers a request. Fails as the source or the other dataset does. */
  async handle(request: PreviewRequest): Promise<PreviewResponses[PreviewRequest['type']]> {
    switch (request.type) {
      case 'open':
        return this.#openSource(request.resource);
      case 'chunk':
        return this.#next(this.#chunks);
      case 'records':
        return this.#next(this.#records);
      case 'reference': {
        const { openReference = noReferences } = this.#options;
        const { fields, records } = await openReference(request.reference, request.processorUid);
        this.#records = records[Symbol.asyncIterator]();
        return fields;
      }
    }
  }

  /** Stops all reading. */
  async close(): Promise<void> {
    this.#stream?.content.destroy();
    await this.#records?.return?.();
  }

  async #openSource(resource: number): Promise<PreviewResponses['open']> {
    const { source } = this.#options.resources[resource] ?? {};
    if (!source) throw new RangeError('A preview has no such resource.');
    this.#stream?.content.destroy();
    this.#stream = await source.openStream(this.#signal);
    const { filename, mimetype, size, content } = this.#stream;
    this.#chunks = content[Symbol.asyncIterator]();
    return { filename, mimetype, size };
  }

  async #next<T>(iterator: AsyncIterator<T> | undefined): Promise<T | null> {
    const result = await iterator?.next();
    return result && result.done !== true ? result.value : null;
  }
}
