import { Client } from 'pg';
import { createSemaphore } from '#kernel/semaphore.ts';
import { searchPathOf } from '../one-schema.ts';
import { dropWhenLost } from '../pool/lost-connections.ts';
import { asOptions, endsWithClient } from '../pool/session-settings.ts';

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
 * Wait for the transactions that were writing to a topic before it was watched, and so notified nobody: each statement needs a lock that
 * conflicts with theirs, and holds no other lock while it waits.
 */
const waitForWriters: Readonly<Record<string, string>> = {
  dataset: 'select from dataset where uid = $1 for share',
  form: 'select from form_version where form_slug = $1 for update',
};

/** What a connection reports. */
export interface ConnectionEvents {
  readonly onNotification: (payload: string) => void;
  /** Called once, when the connection has ended for any reason. */
  readonly onEnd: () => void;
}

/** A connection that listens for notifications of the topics that it watches. */
export interface ListeningConnection {
  /** Watches more topics. Resolves when the transactions that changed them before have ended. */
  watch(topics: readonly string[]): Promise<void>;
  /** Watches only these of the topics, and shows that the connection is alive. */
  keepOnly(topics: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a connection to PostgreSQL itself: a pooler hands no notifications on. */
export async function openListeningConnection(
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
    // Rows of sessions that have ended only cost notifications; nobody else deletes them.
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
