import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../system-error-code.ts';

/** The file with the identifier of a folder of stored files. */
export const folderIdPath = (folder: string): string => join(folder, 'folder.id');

/** Reads the identifier of a folder; undefined for a new folder. */
export async function readFolderId(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(folderIdPath(folder), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the identifier of a folder, unless it has one. Concurrent processes get the same one. */
export async function createFolderId(folder: string, id: string): Promise<string> {
  const draft = join(folder, `folder.${randomUUID()}.part`);
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, folderIdPath(folder));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFolderId(folder)) ?? id;
}
