import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from '../database/bench-database.ts';
import { startProcess } from './start-process.ts';

const script = fileURLToPath(new URL('relay-process.ts', import.meta.url));

/** The same database with a network between: each round trip takes some milliseconds more. Stopping it only ends the relay. */
export async function startRelay(database: BenchDatabase, delayMs: number): Promise<BenchDatabase> {
  const [, folder = ''] = /@([^/]+)\//.exec(database.url) ?? [];
  const relay = await startProcess(script, {
    SOCKET: `${decodeURIComponent(folder)}/.s.PGSQL.5432`,
    DELAY_MS: String(delayMs),
  });
  const { host } = new URL(relay.origin);
  const throughRelay = (url: string) => url.replace(/@[^/]+\//, `@${host}/`);
  return {
    ...database,
    url: throughRelay(database.url),
    urlAs: (user) => throughRelay(database.urlAs(user)),
    stop: () => relay.stop(),
  };
}
