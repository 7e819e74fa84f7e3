import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import type { Preview, PreviewOptions } from './preview.ts';
import { PreviewHost } from './preview-host.ts';
import type { PreviewFailure, PreviewMessage, PreviewReply, PreviewTask } from './preview-worker.ts';

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
