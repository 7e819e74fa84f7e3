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
  /** How many each user has. */
  readonly #byUser = new Map<string, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #closing = new AbortController();
  #count = 0;

  constructor(limits: StreamLimits = streamLimits) {
    this.#limits = limits;
  }

  /** Admits a stream for as long as its response is open; the signal tells its end. Fails TOO_MANY_STREAMS for the user, OVERLOADED for all. */
  admit(username: string, response: ServerResponse): AbortSignal {
    if (response.destroyed) return AbortSignal.abort();
    const leave = this.enter(username);
    this.#responses.add(response);
    const left = new AbortController();
    response.once('close', () => {
      left.abort();
      leave();
      this.#responses.delete(response);
    });
    return AbortSignal.any([left.signal, this.#closing.signal]);
  }

  /** Takes a place, until it is given back by what this answers. Fails TOO_MANY_STREAMS for the user, OVERLOADED for all. */
  enter(username: string): () => void {
    const { perUser, inAll, retryAfter } = this.#limits;
    const open = this.#byUser.get(username) ?? 0;
    if (open >= perUser) fail('TOO_MANY_STREAMS', { limit: perUser, seconds: retryAfter });
    if (this.#count >= inAll) fail('OVERLOADED', { seconds: retryAfter });
    this.#byUser.set(username, open + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const left = (this.#byUser.get(username) ?? 1) - 1;
      if (left === 0) this.#byUser.delete(username);
      else this.#byUser.set(username, left);
    };
  }

  /** Ends all streams, and those still to come. Whoever does not read what was sent is not waited for. */
  close(): void {
    this.#closing.abort();
    for (const response of this.#responses) if (response.writableNeedDrain) response.destroy();
  }
}
