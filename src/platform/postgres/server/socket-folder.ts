import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readIfThere } from './postmaster-pid.ts';
import type { ServerUser } from './server-user.ts';

const NAME = 'catalograph-';

/** A folder of the server's user alone, in the temporary folder because a socket's path has at most 107 bytes. */
export interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/** Makes the server's socket folder, and removes the one that a killed process left. */
export function makeSocketFolder(user: ServerUser, cluster: string): SocketFolder {
  removeLeft(cluster);
  const path = mkdtempSync(join(tmpdir(), NAME));
  if (user.owner) chownSync(path, user.owner.uid, user.owner.gid);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

// The server keeps its last command line, and with it the folder's name, in postmaster.opts.
function removeLeft(cluster: string): void {
  const [, left] = /"unix_socket_directories=([^"]+)"/.exec(readIfThere(join(cluster, 'postmaster.opts')) ?? '') ?? [];
  if (left && dirname(left) === tmpdir() && basename(left).startsWith(NAME))
    rmSync(left, { recursive: true, force: true });
}
