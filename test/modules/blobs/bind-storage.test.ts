import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createApp, type App } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { readConfig } from '#platform/config.ts';
import * as folderId from '#platform/storage/disk-storage.ts';
import { seedAdministrator } from '#seed/seed-administrator.ts';
import { clientOf } from '#test/support/client.ts';
import { testDatabase } from '#test/support/database/database.ts';
import { seedDataset } from '#test/support/seed.ts';

const folders: string[] = [];
const folderIdPath = (dataDir: string) => folderId.folderIdPath(join(dataDir, 'files'));
const readFolderId = (dataDir: string) => folderId.readFolderId(join(dataDir, 'files'));
const secretsKey = Buffer.alloc(32, 1).toString('base64');
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-folder-'));
  folders.push(folder);
  return folder;
}
const database = await testDatabase();
const start = (folder: string, databaseUrl = database.url): Promise<App> =>
  createApp({
    ...readConfig({
      LOG_LEVEL: 'silent',
      SEED: 'none',
      DATA_DIR: folder,
      SECRETS_KEY: secretsKey,
      ADMIN_API_KEY: 'test-administrator-key',
      WORKER: 'off',
    }),
    databaseUrl,
  });
/** Starts a process with a folder, works with it and ends it. */
async function during<T>(folder: string, work: (app: App) => Promise<T>): Promise<T> {
  const app = await start(folder);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
const isReady = async (app: App) =>
  (await app.http.inject('/readyz')).json<{ checks: { files: boolean } }>().checks.files;
const forget = (app: App) => app.services.db.rows(sql`delete from storage_folder`);

afterAll(async () => {
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const [first, second, empty] = [await newFolder(), await newFolder(), await newFolder()];

test('a later start accepts the folder of the first one; before a file is stored, an empty folder replaces it, and a process with the old folder is not ready', async () => {
  expect(await during(first, isReady)).toBe(true);
  expect(
    await during(first, async (app) => [
      await isReady(app),
      await during(second, isReady),
      await start(first).catch((error: unknown) => error),
    ]),
  ).toEqual([true, true, expect.objectContaining({ message: expect.stringMatching(/mount the folder of DATA_DIR/) })]);
  const app = await start(second);
  await rm(folderIdPath(second));
  expect([await isReady(app), (await app.http.inject('/readyz')).statusCode]).toEqual([false, 503]);
  await app.close();
});

test('once a file is stored, an empty folder and the folder of another catalog are refused', async () => {
  const folder = await newFolder();
  await during(folder, async (app) => {
    await seedAdministrator(app.services);
    const admin = clientOf(app, 'test-administrator-key');
    expect(
      await admin.upload(`/datasets/${await seedDataset(admin)}/resources/files/`, 'a.csv', 'n\n1\n'),
    ).toMatchObject({ status: 201 });
  });
  const id = (await readFolderId(folder)) ?? '';
  for (const other of [empty, first]) {
    await expect(start(other)).rejects.toThrow(
      `The storage is ${join(other, 'files')}, and the stored files of this database are elsewhere: they would be missing here.`,
    );
    await expect(start(other)).rejects.toThrow(`write ${id} into ${folderIdPath(other)}`);
  }
  expect(await readFolderId(empty)).toBeUndefined();
  // as the message says
  await mkdir(join(empty, 'files'), { recursive: true });
  await copyFile(folderIdPath(folder), folderIdPath(empty));
  expect(await during(empty, isReady)).toBe(true);
  expect(await during(folder, isReady)).toBe(true);
});

test('a new catalog refuses a folder with the files of another one, and accepts it once they are removed', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'files', 'aa'), { recursive: true });
  await copyFile(folderIdPath(first), folderIdPath(folder));
  const file = join(folder, 'files', 'aa', 'a'.repeat(62));
  await writeFile(file, 'of another catalog');
  const other = await testDatabase();
  await expect(start(folder, other.url)).rejects.toThrow(
    `The storage ${join(folder, 'files')} has the stored files of another database. Set STORAGE_URL to an empty folder`,
  );
  await rm(file);
  const app = await start(folder, other.url);
  expect(await isReady(app)).toBe(true);
  await app.close();
  await other.drop();
});

test('a catalog without a recorded folder accepts the one that contains its files, and refuses an empty one', async () => {
  const [, , , folder = ''] = folders;
  await during(folder, forget);
  expect(await during(folder, isReady)).toBe(true);
  await during(folder, forget);
  await rm(folderIdPath(folder));
  await expect(start(await newFolder())).rejects.toThrow(/create .*folder\.id with any text of your own/);
  expect(await during(folder, isReady)).toBe(true);
  expect(await readFolderId(folder)).toMatch(/^[0-9a-f-]{36}$/);
});
