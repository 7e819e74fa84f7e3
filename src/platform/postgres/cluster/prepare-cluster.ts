import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { SetupError } from '../../setup-error.ts';
import { chownTree } from './chown-tree.ts';
import type { PostgresPaths } from './paths.ts';
import { serverEnvironment, SUPERUSER } from '../server/server-settings.ts';
import type { ServerUser } from '../server/server-user.ts';

/** Makes the cluster on the first start. It appears under its name only when it is complete. */
export function prepareCluster(options: PostgresPaths & { user: ServerUser; durable: boolean; log: Log }): void {
  const { cluster, binaries, user, durable, log } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) return chownTree(user, cluster);
  log.info({ folder: cluster }, 'Making the PostgreSQL cluster');
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  chownTree(user, half);
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
