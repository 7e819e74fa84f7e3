import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import { ownedTables } from '#deletions/owned-tables.ts';
import { testApp } from '#test/support/app.ts';
import { allRows, deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { recordsOf, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { enableFeedback, recordIdsOf, submitFeedback } from '#test/support/portal/feedback.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { addRelation, enableMarketplace, seedAsset } from '#test/support/portal/relations.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { uploadFile } from '#test/support/sources/resources.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const sources = await sourceServer();
const app = await testApp({ FETCH_ALLOW: sources.host });
const { admin, services } = app;
const { db } = services;
const ada = await seedUser(app, 'ada');
await seedUser(app, 'gone', { groups: ['gone'] });
await enableFeedback(app);
await enableMarketplace(app);

/** The number of rows of each table that belong to an object. */
async function countsOf(table: 'dataset' | 'form', key: string): Promise<Record<string, number>> {
  const keyColumn = table === 'dataset' ? 'uid' : 'slug';
  const counts: Record<string, number> = {};
  for (const { name, condition } of await ownedTables(db, { table, keyColumn, key }))
    counts[name] = (await db.rows(sql`select 1 from ${sqlName(name)} t where ${condition}`)).length;
  return counts;
}

/** A published dataset that has rows in every table of datasets. */
async function richDataset(): Promise<string> {
  const uid = await seedCsvDataset(admin, sources.serve('/data.csv', 'name,height\nOak,20\nElm,25\n'));
  await admin.data(
    `mutation ($uid: ID!) {
      appendProcessor(input: { datasetUid: $uid, type: "copy_field", label: "", params: { field_to_copy: "name", new_field: "copy" } }) { processor { uid } }
      appendFieldConfiguration(input: { datasetUid: $uid, label: "", configuration: { rename: { fromName: "copy", toName: "word", fieldLabel: "Word" } } }) { fieldConfiguration { __typename } }
      createSchedule(input: { datasetUid: $uid, cronSchedule: "0 0 1 1 *" }) { schedule { uid } }
      updateDataset(input: { uid: $uid, isFeedbackEnabled: true }) { dataset { uid } }
    }`,
    { uid },
  );
  await admin.rest('POST', `/datasets/${uid}/alternative_exports/`, { title: 'A', type: 'url', url: 'https://a.org/' });
  await uploadFile(app, { datasetUid: uid, filename: 'a.csv', content: 'name\nAsh\n' });
  await admin.upload(`/datasets/${uid}/attachments/`, 'about.txt', 'about');
  await seedRuleset(app, uid, { user: 'ada', permissions: ['edit_dataset'] });
  await runAndFinish(admin, 'publishDataset', uid);
  await submitFeedback(ada, uid, { recordId: (await recordIdsOf(ada, uid))[0], comment: 'Nice' });
  await addRelation(admin, uid, await seedAsset(admin));
  await addRelation(admin, await seedAsset(admin), uid);
  await db.rows(sql`insert into published_upstream values (${uid}, 'web', 'source', 'https://example.org')`);
  await db.rows(sql`insert into resource_cache (resource_uid, source, filename, mimetype, blob_key, bytes, read_at)
    select r.uid, 'http', 'a.csv', 'text/csv', f.blob_key, f.bytes, now() from resource r, resource_file f where r.dataset_uid = ${uid} and f.dataset_uid = ${uid}`);
  await db.rows(
    sql`insert into realtime_record (dataset_uid, resource_uid, value, created_at) values (${uid}, 're_abcdef', '{"b": 1.0,  "a": null}', now())`,
  );
  return uid;
}

/** What is different after a deletion and a restoration; the tables of `absent` may be empty. */
async function expectSame(
  root: Parameters<typeof countsOf>,
  deleteAndRestore: () => Promise<void>,
  absent: string[] = [],
) {
  const [counts, rows] = [await countsOf(...root), await allRows(app)];
  expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual(absent);
  await deleteAndRestore();
  expect(await allRows(app)).toEqual(rows);
}

test('a restored dataset has the same rows in every table as before its deletion, and the same records', async () => {
  const uid = await richDataset();
  const records = await recordsOf(app, uid);
  expect(records).toHaveLength(2);
  await expectSame(
    ['dataset', uid],
    async () => {
      await deleteDataset(admin, uid);
      expect(await recordsOf(app, uid)).toEqual([]);
      const { data } = await restoreDataset(admin, uid);
      expect(data.restoreDataset.dataset).toMatchObject({ uid, isPublished: true, status: { status: 'idle' } });
    },
    ['publication_run'],
  );
  expect(await recordsOf(app, uid)).toEqual(records);
});

test('a restored form has the same rows in every table as before its deletion', async () => {
  await seedForm(admin, 'trees', { sections: [{ blocks: [nameBlock] }] });
  const [submission] = await seedSubmissions(app, 'trees', [
    { answers: { name: 'Ada' } },
    { answers: { name: 'Bob' } },
  ]);
  await db.rows(
    sql`insert into submission_image select ${randomUUID()}, ${submission}, 'a.png', 'image/png', key, 3 from blob limit 1`,
  );
  await db.rows(sql`insert into form_option_dataset select 'trees', uid from dataset`);
  await expectSame(['form', 'trees'], async () => {
    await admin.data('mutation { deleteForm(input: { slug: "trees" }) { slug } }');
    const { deletedForms } = await admin.data('{ deletedForms { nodes { uid slug title } } }');
    expect(deletedForms.nodes).toMatchObject([{ slug: 'trees' }]);
    await admin.data(
      'mutation ($uid: ID!) { restoreForm(input: { uid: $uid }) { configuration { slug } } }',
      deletedForms.nodes[0],
    );
  });
});

test('a form of any size is deleted and restored in statements of at most 10,000 rows, each within the time limit', async () => {
  await seedForm(admin, 'large', { sections: [{ blocks: [nameBlock] }] });
  await db.rows(sql`
    insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, created_at, updated_at)
    select gen_random_uuid(), 'large', 1, '{"name": "Ada"}', 'approved', true, now(), now() from generate_series(1, 10001)`);
  await db.rows(sql`
    create function count_rows() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 10000 then raise 'too many rows in one statement'; end if;
      return null;
    end $$`);
  for (const table of ['submission', 'deleted_row'])
    for (const [event, rows] of Object.entries({ insert: 'new', delete: 'old' }))
      await db.rows(
        sqlText(`create trigger count_${event} after ${event} on ${table} referencing ${rows} table as changed
          for each statement execute function count_rows()`),
      );
  const submissions = () =>
    db.rows<{ row: string }>(sql`select s::text as row from submission s where form_slug = 'large' order by uid`);
  const before = await submissions();
  await admin.data('mutation { deleteForm(input: { slug: "large" }) { slug } }');
  expect(await submissions()).toEqual([]);
  const { deletedForms } = await admin.data('{ deletedForms { nodes { uid } } }');
  await admin.data(
    'mutation ($uid: ID!) { restoreForm(input: { uid: $uid }) { configuration { slug } } }',
    deletedForms.nodes[0],
  );
  expect(await submissions()).toEqual(before);
});

test('a deleted object no longer refers to users that were deleted after it, and a later user with the same name gets no right with it', async () => {
  const uid = await seedDataset(admin);
  await seedRuleset(app, uid, { user: 'gone', permissions: ['edit_dataset'] });
  await db.rows(sql`update dataset set created_by = 'gone' where uid = ${uid}`);
  await deleteDataset(admin, uid);
  await admin.data('mutation { deleteUser(input: { username: "gone" }) { username } }');
  expect(await db.rows(sql`select 1 from deleted_row where values::text like '%"gone"%'`)).toEqual([]);
  await seedUser(app, 'gone');
  await restoreDataset(admin, uid);
  expect(await db.rows(sql`select created_by from dataset where uid = ${uid}`)).toEqual([{ created_by: null }]);
  expect(await db.rows(sql`select 1 from ruleset where dataset_uid = ${uid}`)).toEqual([]);
});

test('a column that a later version adds gets its default, and one that it removes stops the restoration', async () => {
  const uid = await seedDataset(admin);
  await deleteDataset(admin, uid);
  const rows = sql`deletion_uid = ${uid} and table_name = 'dataset'`;
  await db.rows(
    sql`update deleted_row set values = values - 'is_feedback_enabled' || '{"removed": "1"}' where ${rows}`,
  );
  expect((await restoreDataset(admin, uid)).errors?.[0]?.extensions.code).toBe('INTERNAL_ERROR');
  await db.rows(sql`update deleted_row set values = values - 'removed' where ${rows}`);
  expect((await restoreDataset(admin, uid)).errors).toBeUndefined();
  expect(await db.rows(sql`select is_feedback_enabled as f from dataset where uid = ${uid}`)).toEqual([{ f: false }]);
});

test('every table that names its dataset is kept with it, apart from those that outlive it', async () => {
  const kept = new Set(
    (await ownedTables(db, { table: 'dataset', keyColumn: 'uid', key: '' })).map(({ name }) => name),
  );
  const tables = await db.rows<{ name: string }>(sql`
    select distinct table_name::text as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'dataset_uid' order by 1`);
  expect(tables.map(({ name }) => name).filter((name) => !kept.has(name))).toEqual([
    'call_count', // ends with its period
    'connection', // stays while a deleted dataset refers to it
    'form_option_dataset', // belongs to the form
    'generation', // stays with its table of records
    'harvested_dataset', // belongs to the harvester, which makes a deleted dataset again
  ]);
});
