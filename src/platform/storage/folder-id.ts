import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../system-error-code.ts';

/** The file with the identifier of a data folder's stored files. */
export const folderIdPath = (dataDir: string): string => join(dataDir, 'files', 'folder.id');

/** Reads the identifier of a data folder's stored files; undefined for a new folder. */
export async function readFolderId(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(folderIdPath(dataDir), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the identifier of a data folder. Concurrent processes get the same one. */
export async function createFolderId(dataDir: string): Promise<string> {
  const id = randomUUID();
  const draft = join(dataDir, 'files', `folder.${id}.part`);
  await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, folderIdPath(dataDir));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFolderId(dataDir)) ?? id;
}
