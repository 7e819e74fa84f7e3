import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { lookup } from 'mime-types';
import { ReceivedFile } from '#api/types/upload.ts';
import { SetupError } from '#platform/setup-error.ts';
import type { SeededFile } from './catalog-file.ts';

/** Reads a file of the catalog as an upload; `folder` is the base of its path. Fails with a SetupError when it cannot be read. */
export async function readSeededFile(file: SeededFile, folder: string): Promise<ReceivedFile> {
  const name = 'path' in file ? basename(file.path) : file.name;
  const content =
    'path' in file ? await readFile(resolve(folder, file.path)).catch(failUnreadable) : Buffer.from(file.content);
  return new ReceivedFile(name, lookup(name) || 'application/octet-stream', content.length, () =>
    Readable.from([content]),
  );
}

function failUnreadable(error: unknown): never {
  throw new SetupError(
    `A file of the catalog file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}
