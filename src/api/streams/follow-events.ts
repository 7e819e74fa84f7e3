import { fail } from '#kernel/fail.ts';
import type { Topic } from '#platform/database/changes/change-feed.ts';
import type { RequestContext } from '../context.ts';
import { PendingChange } from './pending-change.ts';
import type { StreamContext } from './stream-context.ts';

/** The maximum number of events that wait for a slow consumer. */
const maxWaiting = 100;

/** The details of the events that wait for the consumer. */
interface Waiting {
  readonly details: string[];
  areLost: boolean;
}

/** The events that a stream follows. */
export interface FollowedEvents<T> {
  readonly topic: Topic;
  /** The first event, which says that all later events will be sent. */
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
