import type { ServerResponse } from 'node:http';
import { clientIdentity, type Session } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { once } from 'node:events';

/** The limits of open streams in a process. */
interface StreamLimits {
  /** The maximum number of open streams of one user, with all keys together. */
  readonly perUser: number;
  /** The maximum number of open streams without a key from one address, which many people may share. */
  readonly perAddress: number;
  /** The maximum number of open streams without a key. */
  readonly withoutKey: number;
  /** The maximum number of open streams of all callers together. */
  readonly total: number;
  /** The seconds after which a refused client may try again. */
  readonly retryAfter: number;
}

/** The default limits. */
export const streamLimits: StreamLimits = Object.freeze({
  perUser: 20,
  perAddress: 100,
  withoutKey: 1_000,
  total: 2_000,
  retryAfter: 10,
});

/** Identifies the owner of a stream: a user, or a client's address. */
export const streamOwner = (session: Session): string => clientIdentity(session).join(' ');

/** The open streams of a process: limited per caller and in total, and ended when the server closes. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  /** The number of open streams of each owner. */
  readonly #byOwner = new Map<string, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #closing = new AbortController();
  #count = 0;
  #withoutKey = 0;

  constructor(limits: StreamLimits = streamLimits) {
    this.#limits = limits;
  }

  /** Aborts when the server closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The number of open streams, and of operations on shared streams. */
  get count(): number {
    return this.#count;
  }

  /** Counts a stream while its response is open. The returned signal aborts when the stream ends. Fails TOO_MANY_STREAMS at the maximum of the caller, OVERLOADED at the maximum of all callers. */
  admit(session: Session, response: ServerResponse): AbortSignal {
    if (response.destroyed) return AbortSignal.abort();
    const leave = this.enter(session);
    this.#responses.add(response);
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
      leave();
      this.#responses.delete(response);
    });
    return AbortSignal.any([closed.signal, this.#closing.signal]);
  }

  /** Counts a stream until the returned function is called. Fails TOO_MANY_STREAMS at the maximum of the caller, OVERLOADED at the maximum of all callers. */
  enter(session: Session): () => void {
    const { perUser, perAddress, withoutKey, total, retryAfter } = this.#limits;
    const isAnonymous = session.username === undefined;
    const owner = streamOwner(session);
    const limit = isAnonymous ? perAddress : perUser;
    const open = this.#byOwner.get(owner) ?? 0;
    if (open >= limit) fail('TOO_MANY_STREAMS', { limit, seconds: retryAfter });
    if (this.#count >= total || (isAnonymous && this.#withoutKey >= withoutKey))
      fail('OVERLOADED', { seconds: retryAfter });
    this.#change(owner, isAnonymous, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#change(owner, isAnonymous, -1);
      isOpen = false;
    };
  }

  #change(owner: string, isAnonymous: boolean, by: 1 | -1): void {
    const open = (this.#byOwner.get(owner) ?? 0) + by;
    if (open === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, open);
    this.#count += by;
    if (isAnonymous) this.#withoutKey += by;
  }

  /** Ends all streams; streams admitted later end at once. Does not wait for clients that stopped reading. */
  close(): void {
    this.#closing.abort();
    for (const response of this.#responses) if (response.writableNeedDrain) response.destroy();
  }
}

/** Requests the next value only once the client has read the previous values, so that nothing accumulates. */
export async function* withBackPressure<T>(
  values: AsyncIterable<T>,
  response: ServerResponse,
  signal: AbortSignal,
): AsyncGenerator<T> {
  for await (const value of values) {
    yield value;
    if (!response.writableNeedDrain) continue;
    // The server closes the connection of a client that stops reading, which aborts the signal.
    const drained = await once(response, 'drain', { signal }).catch(() => undefined);
    if (!drained) return;
  }
}

/** Yields the values until the signal aborts. */
export async function* takeUntilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const value of values) {
    if (signal.aborted) return;
    yield value;
  }
}
