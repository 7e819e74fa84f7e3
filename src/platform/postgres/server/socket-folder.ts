import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readFileIfExists } from './postmaster-pid.ts';
import type { ServerUser } from './server-user.ts';

const NAME_PREFIX = 'catalograph-';

/** A folder that only the server's user can enter. The folder is in the temporary folder, because a socket's path is limited to 107 bytes. */
export interface SocketFolder {
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
