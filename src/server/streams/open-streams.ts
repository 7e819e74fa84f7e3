import type { ServerResponse } from 'node:http';
import { fail } from '../../kernel/fail.ts';

/** The limits of open streams in a process. */
export interface StreamLimits {
  /** The maximum number of open streams of one user, with all keys together. */
  readonly perUser: number;
  /** The maximum number of open streams of all users together. */
  readonly total: number;
  /** The seconds after which a refused client may try again. */
  readonly retryAfter: number;
}

/** The default limits. */
export const streamLimits: StreamLimits = Object.freeze({ perUser: 20, total: 2_000, retryAfter: 10 });

/** The open streams of a process: limited per user and in total, and ended when the server closes. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  /** The number of open streams of each user. */
  readonly #byUser = new Map<string, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #closing = new AbortController();
  #count = 0;

  constructor(limits: StreamLimits = streamLimits) {
    this.#limits = limits;
  }

  /** The number of open streams, and of operations on shared streams. */
  get count(): number {
    return this.#count;
  }

  /** Counts a stream while its response is open. The returned signal aborts when the stream ends. Fails TOO_MANY_STREAMS at the maximum of the user, OVERLOADED at the maximum of all users. */
  admit(username: string, response: ServerResponse): AbortSignal {
    if (response.destroyed) return AbortSignal.abort();
    const leave = this.enter(username);
    this.#responses.add(response);
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
      leave();
      this.#responses.delete(response);
    });
    return AbortSignal.any([closed.signal, this.#closing.signal]);
  }

  /** Counts a stream until the returned function is called. Fails TOO_MANY_STREAMS at the maximum of the user, OVERLOADED at the maximum of all users. */
  enter(username: string): () => void {
    const { perUser, total, retryAfter } = this.#limits;
    const open = this.#byUser.get(username) ?? 0;
    if (open >= perUser) fail('TOO_MANY_STREAMS', { limit: perUser, seconds: retryAfter });
    if (this.#count >= total) fail('OVERLOADED', { seconds: retryAfter });
    this.#byUser.set(username, open + 1);
    this.#count += 1;
    return () => {
      this.#count -= 1;
      const remaining = (this.#byUser.get(username) ?? 1) - 1;
      if (remaining === 0) this.#byUser.delete(username);
      else this.#byUser.set(username, remaining);
    };
  }

  /** Ends all streams; streams admitted later end at once. Does not wait for clients that stopped reading. */
  close(): void {
    this.#closing.abort();
    for (const response of this.#responses) if (response.writableNeedDrain) response.destroy();
  }
}
