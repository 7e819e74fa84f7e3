import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { SetupError } from '#platform/setup-error.ts';

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
