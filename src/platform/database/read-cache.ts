import { LRUCache } from 'lru-cache';

/** How many bytes of JSON a process remembers, and the longest answer that it remembers. */
const maxBytes = 64 * 1024 * 1024;
const maxAnswerBytes = 4 * 1024 * 1024;

/** The answers of reads whose key tells everything that they depend on. */
export interface ReadCache {
  /** The answer that is remembered under a key, else the one that is being read or is read now. An error is not remembered. */
  getOrRead(key: string, read: () => Promise<unknown>): Promise<unknown>;
}

/** A memory of this process; the least recently used answers are forgotten. */
export function createReadCache(): ReadCache {
  const answers = new LRUCache<string, { readonly value: unknown }>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ value }, key) => key.length + JSON.stringify(value ?? null).length,
  });
  const pending = new Map<string, Promise<unknown>>();

  async function readNow(key: string, read: () => Promise<unknown>): Promise<unknown> {
    try {
      const value = await read();
      answers.set(key, { value });
      return value;
    } finally {
      pending.delete(key);
    }
  }

  return Object.freeze({
    getOrRead(key: string, read: () => Promise<unknown>): Promise<unknown> {
      const known = answers.get(key);
      if (known) return Promise.resolve(known.value);
      const reading = pending.get(key) ?? readNow(key, read);
      pending.set(key, reading);
      return reading;
    },
  } satisfies ReadCache);
}
