import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from '../server/server-user.ts';

/** Makes the server's user own a folder and all below it, unless the folder is theirs already. */
export function chownTree({ owner }: ServerUser, folder: string): void {
  if (!owner || lstatSync(folder).uid === owner.uid) return;
  // The folder itself comes last: were this interrupted, the next start would do it again.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), owner.uid, owner.gid);
  }
  lchownSync(folder, owner.uid, owner.gid);
}
