import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const maxIdleMs = 3_600_000;

/**
 * Removes the `.part` files of a folder that were not written to for an hour: their writers were killed. The check uses the age,
 * because a process id means nothing when the writer runs in another container or on another machine.
 */
export async function removeStaleParts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > maxIdleMs) await rm(path, { force: true });
  }
}
