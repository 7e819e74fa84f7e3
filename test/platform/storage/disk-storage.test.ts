import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'catalograph-storage-')), 'files');
  storage = await openDiskStorage(folder);
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const bytesOf = (content: Uint8Array) => Readable.from([content], { objectMode: false });
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const limit = 10_000_000;

/** Every file below the folder, parts included. */
async function filesKept(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('what is stored', () => {
  test('is named by the SHA-256 of its bytes', async () => {
    expect(await storage.write(bytesOf(Buffer.from('hello')), { limit })).toEqual({
      key: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      bytes: 5,
    });
  });

  test('reads back byte for byte, from any offset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.nat(5_000), async (content, start) => {
        const { key } = await storage.write(bytesOf(content), { limit });
        expect(await buffer(await storage.read(key, { start }))).toEqual(Buffer.from(content.subarray(start)));
      }),
      { numRuns: 30 },
    );
  });

  test('is still there when the storage is opened again', async () => {
    const { key } = await storage.write(bytesOf(Buffer.from('kept')), { limit });
    const again = await openDiskStorage(folder);
    expect((await buffer(await again.read(key))).toString()).toBe('kept');
  });

  test('is claimed by its key before it gets its name, and not kept when the claim fails', async () => {
    const claimed: [string, number][] = [];
    const { key } = await storage.write(bytesOf(Buffer.from('claimed')), {
      limit,
      claim: async (named) => {
        await expect(storage.read(named)).rejects.toMatchObject({ code: 'FILE_MISSING' });
        claimed.push([named, (await filesKept()).length]);
      },
    });
    expect(claimed).toEqual([[key, 1]]);
    await expect(
      storage.write(bytesOf(Buffer.from('refused')), { limit, claim: () => Promise.reject(new Error('no')) }),
    ).rejects.toThrow('no');
    expect(await filesKept()).toHaveLength(1);
  });

  test('is kept once when it is written twice, even at the same time', async () => {
    const content = randomBytes(300_000);
    const stored = await Promise.all(Array.from({ length: 8 }, () => storage.write(bytesOf(content), { limit })));
    expect(new Set(stored.map(({ key }) => key))).toEqual(new Set([sha256(content)]));
    expect(await filesKept()).toHaveLength(1);
    expect(await buffer(await storage.read(sha256(content)))).toEqual(content);
  });

  test('may be empty', async () => {
    const { key, bytes } = await storage.write(Readable.from([]), { limit });
    expect(bytes).toBe(0);
    expect(await buffer(await storage.read(key))).toHaveLength(0);
  });

  test('is deleted by remove, which may be called twice', async () => {
    const { key } = await storage.write(bytesOf(Buffer.from('brief')), { limit });
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
  });
});

test('a killed process loses no acknowledged write', async () => {
  const writer = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `
    import { Readable } from 'node:stream';
    import { openDiskStorage } from '${new URL('../../../src/platform/storage/disk-storage.ts', import.meta.url).href}';
    const storage = await openDiskStorage(process.argv[1]);
    for (let n = 0; ; n++) {
      const { key } = await storage.write(Readable.from([Buffer.alloc(200_000, String(n))]), { limit: ${limit} });
      process.stdout.write(key + '\\n');
    }`,
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let acknowledged = '';
  for await (const text of writer.stdout.setEncoding('utf8')) {
    acknowledged += String(text);
    if (acknowledged.length > 65 * 20) writer.kill('SIGKILL');
  }
  for (const [key] of acknowledged.matchAll(/^\w{64}$/gm)) {
    expect(sha256(await buffer(await storage.read(key)))).toBe(key);
  }
  expect(acknowledged.length).toBeGreaterThan(65 * 20);
});

describe('no file is left by a write', () => {
  test('beyond the limit, which fails PAYLOAD_TOO_LARGE and stops the source', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1_000));
      },
    });
    await expect(storage.write(endless, { limit: 50_000 })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(endless.destroyed).toBe(true);
    expect(await filesKept()).toEqual([]);
  });

  test('whose source fails', async () => {
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half of it');
        throw new Error('the client went away');
      })(),
    );
    await expect(storage.write(failing, { limit })).rejects.toThrow('the client went away');
    expect(await filesKept()).toEqual([]);
  });

  test.each(['before', 'while'])('whose source is destroyed %s it is read', async (moment) => {
    const source = new PassThrough();
    source.write('half of it');
    if (moment === 'before') source.destroy();
    const written = storage.write(source, { limit });
    setImmediate(() => source.destroy());
    await expect(written).rejects.toThrow();
    expect(await filesKept()).toEqual([]);
  });

  test('of exactly the limit, except all its bytes', async () => {
    await expect(storage.write(bytesOf(Buffer.alloc(100)), { limit: 100 })).resolves.toMatchObject({ bytes: 100 });
  });
});

test.each(['', '../../etc/passwd', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}/..`, `${'a'.repeat(64)}\n`])(
  '%j names no file',
  async (key) => {
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
    await expect(storage.remove(key)).rejects.toMatchObject({ code: 'FILE_MISSING' });
  },
);

test('opening removes the parts of killed writers and keeps those that still grow', async () => {
  const [dead, alive] = [join(folder, 'parts', 'dead.part'), join(folder, 'parts', 'alive.part')];
  await Promise.all([writeFile(dead, 'old'), writeFile(alive, 'new')]);
  await utimes(dead, new Date(0), new Date(0));
  await openDiskStorage(folder);
  expect(await filesKept()).toEqual(['alive.part']);
});
