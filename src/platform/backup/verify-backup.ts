import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { forEachInParallel } from '#kernel/for-each-in-parallel.ts';
import { SetupError } from '../setup-error.ts';
import { copiesAtATime } from '../storage/copy-blobs.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { isBlobKey } from '../storage/storage.ts';
import { readLines, verifyFile } from './backup-file.ts';
import { backupPaths, parseTable, readManifest, type Manifest } from './manifest.ts';

/** Checks that every byte of a backup is as it was written, and returns its manifest. Fails with a SetupError. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const paths = backupPaths(folder);
  await verifyFile(paths.tables, manifest.tables);
  await verifyFile(paths.blobList, manifest.blobs);
  for await (const line of readLines(paths.tables)) {
    const table = parseTable(line);
    await verifyFile(paths.table(table), table.file);
  }
  const storage = await openDiskStorage(paths.blobs);
  const missing = new Set(manifest.missingBlobs);
  await forEachInParallel(readLines(paths.blobList), copiesAtATime, async (key) => {
    if (missing.has(key)) return;
    if (!isBlobKey(key))
      throw new SetupError(`The backup is damaged: ${key.slice(0, 100)} is no key of a stored file.`);
    const hash = createHash('sha256');
    await pipeline(await storage.read(key), hash).catch(() => undefined);
    if (hash.digest('hex') !== key)
      throw new SetupError(`The backup is damaged: the stored file ${key} is missing or changed. Use another backup.`);
  });
  return manifest;
}
