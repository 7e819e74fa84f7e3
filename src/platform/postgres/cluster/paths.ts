import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import type { Binaries } from './binaries.ts';
import { chownTree } from './chown-tree.ts';
import { canRun, type ServerUser } from '../server/server-user.ts';

/** Where the cluster and the programs lie. */
export interface PostgresPaths {
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  readonly binaries: Binaries;
}

/** Root's shared folder for what the user nobody cannot reach elsewhere. */
const SHARED = '/var/lib/catalograph';

/**
 * The cluster lies in the data folder and the programs in node_modules. Where the server's user may not enter one of
 * them (below root's home, say), it lies in /var/lib/catalograph instead, and the log says so.
 */
export function choosePaths(
  user: ServerUser,
  dataDir: string,
  binaries: Binaries,
  log: Log,
  shared = SHARED,
): PostgresPaths {
  if (user.branch !== 'nobody') return { cluster: join(dataDir, 'postgres'), binaries };
  return {
    cluster: reachableCluster(user, dataDir, log, shared),
    binaries: reachableBinaries(user, binaries, log, shared),
  };
}

function reachableCluster(user: ServerUser, dataDir: string, log: Log, shared: string): string {
  if (canRun(['test', '-x', dataDir], user.credentials)) return join(dataDir, 'postgres');
  const folder = join(shared, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  log.warn(
    { folder },
    `The user nobody, who runs PostgreSQL, may not enter ${dataDir}: the database lies in ${folder}`,
  );
  return join(folder, 'postgres');
}

function reachableBinaries(user: ServerUser, binaries: Binaries, log: Log, shared: string): Binaries {
  const runs = (folder: string) => canRun([join(folder, 'bin', 'postgres'), '--version'], user.credentials);
  if (runs(binaries.folder)) return binaries;
  const folder = join(shared, `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const half = `${folder}.${process.pid}`;
    mkdirSync(shared, { recursive: true, mode: 0o755 });
    rmSync(half, { recursive: true, force: true });
    cpSync(binaries.folder, half, { recursive: true, verbatimSymlinks: true });
    chownTree(user, half);
    renameSync(half, folder);
  }
  log.warn(
    { folder },
    `The user nobody, who runs PostgreSQL, may not run ${binaries.folder}: using a copy in ${folder}`,
  );
  return { ...binaries, folder };
}
