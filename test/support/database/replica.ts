import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { isDeadlock } from '#platform/database/errors.ts';
import { disposableSettings } from '#platform/postgres/launch-server.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { createLog } from '#platform/log.ts';
import { faultProxy } from './fault-proxy.ts';

/** A primary with a streaming replica, of its own. */
export interface ReplicatedServer {
  /** The address of the primary's database. */
  readonly url: string;
  /** The address of the replica, through a proxy, and without it. */
  readonly replicaUrl: string;
  readonly directReplicaUrl: string;
  /** Runs a statement on one of the servers. */
  ask(server: 'primary' | 'replica', statement: string): Promise<Record<string, unknown>[]>;
  /** Waits until the replica has everything that the primary has now. */
  catchUp(): Promise<void>;
  /** The replica receives the log and does not replay it, until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Breaks the connections to the replica and refuses new ones, until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  /** The replica's open connections respond no more. */
  silence(): void;
  /** A server crashes and starts again. */
  crash(server: 'primary' | 'replica'): Promise<void>;
  stop(): Promise<void>;
}

const log = createLog({ level: 'silent' });
const settings = {
  ...disposableSettings,
  wal_level: 'replica',
  // `catchUp` waits for what is flushed
  synchronous_commit: 'on',
  max_wal_senders: '4',
  // A replay waits for no reader.
  max_standby_streaming_delay: '0',
};

/** Starts a primary, copies its data folder and starts the copy as a streaming replica. */
export async function replicatedServer(): Promise<ReplicatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'catalograph-replica-'));
  chmodSync(folder, 0o711);
  const [dataDir, copyDir] = [join(folder, 'primary'), join(folder, 'replica')];
  const primary = await startPostgres({ dataDir, log, settings });
  await copyCluster(primary.url, join(dataDir, 'postgres'), join(copyDir, 'postgres'));
  const replica = await startPostgres({
    dataDir: copyDir,
    log,
    settings: { ...settings, primary_conninfo: `host=${primary.socketDir} user=${new URL(primary.url).username}` },
  });
  const proxy = await faultProxy(replica.url);
  const urls = { primary: primary.url, replica: replica.url };
  const ask: ReplicatedServer['ask'] = (server, statement) =>
    connected(urls[server], async (client) => (await client.query<Record<string, unknown>>(statement)).rows).catch(
      (error: unknown) => {
        // The replica cancels any statement whose snapshot its replay must not keep.
        if (isDeadlock(error)) return ask(server, statement);
        throw error;
      },
    );
  return {
    url: primary.url,
    replicaUrl: proxy.url,
    directReplicaUrl: replica.url,
    ask,
    async catchUp() {
      const [written] = await ask('primary', 'select pg_current_wal_flush_lsn()::text as position');
      const replayed = `select pg_last_wal_replay_lsn() >= '${String(written?.['position'])}' as done`;
      while ((await ask('replica', replayed))[0]?.['done'] !== true);
    },
    pause: async () => {
      await ask('replica', 'select pg_wal_replay_pause()');
    },
    resume: async () => {
      await ask('replica', 'select pg_wal_replay_resume()');
    },
    disconnect: () => {
      proxy.refuse();
    },
    reconnect: () => {
      proxy.restore();
    },
    silence: () => {
      proxy.silence();
    },
    crash: (server) => ({ primary, replica })[server].restart('immediate'),
    async stop() {
      await proxy.close();
      await replica.stop('immediate');
      await primary.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data folder of a running server, as pg_basebackup does. */
const copyCluster = (url: string, from: string, to: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query("select pg_backup_start('replica', fast => true)");
    cpSync(from, to, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$/.test(path) });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
  });

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
