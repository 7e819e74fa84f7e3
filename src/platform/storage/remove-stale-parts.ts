import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const anHour = 3_600_000;

/**
 * Removes the `.part` files of a folder that nobody has written to for an hour: their writers are dead. Age decides
 * because a process number says nothing when the writer lives in another container or on another machine.
 */
export async function removeStaleParts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > anHour) await rm(path, { force: true });
  }
}
