import { stat } from 'node:fs/promises';
import { CatalogError } from '#kernel/fail.ts';

interface CallLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Runs work with a signal that aborts with another signal, or with TIMED_OUT after a time. */
export async function withinLimits<T>(
  { signal, timeoutMs }: CallLimits,
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

/** Runs work that writes a file, with a signal that aborts with another signal, or with TIMED_OUT when the file does not grow for a time. */
export async function whileGrowing<T>(
  path: string,
  { signal, timeoutMs }: CallLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController();
  let bytes = 0;
  const check = async () => {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    if (size === bytes) stalled.abort(new CatalogError('TIMED_OUT'));
    bytes = size;
  };
  const timer = setInterval(() => void check(), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal);
  } finally {
    clearInterval(timer);
  }
}
