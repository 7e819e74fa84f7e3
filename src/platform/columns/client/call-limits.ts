import { CatalogError } from '../../../kernel/fail.ts';

/** Runs work with a signal that aborts with another signal, or with TIMED_OUT after a time. */
export async function withinLimits<T>(
  { signal, timeoutMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new CatalogError('TIMED_OUT'));
  }, timeoutMs);
  const abort = () => {
    controller.abort(signal?.reason);
  };
  signal?.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
