import { LRUCache } from 'lru-cache';
import { CatalogError } from '#kernel/fail.ts';
import type { CallerKind } from './statement-gate.ts';

/** The bounds of a cache of results, in bytes. */
interface CacheBounds {
  readonly maxBytes: number;
  readonly maxResultBytes: number;
  readonly sizeOf: (value: unknown) => number;
}

/** Caches the results of reads. A key must contain everything that its result depends on. */
export interface ReadCache {
  /**
   * Returns the cached result of a key, else joins the running read of the key, else starts a read. Errors are not cached. A
   * joined read that ends for a reason of its own request, whose client left or whose results are too large together, is started again.
   * A caller joins only reads of its own kind, so that a caller with a key does not wait for connections that callers
   * without a key use.
   */
  getOrRead(key: string, read: () => Promise<unknown>, callerKind: CallerKind): Promise<unknown>;
}

/** The bytes of a result as JSON. Texts have a known size; other results are written only to measure them. */
const jsonSize = (value: unknown): number => (typeof value === 'string' ? value : JSON.stringify(value ?? null)).length;

/** Creates a cache in this process, which evicts the least recently used results. Default: 64 MiB of JSON, of which a result may be 4 MiB. */
export function createReadCache({
  maxBytes = 64 * 1024 * 1024,
  maxResultBytes = 4 * 1024 * 1024,
  sizeOf = jsonSize,
}: Partial<CacheBounds> = {}): ReadCache {
  const results = new LRUCache<string, { readonly value: unknown }>({
    maxSize: maxBytes,
    maxEntrySize: maxResultBytes,
    sizeCalculation: ({ value }, key) => key.length + sizeOf(value),
  });
  const pending = { keyed: new Map<string, Promise<unknown>>(), anonymous: new Map<string, Promise<unknown>>() };

  async function readNow(key: string, read: () => Promise<unknown>, callerKind: CallerKind): Promise<unknown> {
    try {
      const value = await read();
      results.set(key, { value });
      return value;
    } finally {
      pending[callerKind].delete(key);
    }
  }

  const getOrRead: ReadCache['getOrRead'] = (key, read, callerKind) => {
    const cached = results.get(key);
    if (cached) return Promise.resolve(cached.value);
    const joined = pending[callerKind].get(key)?.catch((error: unknown) => {
      if (!isOfOneRequest(error)) throw error;
      return getOrRead(key, read, callerKind);
    });
    if (joined) return joined;
    const reading = readNow(key, read, callerKind);
    pending[callerKind].set(key, reading);
    return reading;
  };

  return Object.freeze({ getOrRead } satisfies ReadCache);
}

/** Whether an error concerns the request that started a read, not the others that joined it. */
const isOfOneRequest = (error: unknown): boolean =>
  error instanceof CatalogError && (error.code === 'CLIENT_DISCONNECTED' || error.code === 'ANSWER_TOO_LARGE');
