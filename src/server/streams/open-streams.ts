import type { ServerResponse } from 'node:http';
import { fail } from '../../kernel/fail.ts';

/** How many streams may be open in one process. */
export interface StreamLimits {
  /** Of one user, with whichever of their keys. */
  readonly perUser: number;
  /** Of all. */
  readonly inAll: number;
  /** In how many seconds it is worth trying again when there is no room. */
  readonly retryAfter: number;
}

export const streamLimits: StreamLimits = Object.freeze({ perUser: 20, inAll: 2_000, retryAfter: 10 });

/** The open streams of a process: a bounded number for each user and in all, and all of them end when the server closes. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #byUser = new Map<string, Set<ServerResponse>>();
  readonly #closing = new AbortController();
  #count = 0;

  constructor(limits: StreamLimits = streamLimits) {
    this.#limits = limits;
  }

  /** Admits a stream for as long as its response is open; the signal tells its end. Fails TOO_MANY_STREAMS for the user, OVERLOADED for all. */
  admit(username: string, response: ServerResponse): AbortSignal {
    if (response.destroyed) return AbortSignal.abort();
    const { perUser, inAll, retryAfter } = this.#limits;
    const open = this.#byUser.get(username) ?? new Set();
    if (open.size >= perUser) fail('TOO_MANY_STREAMS', { limit: perUser, seconds: retryAfter });
    if (this.#count >= inAll) fail('OVERLOADED', { seconds: retryAfter });
    this.#byUser.set(username, open.add(response));
    this.#count += 1;
    const left = new AbortController();
    response.once('close', () => {
      left.abort();
      this.#count -= 1;
      open.delete(response);
      if (open.size === 0) this.#byUser.delete(username);
    });
    return AbortSignal.any([left.signal, this.#closing.signal]);
  }

  /** Ends all streams, and those still to come. Whoever does not read what was sent is not waited for. */
  close(): void {
    this.#closing.abort();
    for (const response of [...this.#byUser.values()].flatMap((open) => [...open])) if (response.writableNeedDrain) response.destroy();
  }
}
