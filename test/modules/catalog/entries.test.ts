import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { admin } = app;
const { db, log } = app.services;

const address = web.serve('/rivers.csv', 'river,km,seen\nRhine,1233,2026-01-15\n');

async function published(client = admin): Promise<string> {
  const uid = await seedCsvDataset(client, address);
  await runAndFinish(client, 'publishDataset', uid);
  return uid;
}

interface Entry {
  readonly uid: string;
  readonly [column: string]: unknown;
}

const readEntries = () => db.rows<{ entry: Entry }>(sql`select to_jsonb(e) as entry from catalog_entry e order by uid`);
const entryOf = async (uid: string) => (await readEntries()).find(({ entry }) => entry.uid === uid)?.entry;
const revision = async () => (await db.rows(sql`select revision::int from catalog_revision`))[0]?.['revision'];

/** Derives all entries again, as docs/search.md describes it. */
async function rebuildEntries() {
  await db.rows(sql`update catalog_entry set derivation = 0`);
  await fillEntries({ db, log });
}

/** The entry of a dataset after a change, which must be what a rebuild makes of it. */
async function afterChange(uid: string) {
  const kept = await readEntries();
  await rebuildEntries();
  expect(kept).toEqual(await readEntries());
  return kept.find(({ entry }) => entry.uid === uid)?.entry;
}

const setMetadata = (uid: string, metadata: object) =>
  admin.data(
    'mutation ($input: ReplaceDatasetMetadataInput!) { replaceDatasetMetadata(input: $input) { dataset { uid } } }',
    { input: { datasetUid: uid, metadata } },
  );

const update = (uid: string, input: object) =>
  admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, ...input },
  });

test('a published dataset has an entry with its typed metadata, an unpublished one has none', async () => {
  const uid = await seedCsvDataset(admin, address);
  expect(await afterChange(uid)).toBeUndefined();
  await setMetadata(uid, {
    default: {
      title: { value: 'Rivers' },
      keyword: { value: ['water', 'water', '', 'length'] },
      publisher: { value: 'City' },
      language: { value: 'en' },
      modified: { value: '2026-01-15' },
      geographic_reference: { value: ['ch_40'] },
    },
    internal: { theme_id: { value: ['t1', 't2'] }, license_id: { value: 'cc0' } },
    dcat: { creator: { value: 'Ada' }, issued: { value: '2025-03' } },
    visualization: { calendar_enabled: { value: true } },
  });
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await afterChange(uid)).toMatchObject({
    title: 'Rivers',
    keyword: ['water', 'length'],
    theme: ['t1', 't2'],
    publisher: 'City',
    license: 'cc0',
    language: 'en',
    territory: ['ch_40'],
    features: ['analyze', 'timeserie', 'calendar'],
    modified: '2026-01-15T00:00:00+00:00',
    dcat_creator: 'Ada',
    dcat_issued: '2025-03-01',
    dcat_created: null,
    has_records: true,
    is_restricted: false,
    shows_all_fields: true,
    created_by: 'admin',
  });
  await runAndFinish(admin, 'unpublishDataset', uid);
  expect(await afterChange(uid)).toBeUndefined();
});

test('an entry follows the publication of metadata, not their draft', async () => {
  const uid = await published();
  await setMetadata(uid, { default: { title: { value: 'Drafted' } } });
  expect(await afterChange(uid)).toMatchObject({ title: 'A' });
  await runAndFinish(admin, 'publishDatasetMetadata', uid);
  expect(await afterChange(uid)).toMatchObject({ title: 'Drafted' });
});

test('`modified` follows publications where the metadata ask for it, and is the last publication where it is unset', async () => {
  const uid = await published();
  const unset = await afterChange(uid);
  expect(unset?.['modified']).toBe(unset?.['metadata_processed']);
  const old = { value: '2001-01-01' };
  await setMetadata(uid, { default: { modified: old, modified_updates_on_data_change: { value: true } } });
  await runAndFinish(admin, 'publishDatasetMetadata', uid);
  const entry = await afterChange(uid);
  expect(entry?.['modified']).toBe(entry?.['data_processed']);
  expect(entry?.['modified']).not.toBe(entry?.['metadata_processed']);
});

test('an entry follows who may see the dataset and its fields at once', async () => {
  const uid = await published();
  const before = await revision();
  await update(uid, { isRestricted: true });
  expect(await afterChange(uid)).toMatchObject({ is_restricted: true, shows_all_fields: true });
  await update(uid, { isRestricted: false, defaultSecurity: { visibleFields: ['river'] } });
  expect(await afterChange(uid)).toMatchObject({ is_restricted: false, shows_all_fields: false });
  await update(uid, { defaultSecurity: { isDataVisible: false } });
  expect(await afterChange(uid)).toMatchObject({ shows_all_fields: false });
  expect(await revision()).toBeGreaterThan(Number(before));
});

test('an entry is gone with its dataset, and its creator with the user', async () => {
  const ada = await seedUser(app, 'ada', { permissions: ['create_dataset'] });
  const [deleted, orphaned] = [await published(), await published(ada)];
  expect(await afterChange(orphaned)).toMatchObject({ created_by: 'ada' });
  await admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
    input: { uid: deleted },
  });
  expect(await afterChange(deleted)).toBeUndefined();
  await db.rows(sql`delete from user_account where username = 'ada'`);
  expect(await afterChange(orphaned)).toMatchObject({ created_by: null });
});

test('a failed publication leaves the entry and the revision of the catalog as they were', async () => {
  const path = web.serve('/changing.csv', 'a\n1\n');
  const uid = await seedCsvDataset(admin, path);
  await runAndFinish(admin, 'publishDataset', uid);
  const [entry, before] = [await entryOf(uid), await revision()];
  await setMetadata(uid, { default: { title: { value: 'B' } } });
  web.answer('/changing.csv', (response) => response.writeHead(500).end());
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({ status: 'error' });
  expect(await entryOf(uid)).toEqual(entry);
  expect(await revision()).toBe(before);
});

test('a start derives the entries that are missing or of an earlier version of the service, and deletes those of unpublished datasets', async () => {
  const [missing, earlier, unpublished] = [await published(), await published(), await published()];
  const kept = (await readEntries()).filter(({ entry }) => entry.uid !== unpublished);
  await db.rows(sql`delete from catalog_entry where uid = ${missing}`);
  await db.rows(sql`update catalog_entry set derivation = 0, title = 'old' where uid = ${earlier}`);
  await db.rows(sql`update dataset set is_published = false where uid = ${unpublished}`);
  await fillEntries({ db, log });
  expect(await readEntries()).toEqual(kept);
  const before = await revision();
  await fillEntries({ db, log });
  expect(await revision()).toBe(before);
});
