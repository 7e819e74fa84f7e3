import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { SetupError, systemErrorCode } from '../system-errors.ts';
import { tmpdir, userInfo } from 'node:os';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';

/** `fast` ends all sessions and writes a checkpoint; `immediate` is a simulated power failure. */
export type StopMode = 'fast' | 'immediate';

/** A server process. */
export interface RunningServer {
  /** Resolves when the process has ended. */
  stop(mode: StopMode): Promise<void>;
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const satisfies Record<StopMode, NodeJS.Signals>;
/** The number of output lines that an error message quotes. */
const MAX_QUOTED_LINES = 20;

/** How a server process is started. */
export interface LaunchOptions extends PostgresPaths {
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly user: ServerUser;
  readonly log: Log;
}

/**
 * Starts the server and resolves when it accepts connections. Fails with a SetupError that quotes the server's output when the
 * server exits before that. `onLoss` is called when the server exits later without having been stopped.
 */
export async function launch(options: LaunchOptions, onLoss: () => void): Promise<RunningServer> {
  const { cluster, user, log } = options;
  const [program = '', ...args] = [...user.prefix, ...commandOf(options)];
  // The server has its own process group, because Ctrl-C in a terminal must reach only the service, which stops the server last.
  const server = spawn(program, args, {
    ...user.credentials,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = followOutput(server.stderr, log);
  const ended = once(server, 'exit').then(
    () => undefined,
    (error: unknown) => {
      output.lastLines.push(String(error));
    },
  );
  let state: 'starting' | 'ready' | 'stopping' | 'ended' = 'starting';
  const hasEnded = () => state === 'ended';
  void ended.then(() => {
    const isLost = state === 'ready';
    state = 'ended';
    if (isLost) onLoss();
  });

  while (!isReady(cluster, server.pid)) {
    await Promise.race([ended, sleep(10)]);
    if (!hasEnded()) continue;
    // The process may end before its last output is read.
    await Promise.race([output.ended, sleep(1_000)]);
    throw new SetupError(`PostgreSQL did not start on ${cluster}:\n${output.lastLines.join('\n')}`);
  }
  state = 'ready';
  return {
    async stop(mode) {
      if (hasEnded()) return;
      state = 'stopping';
      server.kill(signals[mode]);
      await ended;
    },
  };
}

function commandOf({ binaries, cluster, socketDir, settings }: LaunchOptions): string[] {
  const allSettings = Object.entries({ ...settings, unix_socket_directories: socketDir });
  return [
    join(binaries.folder, 'bin', 'postgres'),
    '-D',
    cluster,
    ...allSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const postmaster = readPostmasterPid(cluster);
  return postmaster !== undefined && postmaster.pid === pid && postmaster.isReady;
}

/** Logs the output of the server, and keeps its last lines for an error message. */
function followOutput(stderr: Readable, log: Log): { readonly lastLines: string[]; readonly ended: Promise<unknown> } {
  const lastLines: string[] = [];
  const lines = createInterface({ input: stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > MAX_QUOTED_LINES) lastLines.shift();
    log.debug({ source: 'postgres' }, line);
  });
  return { lastLines, ended: once(lines, 'close') };
}

/** The only user of an embedded server. */
export const SUPERUSER = 'catalograph';

const defaults: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling a plan costs more time than the short statements of the service would save.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // statements, parameters and details may contain secrets
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

/** Settings of a throw-away database: fast, without durability. */
export const disposableSettings: Readonly<Record<string, string>> = Object.freeze({
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  // Shared memory is in the data folder, because files in /dev/shm would survive a crash.
  dynamic_shared_memory_type: 'mmap',
});

/** The settings of a server, durable by default. */
export const serverSettings = (changes: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  ...defaults,
  ...changes,
});

/** The environment of the server, without the service's own, which contains secrets. */
export const serverEnvironment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/**
 * The user that the server runs as. PostgreSQL refuses to run as root or as a user without a name. `same` is the user of
 * this process; `mapped` maps this user to `nobody` in a user namespace, so files keep their owner; `nobody` is the user of
 * that name, for systems without user namespaces.
 */
export type UserStrategy = 'same' | 'mapped' | 'nobody';

/** How to run a program as the server's user. */
export interface ServerUser {
  readonly strategy: UserStrategy;
  /** The command that is put before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The options of `spawn` that select the user. */
  readonly credentials: { readonly uid?: number; readonly gid?: number };
  /** The required owner of the cluster's files outside of the namespace; undefined to keep their owner. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/** Chooses the requested strategy, else the first strategy that this system supports. Fails with a SetupError when there is none. */
export function chooseServerUser(wanted?: UserStrategy): ServerUser {
  const isRoot = process.getuid?.() === 0;
  const unprivileged = hasName() ? [sameUser] : [mappedUser, sameUser];
  const candidates = isRoot ? [mappedUser, nobodyUser] : unprivileged;
  const user = candidates
    .map((createUser) => createUser())
    .filter((found) => found !== undefined)
    .find(({ strategy }) => wanted === undefined || strategy === wanted);
  if (user) return user;
  throw new SetupError(
    'PostgreSQL does not run as root, and this system lets root neither make a user namespace nor become ' +
      '"nobody". Start the service as another user, or set DATABASE_URL to an external PostgreSQL.',
  );
}

/** Whether this process' user has a name: containers may run as a user id without a name. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The user of this process. */
const sameUser = (): ServerUser => ({
  strategy: 'same',
  prefix: parentDeathPrefix({}),
  credentials: {},
  owner: undefined,
});

/** This user, mapped to `nobody` in a user namespace; undefined when the system does not allow it. */
function mappedUser(): ServerUser | undefined {
  const { uid, gid } = idsOfNobody() ?? {};
  const unshare = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  if (uid === undefined || !canRun([...unshare, 'true'], {})) return undefined;
  // A change of credentials clears the parent-death signal, so `setpriv` sets the signal inside the namespace.
  const prefix = [...unshare, ...parentDeathPrefix({})];
  return {
    strategy: 'mapped',
    prefix,
    credentials: {},
    owner: process.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined,
  };
}

/** The user `nobody`; undefined when this process may not run programs as that user. */
function nobodyUser(): ServerUser | undefined {
  const ids = idsOfNobody();
  if (!ids || !canRun(['true'], ids)) return undefined;
  return { strategy: 'nobody', prefix: parentDeathPrefix(ids), credentials: ids, owner: ids };
}

/** The command prefix with which the system interrupts a program when this process dies; empty when `setpriv` is not available. */
function parentDeathPrefix(credentials: ServerUser['credentials']): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT', '--'];
  return canRun([...prefix, 'true'], credentials) ? prefix : [];
}

function idsOfNobody(): { uid: number; gid: number } | undefined {
  const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout || NaN);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

/** Whether a command succeeds with these credentials. */
export function canRun([program = '', ...args]: readonly string[], credentials: ServerUser['credentials']): boolean {
  return spawnSync(program, args, { ...credentials, cwd: '/', stdio: 'ignore' }).status === 0;
}

const NAME_PREFIX = 'catalograph-';

/** A folder that only the server's user can enter. The folder is in the temporary folder, because a socket's path is limited to 107 bytes. */
interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/** Creates the server's socket folder and removes the socket folder of a killed process. */
export function createSocketFolder(user: ServerUser, cluster: string): SocketFolder {
  removeOrphanedFolder(cluster);
  const path = mkdtempSync(join(tmpdir(), NAME_PREFIX));
  if (user.owner) chownSync(path, user.owner.uid, user.owner.gid);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

// postmaster.opts holds the last command line of the server, with the name of the folder
function removeOrphanedFolder(cluster: string): void {
  const [, orphan] =
    /"unix_socket_directories=([^"]+)"/.exec(readFileIfExists(join(cluster, 'postmaster.opts')) ?? '') ?? [];
  if (orphan && dirname(orphan) === tmpdir() && basename(orphan).startsWith(NAME_PREFIX))
    rmSync(orphan, { recursive: true, force: true });
}

/** The state that a server writes into its data folder. */
interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid` of a cluster; undefined when it is missing or incomplete. */
export function readPostmasterPid(cluster: string): PostmasterPid | undefined {
  const lines = readFileIfExists(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const [pid, , , port, socketDir = '', , , status] = lines.map((line) => line.trim());
  if (!/^\d+$/.test(pid ?? '')) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, isReady: status === 'ready' };
}

/** The text of a file; undefined when it does not exist. */
export function readFileIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // reading /proc of a process that has just ended gives ESRCH
    if (systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ESRCH') return undefined;
    throw error;
  }
}

/** The folders of the cluster and of the programs. */
export interface PostgresPaths {
  /** The data folder of PostgreSQL. */
  readonly cluster: string;
  readonly binaries: Binaries;
}

/** The folder with PostgreSQL's `bin`, `lib` and `share`, and the version of its npm package. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}
