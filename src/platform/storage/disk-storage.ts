import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, opendir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '#kernel/fail.ts';
import { ContentMeter, isBlobKey, type Storage, type StoredBlob } from './storage.ts';
import { systemErrorCode } from '../system-errors.ts';

/** Opens a storage in a folder: `ab/cdef…` for bytes by their SHA-256, `parts/` for writes, removed if their writer was killed. */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const parts = join(folder, 'parts');
  await mkdir(parts, { recursive: true, mode: 0o700 });
  await removeStaleParts(parts);
  return {
    location: folder,
    idLocation: folderIdPath(folder),
    async write(content, { limit, beforeStore }) {
      const part = join(parts, `${randomUUID()}.part`);
      try {
        const stored = await writePart(content, part, limit);
        await beforeStore?.(stored.key);
        await moveIntoPlace(part, pathOf(folder, stored.key));
        return stored;
      } finally {
        await rm(part, { force: true });
      }
    },
    async read(key, { start = 0, end = Infinity } = {}) {
      // Node's `end` is the last byte, and cannot express an empty range.
      if (end <= start) return Readable.from([]);
      const content = createReadStream(pathOf(folder, key), { start, end: end - 1 });
      await once(content, 'open').catch(failMissing);
      return content;
    },
    size: async (key) => (await stat(pathOf(folder, key)).catch(failMissing)).size,
    async remove(key) {
      await rm(pathOf(folder, key), { force: true });
    },
    list: () => blobsBelow(folder),
    readId: () => readFolderId(folder),
    createId: (id = randomUUID()) => createFolderId(folder, id),
  };
}

async function writePart(content: Readable, part: string, limit: number): Promise<StoredBlob> {
  const meter = new ContentMeter(limit);
  await pipeline(content, meter, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
  return meter.result();
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

/** The blobs of a folder. A file that is removed meanwhile is left out. */
async function* blobsBelow(folder: string): AsyncGenerator<StoredBlob> {
  for await (const group of await opendir(folder)) {
    if (!group.isDirectory()) continue;
    for await (const { name } of await opendir(join(folder, group.name))) {
      const key = `${group.name}${name}`;
      const found = isBlobKey(key) && (await stat(join(folder, group.name, name)).catch(() => undefined));
      if (found) yield { key, bytes: found.size };
    }
  }
}

function pathOf(folder: string, key: string): string {
  if (!isBlobKey(key)) fail('FILE_MISSING');
  return join(folder, key.slice(0, 2), key.slice(2));
}

function failMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') fail('FILE_MISSING');
  throw error;
}

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

/** A limit on the bytes that several temporary files have together. */
export class DiskBudget {
  readonly #maxBytes: number;
  #takenBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes that the files have now. */
  get takenBytes(): number {
    return this.#takenBytes;
  }

  /** Takes bytes, and returns whether there were enough. The caller frees them. */
  take(bytes: number): boolean {
    if (this.#takenBytes + bytes > this.#maxBytes) return false;
    this.#takenBytes += bytes;
    return true;
  }

  /** Returns bytes that were taken. */
  free(bytes: number): void {
    this.#takenBytes -= bytes;
  }
}

const maxBytes = 255;
const fallback = 'file';

/** Matches control characters, line breaks, and direction marks, which can disguise an extension. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const extensions = /(?:\.[a-z0-9]{1,16}){1,2}$/i;

/**
 * Makes a client's file name safe to store, show and send back: the last part of a path without control characters and leading
 * dots, cut to 255 bytes of UTF-8 before its extension. A file without a name is called `file`.
 */
export function toSafeFileName(given: string): string {
  const printable = given.toWellFormed().replace(unprintable, '');
  const lastPart = printable.slice(Math.max(printable.lastIndexOf('/'), printable.lastIndexOf('\\')) + 1);
  const name = trimSpaceAndDots(lastPart);
  return name === '' ? fallback : shorten(name);
}

function shorten(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= maxBytes) return name;
  const extension = extensions.exec(name)?.[0] ?? '';
  // The decoder of a stream drops a character that the cut splits.
  const stem = new TextDecoder().decode(bytes.subarray(0, maxBytes - extension.length), { stream: true });
  return trimSpaceAndDots(stem) + extension;
}

/** Trims white space and dots. A regular expression for the end of the text would take quadratic time on many dots in the middle. */
function trimSpaceAndDots(text: string): string {
  const start = text.search(/[^\s.]/u);
  let end = text.length;
  while (end > start && /[\s.]/u.test(text.charAt(end - 1))) end -= 1;
  return start === -1 ? '' : text.slice(start, end);
}

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
