import pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import type { Log } from '../../platform/log.ts';
import { startPostgres } from '../../platform/postgres/start-postgres.ts';
import { SetupError } from '../../platform/setup-error.ts';

/** How long an external server may take to come up beside this process, in milliseconds. */
const patience = { whole: 30_000, pause: 500 };

/** The URL of a database server that answers: the external one, or else the embedded one, started here. */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: Config,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== undefined) {
    await untilItAnswers(databaseUrl, log);
    return databaseUrl;
  }
  const server = await startPostgres({ dataDir, log });
  opened.defer(() => server.stop());
  return server.url;
}

async function untilItAnswers(url: string, log: Log): Promise<void> {
  const end = performance.now() + patience.whole;
  for (let told = false; ; told = true) {
    const problem = await problemWith(url);
    if (problem === undefined) return;
    if (!isUnavailable(problem) || performance.now() > end) {
      throw new SetupError(`The database of DATABASE_URL cannot be used: ${reasonOf(problem)}`);
    }
    if (!told) log.warn({ reason: reasonOf(problem) }, 'The database of DATABASE_URL does not answer yet; waiting.');
    await new Promise((resolve) => setTimeout(resolve, patience.pause));
  }
}

async function problemWith(url: string): Promise<unknown> {
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

/** What the driver says; several addresses tell nothing together but their own failures. */
const reasonOf = (problem: unknown): string =>
  problem instanceof AggregateError
    ? problem.errors.map(reasonOf).join('; ')
    : problem instanceof Error
      ? problem.message
      : String(problem);
