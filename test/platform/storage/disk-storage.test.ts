import { expect, test } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStorage } from '#platform/storage/disk-storage.ts';

test('opening a folder removes the parts of killed writers and keeps those that still grow', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-storage-'));
  const parts = join(folder, 'parts');
  await mkdir(parts);
  await Promise.all([writeFile(join(parts, 'dead.part'), 'old'), writeFile(join(parts, 'alive.part'), 'new')]);
  await utimes(join(parts, 'dead.part'), new Date(0), new Date(0));
  await openDiskStorage(folder);
  expect(await readdir(parts)).toEqual(['alive.part']);
  await rm(folder, { recursive: true });
});
