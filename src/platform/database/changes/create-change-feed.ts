import { createBatchLoader } from '#kernel/batch-loader.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Log } from '#platform/log.ts';
import type { ChangeFeed, Follower } from './change-feed.ts';
import { openListeningConnection, type ListeningConnection } from './listening-connection.ts';

/** How often the connection shows that it is alive and forgets topics without followers. Without any follower it is closed. */
const upkeepMs = 10_000;
/** How often followers of `rights` are called without a change: keys expire. */
const expiryMs = 60_000;

/** Creates the feed of a database. It connects when something is followed, and again after a connection was lost. */
export function createChangeFeed(url: string, log: Log, schema?: string): ChangeFeed {
  const followers = new Map<string, Set<Follower>>();
  let current: Promise<ListeningConnection> | undefined;
  let isClosed = false;

  function report(topic: string, detail: string): void {
    for (const { onChange } of [...(followers.get(topic) ?? [])]) onChange(topic, detail);
  }

  function connect(): Promise<ListeningConnection> {
    if (isClosed) return Promise.reject(new CatalogError('UNAVAILABLE'));
    const timers: NodeJS.Timeout[] = [];
    const opening = openListeningConnection(
      url,
      {
        onNotification: (payload) => {
          const [topic = '', ...detail] = payload.split(' ');
          report(topic, detail.join(' '));
        },
        onEnd: () => {
          for (const timer of timers) clearInterval(timer);
          if (current === opening) lose();
        },
      },
      schema,
    );
    current = opening;
    opening.then(
      (connection) => {
        const maintain = () => void upkeep(connection).catch(() => connection.close());
        const expire = () => {
          report('rights', '');
        };
        timers.push(setInterval(maintain, upkeepMs).unref(), setInterval(expire, expiryMs).unref());
      },
      () => {
        if (current === opening) current = undefined;
      },
    );
    return opening;
  }

  function lose(): void {
    current = undefined;
    const lost = new Set([...followers.values()].flatMap((ofTopic) => [...ofTopic]));
    followers.clear();
    if (lost.size > 0) log.warn({ followers: lost.size }, 'The connection that listens for changes was lost.');
    for (const { onLost } of lost) onLost();
  }

  /** A failure ends the connection. */
  async function upkeep(connection: ListeningConnection): Promise<void> {
    if (followers.size > 0) return connection.keepOnly([...followers.keys()]);
    current = undefined;
    await connection.close();
  }

  const watch = createBatchLoader(async (topics) => {
    const connection = await (current ?? connect());
    await connection.watch(topics);
    return new Map<string, never>();
  });

  const add = (topics: readonly string[], follower: Follower): void => {
    for (const topic of topics) followers.set(topic, (followers.get(topic) ?? new Set()).add(follower));
  };

  const remove = (topics: readonly string[], follower: Follower): void => {
    for (const topic of topics) {
      const ofTopic = followers.get(topic);
      ofTopic?.delete(follower);
      if (ofTopic?.size === 0) followers.delete(topic);
    }
  };

  const isFollowing = (topics: readonly string[], follower: Follower): boolean =>
    topics.every((topic) => followers.get(topic)?.has(follower));

  return {
    async follow(topics, follower) {
      add(topics, follower);
      try {
        await Promise.all(topics.map(watch));
        // The connection may have been lost since the topics were watched.
        if (!isFollowing(topics, follower)) fail('UNAVAILABLE');
      } catch (error) {
        remove(topics, follower);
        throw error;
      }
      return () => {
        remove(topics, follower);
      };
    },
    async close() {
      isClosed = true;
      await (await current?.catch(() => undefined))?.close();
    },
  };
}
