import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createLog } from '../../src/platform/log.ts';
import { startPostgres } from '../../src/platform/postgres/start-postgres.ts';

/** A database that servers stand on. */
export interface BenchDatabase {
  readonly url: string;
  /** The same for a user of its own. */
  urlAs(user: string): string;
  /** The process all of PostgreSQL's processes come from. */
  readonly postmaster: number;
  readonly version: string;
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a file of statements; a name stands for one beside this one. */
  run(file: string | URL): Promise<void>;
  /** Runs statements one after another on a connection of its own, beside whatever else goes on. */
  runApart(statements: readonly string[]): Promise<void>;
  /** Copies a CSV with a header into the columns of a table, on a connection of its own. */
  copyCsv(table: string, path: string): Promise<void>;
  /** Opens another, empty database of the same PostgreSQL; stopping that one only closes the connection to it. */
  another(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL as the service itself would, durable settings included, with an empty database. */
export async function openBenchDatabase(folder: string): Promise<BenchDatabase> {
  const server = await startPostgres({ dataDir: folder, log: createLog({ level: 'error' }) });
  return createDatabase(server.url, 'bench', () => server.stop());
}

/** Creates a database with the help of the first one of a server. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  stopServer: () => Promise<void>,
): Promise<BenchDatabase> {
  await withClient(serverUrl, async (first) => {
    await first.query(`create database ${name}`);
  });
  const url = serverUrl.replace(/\/postgres$/, `/${name}`);
  const client = await connect(url);
  const {
    rows: [backend],
  } = await client.query<{ pid: number; version: string }>(
    `select pg_backend_pid() as pid, current_setting('server_version') as version`,
  );
  return {
    url,
    urlAs: (user) => url.replace(/\/\/[^@]*@/, `//${user}@`),
    postmaster: parentOf(backend?.pid ?? 0),
    version: backend?.version ?? 'unknown',
    rows: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
    async run(file) {
      await client.query(readFileSync(new URL(file, import.meta.url), 'utf8'));
    },
    runApart: (statements) =>
      withClient(url, async (own) => {
        for (const statement of statements) await own.query(statement);
      }),
    copyCsv: (table, path) =>
      withClient(url, (own) =>
        pipeline(
          createReadStream(path),
          own.query(copyFrom(`copy ${table} from stdin with (format csv, header true)`)),
        ),
      ),
    another: (other) => createDatabase(serverUrl, other, () => Promise.resolve()),
    async stop() {
      await client.end();
      await stopServer();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(url);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The parent of a backend, as the system tells it; 0 where it does not. */
function parentOf(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1)
        ?.split(' ')[1],
    );
  } catch {
    return 0;
  }
}
