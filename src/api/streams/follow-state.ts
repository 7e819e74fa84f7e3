import type { Topic } from '#platform/database/changes/change-feed.ts';
import { isServiceFault, toCatalogError } from '../errors/to-catalog-error.ts';
import type { RequestContext } from '../context.ts';
import type { StreamContext } from './stream-context.ts';
import { PendingChange } from './pending-change.ts';

/** The minimum time between two reads of a stream. */
const minIntervalMs = 300;

/** A state that a stream follows. */
export interface FollowedState<T> {
  /** The topic whose changes may change the state. */
  readonly topic: Topic;
  /**
   * Reads the state with the caller's current rights; null when its object was deleted, which only a caller learns who has read the state
   * before (`isKnown`). Fails where the caller may not read it.
   */
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
