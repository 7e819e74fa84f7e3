import type { ServerResponse } from 'node:http';
import { fail } from '../../kernel/fail.ts';

/** How many streams a key may have open in one process. */
const mostPerKey = 20;

/** The open streams of a process: a bounded number for each key, and all of them end when the server closes. */
export class OpenStreams {
  readonly #byKey = new Map<string, Set<ServerResponse>>();
  readonly #closing = new AbortController();

  /** Admits a stream for as long as its response is open; the signal tells its end. Fails TOO_MANY_STREAMS. */
  admit(key: string, response: ServerResponse): AbortSignal {
    if (response.destroyed) return AbortSignal.abort();
    const open = this.#byKey.get(key) ?? new Set();
    if (open.size >= mostPerKey) fail('TOO_MANY_STREAMS', { limit: mostPerKey });
    this.#byKey.set(key, open.add(response));
    const left = new AbortController();
    response.once('close', () => {
      left.abort();
      open.delete(response);
      if (open.size === 0) this.#byKey.delete(key);
    });
    return AbortSignal.any([left.signal, this.#closing.signal]);
  }

  /** Ends all streams, and those still to come. Whoever does not read what was sent is not waited for. */
  close(): void {
    this.#closing.abort();
    for (const response of [...this.#byKey.values()].flatMap((open) => [...open])) if (response.writableNeedDrain) response.destroy();
  }
}
