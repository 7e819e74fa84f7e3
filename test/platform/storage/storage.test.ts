import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '#platform/log.ts';
import { openStorage, type StorageSettings } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { s3Bucket } from '#test/support/s3-bucket.ts';

/** A new place for a storage. */
interface Place {
  readonly settings: StorageSettings;
  /** The names of all files of the place, incomplete ones included. */
  files(): Promise<string[]>;
}

const log = createLog({ level: 'silent' });
const bucket = await s3Bucket();
const root = await mkdtemp(join(tmpdir(), 'catalograph-storage-'));
afterAll(() => rm(root, { recursive: true, force: true }));
let count = 0;

const places: Readonly<Record<string, () => Place>> = {
  'a folder': () => {
    const path = join(root, String((count += 1)));
    return {
      settings: { kind: 'folder', path },
      async files() {
        const entries = await readdir(path, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      },
    };
  },
  'a bucket': () => {
    const prefix = `${String((count += 1))}/`;
    return {
      settings: { kind: 'bucket', ...bucket.settings(prefix) },
      files: async () => (await bucket.names()).filter((name) => name.startsWith(prefix)),
    };
  },
};

const bytesOf = (content: Uint8Array) => Readable.from([content], { objectMode: false });
const urlOf = (path: string) => new URL(`../../../src/platform/${path}`, import.meta.url).href;
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const limit = 100_000_000;

/** Writes blobs until the process is killed, and prints their keys. */
const writeForever = `
  import { Readable } from 'node:stream';
  import { createLog } from '${urlOf('log.ts')}';
  import { openStorage } from '${urlOf('storage/open-storage.ts')}';
  const storage = await openStorage(JSON.parse(process.argv[1]), createLog({ level: 'silent' }));
  for (let n = 0; ; n++) {
    const { key } = await storage.write(Readable.from([Buffer.alloc(200_000, String(n))]), { limit: ${limit} });
    process.stdout.write(key + '\\n');
  }`;

describe.each(Object.entries(places))('a storage in %s', (_name, newPlace) => {
  let place: Place;
  let storage: Storage;
  beforeEach(async () => {
    place = newPlace();
    storage = await openStorage(place.settings, log);
  });

  test('names a blob by the SHA-256 of its bytes', async () => {
    expect(await storage.write(bytesOf(Buffer.from('hello')), { limit })).toEqual({
      key: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      bytes: 5,
    });
  });

  test('reads back byte for byte, from any offset to any other', async () => {
    const offset = fc.nat(5_000);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), offset, offset, async (content, start, length) => {
        const { key } = await storage.write(bytesOf(content), { limit });
        expect(await buffer(await storage.read(key, { start }))).toEqual(Buffer.from(content.subarray(start)));
        const end = start + length;
        expect(await buffer(await storage.read(key, { start, end }))).toEqual(
          Buffer.from(content.subarray(start, end)),
        );
      }),
      { numRuns: 30 },
    );
  });

  test('keeps large content, which arrives in pieces of any size', async () => {
    const content = randomBytes(20_000_000);
    const pieces = [0, 1, 200_000, 400_000, 9_000_000, content.length];
    const source = Readable.from(pieces.slice(1).map((end, index) => content.subarray(pieces[index], end)));
    const { key, bytes } = await storage.write(source, { limit });
    expect([key, bytes]).toEqual([sha256(content), content.length]);
    expect((await buffer(await storage.read(key))).equals(content)).toBe(true);
    const range = { start: 8_388_600, end: 8_388_700 };
    expect((await buffer(await storage.read(key, range))).equals(content.subarray(range.start, range.end))).toBe(true);
  });

  test('keeps blobs when it is opened again', async () => {
    const { key } = await storage.write(bytesOf(Buffer.from('kept')), { limit });
    const again = await openStorage(place.settings, log);
    expect((await buffer(await again.read(key))).toString()).toBe('kept');
  });

  test('reports the key before the blob gets its name, and keeps nothing when that fails', async () => {
    const reported: string[] = [];
    const { key } = await storage.write(bytesOf(Buffer.from('named')), {
      limit,
      beforeStore: async (named) => {
        await expect(storage.read(named)).rejects.toMatchObject({ code: 'FILE_MISSING' });
        reported.push(named);
      },
    });
    expect(reported).toEqual([key]);
    await expect(
      storage.write(bytesOf(Buffer.from('refused')), { limit, beforeStore: () => Promise.reject(new Error('no')) }),
    ).rejects.toThrow('no');
    expect(await place.files()).toHaveLength(1);
  });

  test.each([300_000, 9_000_000])(
    'keeps %i bytes once when they are written twice, even at the same time',
    async (size) => {
      const content = randomBytes(size);
      const stored = await Promise.all(Array.from({ length: 4 }, () => storage.write(bytesOf(content), { limit })));
      expect(new Set(stored.map(({ key }) => key))).toEqual(new Set([sha256(content)]));
      expect(await place.files()).toHaveLength(1);
      expect((await buffer(await storage.read(sha256(content)))).equals(content)).toBe(true);
    },
  );

  test('keeps empty content', async () => {
    const { key, bytes } = await storage.write(Readable.from([]), { limit });
    expect(bytes).toBe(0);
    expect(await buffer(await storage.read(key))).toHaveLength(0);
  });

  test('removes a blob, which may be repeated', async () => {
    const { key } = await storage.write(bytesOf(Buffer.from('brief')), { limit });
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });

  test('lists its blobs with their sizes, and nothing else', async () => {
    await storage.createId();
    const stored = await Promise.all(
      [1, 20, 300].map((size) => storage.write(bytesOf(Buffer.alloc(size, 'x')), { limit })),
    );
    const listed = await Array.fromAsync(storage.list());
    expect(listed.sort((one, other) => one.bytes - other.bytes)).toEqual(stored);
  });

  test('has no identifier at first, and then the first one that it was given', async () => {
    expect(await storage.readId()).toBeUndefined();
    expect(await storage.createId('mine')).toBe('mine');
    expect(await (await openStorage(place.settings, log)).readId()).toBe('mine');
    const other = await openStorage(newPlace().settings, log);
    expect(await other.createId()).toMatch(/^[0-9a-f-]{36}$/);
  });

  describe('keeps no file of a write', () => {
    test('beyond the limit, which fails PAYLOAD_TOO_LARGE and stops the source', async () => {
      const endless = new Readable({
        read() {
          this.push(Buffer.alloc(1_000));
        },
      });
      await expect(storage.write(endless, { limit: 50_000 })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect(endless.destroyed).toBe(true);
      expect(await place.files()).toEqual([]);
    });

    test('whose source fails', async () => {
      const failing = Readable.from(
        (async function* () {
          yield Buffer.alloc(500_000, 'half of it');
          throw new Error('the client went away');
        })(),
      );
      await expect(storage.write(failing, { limit })).rejects.toThrow('the client went away');
      expect(await place.files()).toEqual([]);
    });

    test.each(['before', 'while'])('whose source is destroyed %s it is read', async (moment) => {
      const source = new PassThrough();
      source.write('half of it');
      if (moment === 'before') source.destroy();
      const written = storage.write(source, { limit });
      setImmediate(() => source.destroy());
      await expect(written).rejects.toThrow();
      expect(await place.files()).toEqual([]);
    });
  });

  test('accepts content of exactly the limit', async () => {
    await expect(storage.write(bytesOf(Buffer.alloc(100)), { limit: 100 })).resolves.toMatchObject({ bytes: 100 });
  });

  test.each(['', '../../etc/passwd', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}/..`, `${'a'.repeat(64)}\n`])(
    'has no blob %j',
    async (key) => {
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
      await expect(storage.remove(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
    },
  );

  test('loses no acknowledged write of a killed process', async () => {
    const writer = spawn(
      process.execPath,
      ['--no-warnings', '--input-type=module', '--eval', writeForever, JSON.stringify(place.settings)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let acknowledged = '';
    for await (const text of writer.stdout.setEncoding('utf8')) {
      acknowledged += String(text);
      if (acknowledged.length > 65 * 20) writer.kill('SIGKILL');
    }
    for (const [key] of acknowledged.matchAll(/^\w{64}$/gm))
      expect(sha256(await buffer(await storage.read(key)))).toBe(key);
    expect(acknowledged.length).toBeGreaterThan(65 * 20);
  });

  test('closes what it reads when the reader leaves, before and after the first byte', async () => {
    const content = randomBytes(3_000_000);
    const { key } = await storage.write(bytesOf(content), { limit });
    (await storage.read(key)).destroy();
    const reading = await storage.read(key);
    for await (const _chunk of reading) break;
    expect(reading.destroyed).toBe(true);
    expect((await buffer(await storage.read(key))).equals(content)).toBe(true);
  });
});
