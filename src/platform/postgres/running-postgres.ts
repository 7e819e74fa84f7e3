import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmasterPid } from './server/postmaster-pid.ts';
import { SUPERUSER } from './server/server-settings.ts';

/** The URL of the server that a gateway runs in a data folder, for a worker process; undefined when none runs. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const server = readPostmasterPid(join(realpathSync(dataDir), 'postgres'));
  return server?.isReady ? `postgres://${SUPERUSER}@${encodeURIComponent(server.socketDir)}/postgres` : undefined;
}
