import pg from 'pg';
import { type Config, readConfig } from '#platform/config.ts';
import { isUnavailable } from '#platform/database/errors.ts';
import type { Log } from '#platform/log.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { SetupError } from '#platform/system-errors.ts';

/** How long to wait for an external server that starts at the same time. */
const startTimeout = { totalMs: 30_000, pauseMs: 500 };

/** Returns the URL of a database server that responds: the external server, else the embedded server, which this function starts. */
export async function openDatabaseServer(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== undefined) {
    await waitForDatabase('DATABASE_URL', databaseUrl, log);
    if (databaseDirectUrl !== undefined) await waitForDatabase('DATABASE_DIRECT_URL', databaseDirectUrl, log);
    return databaseUrl;
  }
  const server = await startPostgres({ dataDir, log });
  opened.defer(() => server.stop());
  return server.url;
}

async function waitForDatabase(setting: string, url: string, log: Log): Promise<void> {
  const end = performance.now() + startTimeout.totalMs;
  for (let isLogged = false; ; isLogged = true) {
    const problem = await connectionProblem(url);
    if (problem === undefined) return;
    if (!isUnavailable(problem) || performance.now() > end) {
      throw new SetupError(`The database of ${setting} cannot be used: ${reasonOf(problem)}`);
    }
    if (!isLogged) log.warn({ reason: reasonOf(problem) }, `The database of ${setting} does not respond yet; waiting.`);
    await new Promise((resolve) => setTimeout(resolve, startTimeout.pauseMs));
  }
}

/** The error of a connection attempt; undefined when the database accepts connections. */
async function connectionProblem(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error ?? new Error('no reason given');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The message of the driver. An AggregateError, which the driver throws for several addresses, has no message, so the
 * messages of its errors are joined.
 */
function reasonOf(problem: unknown): string {
  if (problem instanceof AggregateError) return problem.errors.map(reasonOf).join('; ');
  return problem instanceof Error ? problem.message : String(problem);
}

/** The settings of a process that the build rehearses: with a database that nothing listens for. */
export const rehearsalConfig = (dataDir: string): Config & { readonly databaseUrl: string } => ({
  ...readConfig({ DATA_DIR: dataDir, SECRETS_KEY: '0'.repeat(64), LOG_LEVEL: 'silent', WORKER: 'off' }),
  databaseUrl: 'postgresql://rehearsal@127.0.0.1:1/rehearsal',
});
