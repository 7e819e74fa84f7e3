import { createBatchLoader } from '#kernel/concurrency.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Log } from '../log.ts';
import { Client } from 'pg';
import { createSemaphore } from '#kernel/semaphore.ts';
import { dropWhenLost } from './lost-connections.ts';
import { asOptions, endsWithClient, searchPathOf } from './session-settings.ts';

/** What changes: a dataset, its publication or its rulesets; the public catalog; the submissions to a form; keys, users and groups; metadata templates. */
export type Topic = `dataset:${string}` | 'catalog' | `form:${string}` | 'rights' | 'templates';

/** What a follower of topics receives. */
interface Follower {
  /** Called after each transaction that changed a topic. `detail` is what the notification says besides the topic. */
  readonly onChange: (topic: string, detail: string) => void;
  /** Called when later changes may be missed, because the connection was lost. The follower is then forgotten. */
  readonly onLost: () => void;
}

/** Reports the committed changes of all processes, by one connection for all followers of this process. */
export interface ChangeFeed {
  /**
   * Calls the follower after each change of the topics until the returned function is called. What is read after the promise resolves has
   * all changes that were not reported. Fails where the database is out of reach.
   */
  follow(topics: readonly Topic[], follower: Follower): Promise<() => void>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** How often the connection shows that it is alive and forgets topics without followers. Without any follower it is closed. */
const upkeepMs = 10_000;
/** How often followers of `rights` are called without a change, in milliseconds: accounts, keys and sessions expire. */
const expiryMs = 60_000;

/** How a feed is created. */
export interface ChangeFeedOptions {
  readonly url: string;
  readonly log: Log;
  readonly schema?: string | undefined;
  /** How often followers of `rights` are called without a change, in milliseconds. Default: once a minute. */
  readonly rightsCheckMs?: number | undefined;
}

/** Creates the feed of a database. It connects when something is followed, and again after a connection was lost. */
export function createChangeFeed({ url, log, schema, rightsCheckMs = expiryMs }: ChangeFeedOptions): ChangeFeed {
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
        timers.push(setInterval(maintain, upkeepMs).unref(), setInterval(expire, rightsCheckMs).unref());
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

/** The channel of the notifications (src/migrations/change-notifications.ts). */
const channel = 'catalograph';

/** How long a connection without traffic is kept, although it sends a statement every few seconds. */
const maxSilenceMs = 30_000;

/** Watched topics do not survive the connection, so they need no write to the disk. */
const settings = {
  jit: 'off',
  synchronous_commit: 'off',
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  ...endsWithClient(60),
};

/**
 * Wait for the transactions that were writing to a topic before it was watched, and so sent no notification: each statement needs a lock that
 * conflicts with theirs, and holds no other lock while it waits.
 */
const waitForWriters: Readonly<Record<string, string>> = {
  dataset: 'select from dataset where uid = $1 for share',
  form: 'select from form_version where form_slug = $1 for update',
};

/** What a connection reports. */
interface ConnectionEvents {
  readonly onNotification: (payload: string) => void;
  /** Called once, when the connection has ended for any reason. */
  readonly onEnd: () => void;
}

/** A connection that listens for notifications of the topics that it watches. */
interface ListeningConnection {
  /** Watches more topics. Resolves when the transactions that changed them before have ended. */
  watch(topics: readonly string[]): Promise<void>;
  /** Watches only these of the topics, and shows that the connection is alive. */
  keepOnly(topics: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection to PostgreSQL itself: a pooler hands no notifications on. */
async function openListeningConnection(
  url: string,
  { onNotification, onEnd }: ConnectionEvents,
  schema?: string,
): Promise<ListeningConnection> {
  const client = new Client({
    connectionString: url,
    application_name: 'catalograph changes',
    options: asOptions({ ...settings, ...searchPathOf(schema) }),
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
  });
  // A lost connection ends as well, and its running statements reject with the same error.
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => {
    onNotification(payload);
  });
  await client.connect();
  dropWhenLost(client, { timeoutMs: maxSilenceMs });
  client.once('end', onEnd);
  try {
    // Rows of sessions that have ended only cost notifications, and nothing else deletes them.
    await client.query(
      'delete from watched_topic where pid = pg_backend_pid() or pid not in (select pid from pg_stat_activity)',
    );
    await client.query(`listen ${channel}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  // pg warns of queries that wait on a client.
  const oneAtATime = createSemaphore(1);
  return {
    watch: (topics) =>
      oneAtATime(async () => {
        await client.query(
          'insert into watched_topic select distinct topic, pg_backend_pid() from unnest($1::text[]) topic on conflict do nothing',
          [topics],
        );
        for (const topic of topics) {
          const [, kind = '', name] = /^(\w+):(.*)$/s.exec(topic) ?? [];
          const text = waitForWriters[kind];
          if (text !== undefined) await client.query({ name: kind, text, values: [name] });
        }
      }),
    keepOnly: (topics) =>
      oneAtATime(async () => {
        await client.query('delete from watched_topic where pid = pg_backend_pid() and topic <> all($1::text[])', [
          topics,
        ]);
      }),
    close: () => client.end(),
  };
}
