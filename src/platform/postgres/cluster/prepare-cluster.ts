import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#platform/log.ts';
import { SetupError } from '#platform/setup-error.ts';
import { chownTree } from './chown-tree.ts';
import type { PostgresPaths } from './paths.ts';
import { serverEnvironment, SUPERUSER } from '../server/server-settings.ts';
import type { ServerUser } from '../server/server-user.ts';

/** Creates the cluster on the first start. The folder gets its final name once the cluster is complete. */
export function prepareCluster(options: PostgresPaths & { user: ServerUser; durable: boolean; log: Log }): void {
  const { cluster, binaries, user, durable, log } = options;
  if (existsSync(join(cluster, 'PG_VERSION'))) return chownTree(user, cluster);
  log.info({ folder: cluster }, 'Creating the PostgreSQL cluster');
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  chownTree(user, draft);
  const [program = '', ...args] = [
    ...user.prefix,
    join(binaries.folder, 'bin', 'initdb'),
    '--pgdata',
    draft,
    '--username',
    SUPERUSER,
    // No password is needed, because only the owner of the socket folder can connect.
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
  const initdb = spawnSync(program, args, { ...user.credentials, cwd: '/', env: serverEnvironment, encoding: 'utf8' });
  if (initdb.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new SetupError(
      `PostgreSQL's initdb failed on ${cluster}:\n${initdb.stderr || String(initdb.error ?? initdb.signal)}`,
    );
  }
  renameSync(draft, cluster);
}
