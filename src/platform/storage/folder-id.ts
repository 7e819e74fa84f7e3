import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../system-error-code.ts';

/** Below the folder of all data: what its stored files are known by. */
export const folderIdFile = (dataDir: string): string => join(dataDir, 'files', 'folder.id');

/** What the stored files of a data folder are known by; undefined where nothing has been stored yet. */
export async function folderIdOf(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(folderIdFile(dataDir), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Gives a data folder something to be known by; of several processes that do so at once all get the same. */
export async function makeFolderId(dataDir: string): Promise<string> {
  const id = randomUUID();
  const draft = join(dataDir, 'files', `folder.${id}.part`);
  await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, folderIdFile(dataDir));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await folderIdOf(dataDir)) ?? id;
}
