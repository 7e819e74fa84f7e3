import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { readManifest } from '#platform/backup-file.ts';
import { backupTools, secretsKey } from '#test/support/backups.ts';
import { testApp } from '#test/support/app.ts';
import { allRows, deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { finishedStatus, recordsOf, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const sources = await sourceServer();
const app = await testApp({ FETCH_ALLOW: sources.host, SECRETS_KEY: secretsKey });
const { admin } = app;
const { backUp, newCatalog, restore, startRestored, temporaryFolder } = backupTools();
const url = sources.serve('/data.csv', 'name,place\nOak,"48.1,2.2"\nElm,\n');
const geo = sources.serve('/shape.json', JSON.stringify([{ name: 'a', nested: { a: [1] } }]));

const attach = async (uid: string, content: string): Promise<string> =>
  (await admin.upload(`/datasets/${uid}/attachments/`, 'a.txt', content)).body.uid;

/** Repeats changes of every kind until it is stopped; returns what was acknowledged. */
function startWriters() {
  const acknowledged: { uid: string; content: string; attachment: string }[] = [];
  let isStopped = false;
  const repeat = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isStopped; turn += 1) await work(turn);
  };
  const attaching = repeat(async (turn) => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: `Set ${turn}` } } } });
    const content = `content ${turn}`;
    acknowledged.push({ uid, content, attachment: await attach(uid, content) });
    if (turn % 3 === 2) await deleteDataset(admin, await seedDataset(admin));
  });
  const publishing = repeat(async () => runAndFinish(admin, 'publishDataset', await seedCsvDataset(admin, url)));
  const submitting = repeat((turn) =>
    admin.portal('POST', '/forms/trees/submissions/', { answers: { name: `n${turn}` } }),
  );
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await Promise.all([attaching, publishing, submitting]);
    },
  };
}

test('a backup while writers run is restored to a catalog with everything acknowledged before, and nothing by half', async () => {
  await seedForm(admin, 'trees', { accessType: 'open', sections: [{ blocks: [nameBlock] }] });
  const published = await seedCsvDataset(admin, url);
  await runAndFinish(admin, 'publishDataset', published);
  const deleted = await seedCsvDataset(admin, geo);
  await attach(deleted, 'of a deleted dataset');
  await deleteDataset(admin, deleted);
  const writers = startWriters();
  while (writers.acknowledged.length < 3) await seedDataset(admin);
  const before = [...writers.acknowledged];
  const slow = sources.stream('/slow.csv');
  const underWay = await seedCsvDataset(admin, slow.url);
  const publication = runAndFinish(admin, 'publishDataset', underWay);
  await slow.requested();
  const folder = await backUp(app);
  slow.send('name,place\nOak,\nElm,\n');
  slow.close();
  await Promise.all([writers.stop(), publication]);
  expect(await readManifest(folder)).toMatchObject({ missingBlobs: [] });

  // publications that were under way read their sources again
  const config = await newCatalog({ FETCH_ALLOW: sources.host });
  await restore(config, folder);
  const restored = await startRestored(config);
  const { db, storage } = restored.services;
  for (const { uid, content, attachment } of before) {
    const path = `/datasets/${uid}/attachments/${attachment}/`;
    expect((await restored.admin.rest('GET', path)).status).toBe(200);
    const [row] = await db.rows<{ key: string }>(sql`select blob_key as key from attachment where uid = ${attachment}`);
    expect(row?.key).toBe(createHash('sha256').update(content).digest('hex'));
  }
  for (const { key } of await db.rows<{ key: string }>(
    sql`select blob_key as key from attachment union select blob_key from deleted_blob`,
  ))
    (await storage.read(key)).destroy();
  const datasets = await db.rows<{ uid: string }>(sql`select uid from dataset where is_published`);
  expect(datasets.map(({ uid }) => uid)).toContain(published);
  for (const { uid } of datasets) expect(await recordsOf(restored, uid)).toHaveLength(2);
  expect(await db.rows(sql`select * from totals.correct()`)).toEqual([]);
  for (const { uid } of await db.rows<{ uid: string }>(sql`select uid from dataset where status <> 'idle'`))
    expect(await finishedStatus(restored.admin, uid)).toMatchObject({ status: 'idle' });
  expect(await recordsOf(restored, underWay)).toHaveLength(2);
  expect((await restoreDataset(restored.admin, deleted, 'restored')).errors).toBeUndefined();
  expect(await seedDataset(restored.admin)).toMatch(/^da_/);
});

test('a backup restores the same rows, tables of records and indexes, to an empty database and a new storage only', async () => {
  const folder = await backUp(app);
  const config = await newCatalog();
  await restore(config, folder);
  const restored = await startRestored(config);
  const tablesOf = ({ services: { db } }: Pick<typeof app, 'services'>) =>
    db.rows(sql`select c.relname, array_agg(a.attname || format_type(a.atttypid, a.atttypmod) || a.attstorage::text || a.attcollation::regcollation::text order by a.attnum),
        array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0
      where c.relnamespace = 'records'::regnamespace and relkind = 'r' and c.relname in (select 'g' || generation from dataset)
      group by c.oid, c.relname order by 1`);
  expect(await tablesOf(restored)).toEqual(await tablesOf(app));
  const { storage_folder: before, ...rows } = await allRows(app);
  const { storage_folder: after, ...restoredRows } = await allRows(restored);
  expect(after).not.toEqual(before);
  // migrations have their own times, rates are not backed up, blobs are marked by a job, generations of failed runs are dropped by another
  for (const [table, expected] of Object.entries(rows))
    if (!['migration', 'rate_count', 'blob', 'generation'].includes(table))
      expect([table, restoredRows[table]]).toEqual([table, expected]);
  // so the next publication keeps the identifiers of records
  expect(restored.services.secrets.deriveKey('a')).toEqual(app.services.secrets.deriveKey('a'));
  await expect(restore(config, folder)).rejects.toThrow('The database is not empty');
  const { databaseUrl } = await newCatalog();
  await expect(restore({ ...config, databaseUrl }, folder)).rejects.toThrow('belongs to a catalog');
});

test('a damaged or incomplete backup is refused before anything is written', async () => {
  const folder = await backUp(app);
  const config = await newCatalog();
  await expect(restore(config, await temporaryFolder())).rejects.toThrow('is not a complete backup');
  const [blob = ''] = (await readdir(join(folder, 'files'))).filter((name) => name !== 'parts');
  const [name = ''] = await readdir(join(folder, 'files', blob));
  await appendFile(join(folder, 'files', blob, name), 'x');
  await expect(restore(config, folder)).rejects.toThrow('The backup is damaged: the stored file');
  await appendFile(join(folder, 'database', 'main.dataset.gz'), 'x');
  await expect(restore(config, folder)).rejects.toThrow('The backup is damaged');
});
