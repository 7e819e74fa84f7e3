import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { SetupError } from '../setup-error.ts';
import { giveTo } from './give-to.ts';
import type { Place } from './place.ts';
import { serverEnvironment, SUPERUSER } from './server-settings.ts';
import type { ServerUser } from './server-user.ts';

/** Makes the cluster on the first start. It appears under its name only when it is complete. */
export function prepareCluster(options: Place & { user: ServerUser; durable: boolean; log: Log }): void {
  const { cluster, binaries, user, durable, log } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) return giveTo(user, cluster);
  log.info({ folder: cluster }, 'Making the PostgreSQL cluster');
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  giveTo(user, half);
  const [program = '', ...args] = [
    ...user.prefix,
    join(binaries.folder, 'bin', 'initdb'),
    '--pgdata',
    half,
    '--username',
    SUPERUSER,
    // Only the owner of the socket folder can connect.
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const made = spawnSync(program, args, { ...user.credentials, cwd: '/', env: serverEnvironment, encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    throw new SetupError(
      `PostgreSQL's initdb failed on ${cluster}:\n${made.stderr || String(made.error ?? made.signal)}`,
    );
  }
  renameSync(half, cluster);
}
