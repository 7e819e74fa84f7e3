import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CatalogError, fail } from '../../kernel/fail.ts';
import type { Storage, StoredBlob } from './storage.ts';
import { removeStaleParts } from './remove-stale-parts.ts';

/**
 * Opens a storage in a folder on disk: `ab/cdef…` holds the bytes whose SHA-256 is `abcdef…`, `parts/` holds incomplete writes. Parts
 * of writers that were killed are removed.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const parts = join(folder, 'parts');
  await mkdir(parts, { recursive: true, mode: 0o700 });
  await removeStaleParts(parts);
  return {
    async write(content, { limit, claim }) {
      const part = join(parts, `${randomUUID()}.part`);
      try {
        const stored = await writePart(content, part, limit);
        await claim?.(stored.key);
        await moveIntoPlace(part, pathOf(folder, stored.key));
        return stored;
      } finally {
        await rm(part, { force: true });
      }
    },
    async read(key, { start = 0 } = {}) {
      const content = createReadStream(pathOf(folder, key), { start });
      await once(content, 'open').catch(failMissing);
      return content;
    },
    async remove(key) {
      await rm(pathOf(folder, key), { force: true });
    },
  };
}

async function writePart(content: Readable, part: string, limit: number): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > limit) done(new CatalogError('PAYLOAD_TOO_LARGE', { limit }));
      else done(null, chunk);
    },
  });
  await pipeline(content, meter, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
  return { key: hash.digest('hex'), bytes };
}

/** Gives the complete part its final name. A concurrent writer of the same bytes replaces the file by equal content. */
async function moveIntoPlace(part: string, path: string): Promise<void> {
  const folder = dirname(path);
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await flushFolder(dirname(folder));
  await rename(part, path);
  await flushFolder(folder);
}

/** Flushes a folder, so that a rename in it survives a power failure. Windows cannot open folders and needs no flush. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function pathOf(folder: string, key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) fail('FILE_MISSING');
  return join(folder, key.slice(0, 2), key.slice(2));
}

function failMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') fail('FILE_MISSING');
  throw error;
}
