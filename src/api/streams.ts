import type { RequestContext } from './context.ts';
import type { Topic } from '#platform/database/change-feed.ts';
import { isServiceFault, toCatalogError } from './errors/to-catalog-error.ts';
import { fail } from '#kernel/fail.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';

/** The context of a subscription, whose request stays open while rights may change. */
export interface StreamContext extends RequestContext {
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** A context with the caller's current rights. Fails UNAUTHORIZED or INVALID_TOKEN once the key or the token is revoked or has expired. */
  readonly renewContext: () => Promise<RequestContext>;
}

/** The minimum time between two reads of a stream. */
const minIntervalMs = 300;

/** A state that a stream follows. */
interface FollowedState<T> {
  /** The topic whose changes may change the state. */
  readonly topic: Topic;
  /** Reads the state with the caller's current rights; null when its object was deleted, if the caller had read it (`isKnown`). */
  readonly read: (ctx: RequestContext, isKnown: boolean) => Promise<T | null>;
}

/**
 * Yields a state now and after each change, and null as its last value when the object is deleted. It reads the state only when the consumer
 * asks for the next value, so a slow consumer may miss states, but never the last one. It waits while the database is unavailable. Fails as
 * `read` does, at once when the caller's rights or key are lost.
 */
export async function* followState<T>(ctx: StreamContext, { topic, read }: FollowedState<T>): AsyncGenerator<T | null> {
  const { app, signal } = ctx;
  const pending = new PendingChange(signal);
  let known: string | undefined;
  let unfollow: (() => void) | undefined;
  const follower = {
    onChange: pending.add,
    onLost: () => {
      unfollow = undefined;
      pending.add();
    },
  };

  /** Follows the topic once the caller is known to have the right, and reads again what changed before. */
  async function readState(): Promise<{ readonly state: T | null; readonly text: string }> {
    const readNow = async () => read(await ctx.renewContext(), known !== undefined);
    let state = await readNow();
    if (!unfollow && state !== null) {
      unfollow = await app.changes.follow([topic, 'rights'], follower);
      state = await readNow();
    }
    return { state, text: JSON.stringify(state) };
  }

  try {
    do {
      const current = await readState().catch(ignoreUnavailable);
      if (!current) {
        pending.add();
        continue;
      }
      if (current.text !== known) yield current.state;
      if (current.state === null) return;
      known = current.text;
    } while (await pending.take(minIntervalMs));
  } finally {
    unfollow?.();
  }
}

/** Ignores that the database is out of reach. */
function ignoreUnavailable(error: unknown): undefined {
  const failure = toCatalogError(error);
  if (!failure || !isServiceFault(failure)) throw error;
}

/** The maximum number of events that wait for a slow consumer. */
const maxWaiting = 100;

/** The details of the events that wait for the consumer. */
interface Waiting {
  readonly details: string[];
  areLost: boolean;
}

/** The events that a stream follows. */
interface FollowedEvents<T> {
  readonly topic: Topic;
  /** The first event: from here on no event is missed. */
  readonly begin: T;
  /** The event of a notification. */
  readonly eventOf: (detail: string) => T;
  /** Fails where the caller, with their current rights, may not receive the events. */
  readonly check: (ctx: RequestContext) => Promise<void> | void;
}

/**
 * Yields the first event once the topic is followed, and then an event for each change. Fails EVENTS_MISSED where events are lost: the
 * connection to the database ended, or the consumer was too slow. Fails as `check` does, at once when the caller's rights or key are lost.
 */
export async function* followEvents<T>(
  ctx: StreamContext,
  { topic, begin, eventOf, check }: FollowedEvents<T>,
): AsyncGenerator<T> {
  await check(ctx);
  const pending = new PendingChange(ctx.signal);
  const events: Waiting = { details: [], areLost: false };
  const miss = () => {
    events.areLost = true;
    events.details.length = 0;
    pending.add();
  };
  const unfollow = await ctx.app.changes.follow([topic, 'rights'], {
    onChange: (changed, detail) => {
      if (changed === topic && !events.areLost) events.details.push(detail);
      if (events.details.length > maxWaiting) miss();
      pending.add();
    },
    onLost: miss,
  });
  try {
    yield begin;
    while (await pending.take(0)) {
      await check(await ctx.renewContext());
      for (let detail = events.details.shift(); detail !== undefined; detail = events.details.shift())
        yield eventOf(detail);
      if (events.areLost) fail('EVENTS_MISSED');
    }
  } finally {
    unfollow();
  }
}

/** Remembers that something has changed until a stream has time for it. Any number of changes are one. */
class PendingChange {
  readonly #signal: AbortSignal;
  readonly #changes = new EventTarget();
  #isPending = false;

  /** The signal ends the stream. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  readonly add = (): void => {
    this.#isPending = true;
    this.#changes.dispatchEvent(new Event('change'));
  };

  /** Waits for a change, at least for the time, so that frequent changes are taken together. Returns false when the stream has ended. */
  async take(minMs: number): Promise<boolean> {
    const signal = this.#signal;
    try {
      await pause(minMs, undefined, { signal });
      if (!this.#isPending) await once(this.#changes, 'change', { signal });
    } catch {
      return false;
    }
    this.#isPending = false;
    return true;
  }
}
