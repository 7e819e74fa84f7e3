import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { parseRunKey } from '#publication/run-attempt.ts';
import { testApp } from '#test/support/app.ts';
import { restoreEarlierNames } from '#test/support/database/earlier-names.ts';
import { seedDataset } from '#test/support/seed.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db },
} = app;

const definers = { pr_1: { username: 'ada', scopes: ['edit_dataset'] } };
/** As the first version wrote them. */
const savers = JSON.stringify({ pr_1: { username: 'ada', keyAllows: ['edit_dataset'] } });

test('a queued run and a generation keep their definers and watermarks when the catalog is upgraded', async () => {
  const uid = await seedDataset(admin);
  await restoreEarlierNames(db);
  await db.rows(sql`insert into publication_order (dataset_uid, id, kind, configuration, ordered_by, ordered_at)
    values (${uid}, gen_random_uuid(), 'publish', jsonb_build_object('savers', ${savers}::jsonb, 'endOfLog', 7, 'processors', '[]'::jsonb), 'ada', now())`);
  await db.rows(sql`insert into generation (dataset_uid, log_position, treatment)
    values (${uid}, 7, jsonb_build_object('savers', ${savers}::jsonb, 'processors', '[]'::jsonb, 'fields', '[]'::jsonb)), (${uid}, 0, '{}')`);
  await db.rows(
    sql`insert into published_source (dataset_uid, kind, name, origin) values (${uid}, 'join', 'trees', '')`,
  );

  await upgradeDatabase(app);

  expect(await db.rows(sql`select kind, configuration, requested_by, lease_id from publication_run`)).toEqual([
    {
      kind: 'publish',
      configuration: { definers, highWatermark: 7, processors: [] },
      requested_by: 'ada',
      lease_id: null,
    },
  ]);
  expect(await db.rows(sql`select transform from generation order by id`)).toEqual([
    { transform: { definers, processors: [], fields: [] } },
    { transform: {} },
  ]);
  expect(await db.rows(sql`select name from published_upstream`)).toEqual([{ name: 'trees' }]);
  expect(await app.services.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('files keep their bytes, and the queue that collects them is renamed, when the catalog is upgraded', async () => {
  const uid = await seedDataset(admin);
  await restoreEarlierNames(db);
  const files = [
    { uid: 'b.csv', content: 'b10b', bytes: 1 },
    { uid: 'a.csv', content: 'a10b', bytes: 2 },
  ];
  await db.rows(sql`update section_snapshot set content = case section
      when 'attachments' then ${JSON.stringify(files)}::jsonb else jsonb_build_object('resources', '[]'::jsonb, 'files', ${JSON.stringify(files)}::jsonb) end
    where dataset_uid = ${uid} and section in ('attachments', 'resources')`);
  await db.rows(sql`insert into publication_order (dataset_uid, id, kind, configuration, ordered_at)
    values (${uid}, gen_random_uuid(), 'publish', jsonb_build_object('resources', jsonb_build_object('files', ${JSON.stringify(files)}::jsonb)), now())`);
  await db.rows(sql`select pgboss.create_queue('collect-contents', '{"policy": "standard"}')`);

  await upgradeDatabase(app);

  const renamed = files.map(({ content, ...file }) => ({ ...file, blobKey: content }));
  expect(
    await db.rows(
      sql`select section, snapshot from section_snapshot where dataset_uid = ${uid} and section in ('attachments', 'resources') order by section`,
    ),
  ).toEqual([
    { section: 'attachments', snapshot: renamed },
    { section: 'resources', snapshot: { resources: [], files: renamed } },
  ]);
  expect(
    await db.rows(
      sql`select configuration -> 'resources' -> 'files' as files from publication_run where dataset_uid = ${uid}`,
    ),
  ).toEqual([{ files: renamed }]);
  expect(await db.rows(sql`select name from pgboss.queue where name like 'collect-%' order by name`)).toEqual([
    { name: 'collect-blobs' },
    { name: 'collect-connections' },
  ]);
  expect(await app.services.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('a job that was sent before the upgrade finds its run', () => {
  const key = { datasetUid: 'da_1', runId: 'a2f1' };
  expect(parseRunKey({ datasetUid: 'da_1', orderId: 'a2f1' })).toEqual(key);
  expect(parseRunKey(key)).toEqual(key);
  expect(() => parseRunKey({ datasetUid: 'da_1' })).toThrow('must name a dataset and a run');
});
