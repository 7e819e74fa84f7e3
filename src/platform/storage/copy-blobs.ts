import { CatalogError } from '#kernel/fail.ts';
import { forEachInParallel } from '#kernel/concurrency.ts';
import type { Storage, StoredBlob } from './storage.ts';

/** How many blobs are copied at a time. */
export const copiesAtATime = 4;

/** How far a copy is. */
export interface CopyProgress {
  /** The blobs that the target has. */
  readonly files: number;
  readonly bytes: number;
  /** Those of them that it had before. */
  readonly present: number;
}

/** A finished copy, with the keys of the blobs whose bytes are not those of their key. */
export interface CopyResult extends CopyProgress {
  readonly damaged: readonly string[];
}

/**
 * Copies all blobs that the target does not have. The hash of each is computed on its way, so damaged bytes are found, and never take the
 * place of others. A copy that was interrupted continues where it ended. A blob that is removed from the source meanwhile is left out.
 */
export async function copyBlobs(
  source: Storage,
  target: Storage,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<CopyResult> {
  const sizes = await sizesOf(target);
  const progress = { files: 0, bytes: 0, present: 0 };
  const damaged: string[] = [];
  await forEachInParallel(source.list(), copiesAtATime, async (blob) => {
    const isPresent = sizes.get(blob.key) === blob.bytes;
    const found = isPresent ? blob : await copyBlob(source, target, blob);
    if (found === 'damaged') damaged.push(blob.key);
    if (found === 'damaged' || found === 'missing') return;
    progress.files += 1;
    progress.bytes += blob.bytes;
    if (isPresent) progress.present += 1;
    onProgress(progress);
  });
  return { ...progress, damaged };
}

/** Copies one blob of at most this many bytes, and checks its hash. */
export async function copyBlob(
  source: Storage,
  target: Storage,
  { key, bytes }: StoredBlob,
): Promise<StoredBlob | 'damaged' | 'missing'> {
  try {
    return await target.write(await source.read(key), { limit: bytes, beforeStore: (hash) => requireEqual(hash, key) });
  } catch (error) {
    if (error instanceof DamagedBlob) return 'damaged';
    if (!(error instanceof CatalogError)) throw error;
    if (error.code === 'PAYLOAD_TOO_LARGE') return 'damaged';
    if (error.code === 'FILE_MISSING') return 'missing';
    throw error;
  }
}

/** The bytes of a blob do not have the hash that is its key. */
class DamagedBlob extends Error {}

async function requireEqual(hash: string, key: string): Promise<void> {
  if (hash !== key) throw new DamagedBlob(key);
}

/** The sizes of all blobs of a storage, by key. */
async function sizesOf(storage: Storage): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of storage.list()) sizes.set(key, bytes);
  return sizes;
}
