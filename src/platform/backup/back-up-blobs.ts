import { forEachInParallel } from '#kernel/for-each-in-parallel.ts';
import { copiesAtATime, copyBlob } from '../storage/copy-blobs.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { readLines } from './backup-file.ts';
import { backupPaths, type Manifest } from './manifest.ts';

/** Copies the files of the list. The hash of each is checked on its way; those that are missing or damaged are returned by their key. */
export async function backUpBlobs(
  storage: Storage,
  folder: string,
): Promise<Pick<Manifest, 'blobCount' | 'blobBytes' | 'missingBlobs'>> {
  const { blobs, blobList } = backupPaths(folder);
  const target = await openDiskStorage(blobs);
  const missingBlobs: string[] = [];
  const copied = { blobCount: 0, blobBytes: 0 };
  await forEachInParallel(readLines(blobList), copiesAtATime, async (key) => {
    const found = await copyBlob(storage, target, { key, bytes: Infinity });
    if (typeof found === 'string') missingBlobs.push(key);
    else {
      copied.blobCount += 1;
      copied.blobBytes += found.bytes;
    }
  });
  return { ...copied, missingBlobs };
}
