import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#platform/log.ts';
import type { Binaries } from './binaries.ts';
import { chownTree } from './chown-tree.ts';
import { canRun, type ServerUser } from '../server/server-user.ts';

/** The folders of the cluster and of the programs. */
export interface PostgresPaths {
  /** The data folder of PostgreSQL. */
  readonly cluster: string;
  readonly binaries: Binaries;
}

/** The folder for data and programs that the user `nobody` cannot access at their usual place. */
const SHARED_FOLDER = '/var/lib/catalograph';

/**
 * Chooses the folders: the cluster is in the data folder, the programs are in node_modules. A folder that the server's user may not
 * enter, such as one in root's home, is replaced by one in /var/lib/catalograph, with a warning in the log.
 */
export function choosePaths(
  user: ServerUser,
  dataDir: string,
  binaries: Binaries,
  log: Log,
  shared = SHARED_FOLDER,
): PostgresPaths {
  if (user.strategy !== 'nobody') return { cluster: join(dataDir, 'postgres'), binaries };
  return {
    cluster: chooseCluster(user, dataDir, log, shared),
    binaries: chooseBinaries(user, binaries, log, shared),
  };
}

function chooseCluster(user: ServerUser, dataDir: string, log: Log, shared: string): string {
  if (canRun(['test', '-x', dataDir], user.credentials)) return join(dataDir, 'postgres');
  const folder = join(shared, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  log.warn({ folder }, `The user nobody, who runs PostgreSQL, may not enter ${dataDir}: the database is in ${folder}`);
  return join(folder, 'postgres');
}

function chooseBinaries(user: ServerUser, binaries: Binaries, log: Log, shared: string): Binaries {
  const canRunFrom = (folder: string) => canRun([join(folder, 'bin', 'postgres'), '--version'], user.credentials);
  if (canRunFrom(binaries.folder)) return binaries;
  const folder = join(shared, `postgresql-${binaries.version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    mkdirSync(shared, { recursive: true, mode: 0o755 });
    rmSync(draft, { recursive: true, force: true });
    cpSync(binaries.folder, draft, { recursive: true, verbatimSymlinks: true });
    chownTree(user, draft);
    renameSync(draft, folder);
  }
  log.warn(
    { folder },
    `The user nobody, who runs PostgreSQL, may not run ${binaries.folder}: using a copy in ${folder}`,
  );
  return { ...binaries, folder };
}
