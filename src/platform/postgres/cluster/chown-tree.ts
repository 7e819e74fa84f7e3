import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerUser } from '../server/server-user.ts';

/** Makes the server's user the owner of a folder and its content, unless the folder already belongs to that user. */
export function chownTree({ owner }: ServerUser, folder: string): void {
  if (!owner || lstatSync(folder).uid === owner.uid) return;
  // The folder itself comes last, so that the next start repeats an interrupted change.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), owner.uid, owner.gid);
  }
  lchownSync(folder, owner.uid, owner.gid);
}
