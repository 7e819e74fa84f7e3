import { readSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OpenFiles } from '#platform/columns/client/open-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An open file that tells how many are open. */
class CountedFile {
  static open = 0;
  readonly memoryBytes = 0;
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
    CountedFile.open++;
  }

  firstByte(): string {
    const bytes = Buffer.alloc(1);
    readSync(this.#file.fd, bytes, 0, 1, 0);
    return bytes.toString();
  }

  async close(): Promise<void> {
    CountedFile.open--;
    await this.#file.close();
  }
}

test('more files than may be open are read at the same time, each while it is open, and the oldest are closed', async () => {
  const count = 100;
  const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
  for (const [index, path] of paths.entries()) await writeFile(path, String(index % 10));
  const files = new OpenFiles(async (path) => new CountedFile(await open(path, 'r')));
  const read = await Promise.all(paths.map((path) => files.read(path, (file) => file.firstByte())));
  expect(read).toEqual(paths.map((_, index) => String(index % 10)));
  await files.read(paths[0] ?? '', (file) => file.firstByte());
  await new Promise(setImmediate);
  expect(CountedFile.open).toBeLessThanOrEqual(64);
  files.close();
  await new Promise(setImmediate);
  expect(CountedFile.open).toBe(0);
});
