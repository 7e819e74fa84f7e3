import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { SetupError } from '../../setup-error.ts';

/**
 * The user that the server runs as. PostgreSQL refuses root and users without a name. `same` is the user of this process; `mapped`
 * maps that user to `nobody` in a user namespace, so files keep their owner; `nobody` changes the user where namespaces are forbidden.
 */
export type UserBranch = 'same' | 'mapped' | 'nobody';

/** How to run a program as the server's user. */
export interface ServerUser {
  readonly branch: UserBranch;
  /** Precedes the program and its arguments. */
  readonly prefix: readonly string[];
  /** For spawn. */
  readonly credentials: { readonly uid?: number; readonly gid?: number };
  /** The required owner of the cluster's files outside of the namespace; undefined to keep their owner. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

/** Chooses the first branch that this system supports, or the requested one. Fails with a SetupError when it supports none. */
export function chooseServerUser(wanted?: UserBranch): ServerUser {
  const isRoot = process.getuid?.() === 0;
  const candidates = isRoot ? [mapped, nobody] : hasName() ? [same] : [mapped, same];
  const user = candidates
    .map((make) => make())
    .filter((found) => found !== undefined)
    .find(({ branch }) => branch === (wanted ?? branch));
  if (user) return user;
  throw new SetupError(
    'PostgreSQL does not run as root, and this system lets root neither make a user namespace nor become ' +
      '"nobody". Start the service as another user, or set DATABASE_URL to an external PostgreSQL.',
  );
}

/** Containers may run as a user id that the system has no name for. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

const same = (): ServerUser => ({ branch: 'same', prefix: endingWithParent({}), credentials: {}, owner: undefined });

function mapped(): ServerUser | undefined {
  const { uid, gid } = idsOfNobody() ?? {};
  const unshare = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  if (uid === undefined || !canRun([...unshare, 'true'], {})) return undefined;
  // a change of credentials clears the parent-death signal, so it is set inside the namespace
  const prefix = [...unshare, ...endingWithParent({})];
  return {
    branch: 'mapped',
    prefix,
    credentials: {},
    owner: process.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined,
  };
}

function nobody(): ServerUser | undefined {
  const ids = idsOfNobody();
  if (!ids || !canRun(['true'], ids)) return undefined;
  return { branch: 'nobody', prefix: endingWithParent(ids), credentials: ids, owner: ids };
}

function endingWithParent(credentials: ServerUser['credentials']): string[] {
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
