import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { createLog } from '#platform/log.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { s3Bucket } from '../support/s3-bucket.ts';

const bucket = await s3Bucket();
const root = await mkdtemp(join(tmpdir(), 'catalograph-move-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const log = createLog({ level: 'silent' });
const folderAt = (name: string) => openStorage({ kind: 'folder', path: join(root, name) }, log);
const bucketAt = (prefix: string) => openStorage({ kind: 'bucket', ...bucket.settings(`${prefix}/`) }, log);
const tool = fileURLToPath(new URL('../../src/tools/move-storage.ts', import.meta.url));

/** Runs the command, and returns its exit code and what it printed. */
async function move(from: string, to: string) {
  const child = spawn(process.execPath, ['--no-warnings', tool, '--from', from, '--to', to], {
    // It is loaded from its sources, whose compiled code the first process stores.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...bucket.env() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, output, problems };
}

/** Stores blobs of these sizes, and returns their keys. */
const fill = (storage: Awaited<ReturnType<typeof folderAt>>, sizes: readonly number[]) =>
  Promise.all(
    sizes.map(async (size) => {
      const { key } = await storage.write(Readable.from([Buffer.alloc(size, String(size))]), { limit: size });
      return key;
    }),
  );

const blobsOf = async (storage: Awaited<ReturnType<typeof folderAt>>) =>
  (await Array.fromAsync(storage.list())).sort((one, other) => one.bytes - other.bytes);

test('a folder moves to a bucket and back, with its identifier; a repeated move copies what is new', async () => {
  const source = await folderAt('source');
  await source.createId('catalog-1');
  await fill(source, [1, 300_000, 9_000_000]);
  const to = 's3://files/moved';
  expect(await move(join(root, 'source'), to)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /has all of 3 files \(8\.9 MiB\) of .*; 0 were there before\.\n[^]*STORAGE_URL=s3:\/\/files\/moved/,
    ),
  });
  const target = await bucketAt('moved');
  expect(await blobsOf(target)).toEqual(await blobsOf(source));
  expect(await target.readId()).toBe('catalog-1');

  await fill(source, [20]);
  expect((await move(join(root, 'source'), to)).output).toContain('4 files (8.9 MiB)');
  expect((await move(join(root, 'source'), to)).output).toContain('4 were there before');
  expect(await move(to, join(root, 'back'))).toMatchObject({ code: 0 });
  expect(await blobsOf(await folderAt('back'))).toEqual(await blobsOf(source));
});

test('damaged bytes are named and not copied, and the command fails', async () => {
  const source = await folderAt('damaged');
  await source.createId('catalog-2');
  const [key = ''] = await fill(source, [10]);
  await fill(source, [11]);
  await writeFile(join(root, 'damaged', key.slice(0, 2), key.slice(2)), 'other byte');
  expect(await move(join(root, 'damaged'), join(root, 'copy'))).toMatchObject({
    code: 1,
    problems: expect.stringContaining(`Not copied, because its bytes are damaged: ${key}`),
  });
  const copy = await folderAt('copy');
  expect(await copy.readId()).toBeUndefined();
  expect(await blobsOf(copy)).toEqual([expect.objectContaining({ bytes: 11 })]);
});

test('the storage of another catalog is no target', async () => {
  await (await folderAt('mine')).createId('mine');
  await (await bucketAt('other')).createId('other');
  expect(await move(join(root, 'mine'), 's3://files/other')).toMatchObject({
    code: 1,
    problems: expect.stringContaining('s3://files/other has the stored files of another catalog.'),
  });
  expect((await readdir(root)).includes('other')).toBe(false);
});

test('a command without a target, or with the source as its target, prints how it is used', async () => {
  expect(await move(join(root, 'mine'), join(root, 'mine'))).toMatchObject({
    code: 1,
    problems: expect.stringContaining('Usage: npm run storage:move'),
  });
});
