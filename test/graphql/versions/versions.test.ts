import { expect, test } from '@jest/globals';
import { sectionNames } from '#api/section-name.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
const rows = <Row extends object>(statement: Sql) => app.services.db.rows<Row>(statement);

interface Version {
  readonly uid: string;
  readonly sections: string[];
  readonly revision: number;
  readonly canRestore: boolean;
  readonly cannotRestoreReason: string | null;
}
const versionsOf = async (uid: string): Promise<Version[]> =>
  (
    await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { versions(first: 100) { nodes { uid sections revision canRestore cannotRestoreReason } } } }',
      { uid },
    )
  ).dataset.versions.nodes;
const update = (uid: string, input: object) =>
  admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { revision } } }', {
    input: { uid, ...input },
  });
const append = (datasetUid: string, old = 'a') =>
  admin.data('mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }', {
    input: { datasetUid, type: 'string_replace', params: { all_fields: true, old } },
  });

/** Section → id of its snapshot, for each version, newest first. */
const snapshotsOf = async (uid: string): Promise<Record<string, number>[]> =>
  (
    await rows<{ snapshots: Record<string, number> }>(sql`
  select jsonb_object_agg(s.section, s.id) as snapshots from dataset_version v join section_snapshot s on s.id = any(v.snapshots)
  where v.dataset_uid = ${uid} group by v.revision order by v.revision desc`)
  ).map(({ snapshots }) => snapshots);
const ownerless = async (): Promise<number | undefined> =>
  (
    await rows<{ count: number }>(sql`
  select count(*)::int as count from section_snapshot s
  where not exists (select 1 from dataset_version v where v.dataset_uid = s.dataset_uid and s.id = any(v.snapshots))`)
  )[0]?.count;

test('a new dataset has one version with a snapshot of every section', async () => {
  const uid = await seedDataset(admin);
  expect(await versionsOf(uid)).toEqual([
    {
      uid: expect.stringMatching(/^ch_[0-9a-z]{6}$/),
      sections: expect.arrayContaining(['data', 'metadata', 'security']),
      revision: 1,
      canRestore: true,
      cannotRestoreReason: null,
    },
  ]);
  const declared = sectionNames.filter((name) => app.services.registry.sections.has(name));
  const [first = {}] = await snapshotsOf(uid);
  expect(Object.keys(first).toSorted()).toEqual(declared.toSorted());
});

test('versions are listed newest first, with the changed sections, the user and the time', async () => {
  const uid = await seedDataset(admin);
  await append(uid);
  await update(uid, { isRestricted: true });
  await update(uid, { datasetId: 'renamed' });
  await update(uid, { datasetId: 'renamed-again', isRestricted: false });
  const { dataset } = await admin.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) {
    versions(first: 2, offset: 2) { totalCount nodes { id uid sections revision createdAt createdBy { username } } pageInfo { hasNextPage } } } }`,
    { uid },
  );
  const [version] = dataset.versions.nodes;
  expect(dataset.versions).toMatchObject({
    totalCount: 5,
    nodes: [
      { revision: 3, sections: ['security'] },
      { revision: 2, sections: ['processors'] },
    ],
    pageInfo: { hasNextPage: true },
  });
  expect(version).toMatchObject({
    createdBy: { username: 'admin' },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect((await versionsOf(uid)).map(({ sections }) => sections)).toEqual([
    ['data', 'security'],
    ['data'],
    ['security'],
    ['processors'],
    ['data', 'metadata', 'security'],
  ]);
  expect(
    await admin.data(
      `query ($uid: ID!, $version: ID!, $id: ID!) {
    dataset(by: { uid: $uid }) { version(uid: $version) { revision } }  node(id: $id) { ... on DatasetVersion { uid } }
  }`,
      { uid, version: version.uid, id: version.id },
    ),
  ).toEqual({ dataset: { version: { revision: 3 } }, node: { uid: version.uid } });
  const other = await seedDataset(admin);
  expect(
    (
      await admin.data(
        'query ($other: ID!, $version: ID!) { dataset(by: { uid: $other }) { version(uid: $version) { uid } } }',
        { other, version: version.uid },
      )
    ).dataset.version,
  ).toBeNull();
});

test('an unchanged section shares its snapshot with the previous version', async () => {
  const uid = await seedDataset(admin);
  await append(uid);
  await append(uid);
  await update(uid, { isRestricted: false });
  const [fourth = {}, third = {}, second = {}, first = {}] = await snapshotsOf(uid);
  const { processors: _changed, ...rest } = first;
  expect(third).toMatchObject(rest);
  expect(new Set([first['processors'], second['processors'], third['processors']]).size).toBe(3);
  expect(fourth).toEqual(third);
});

test('refused and empty changes record no version', async () => {
  const uid = await seedDataset(admin);
  await update(uid, {});
  await admin.graph('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, datasetId: ' ' },
  });
  await admin.graph('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, isRestricted: true, expectedRevision: 7 },
  });
  expect(await versionsOf(uid)).toHaveLength(1);
});

test('60 concurrent changes leave exactly 20 versions, 60 more revisions, and no orphaned snapshot', async () => {
  const uid = await seedDataset(admin);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? update(uid, { datasetId: `busy-${index}` }) : append(uid, `text ${index}`),
    ),
  );
  const versions = await versionsOf(uid);
  expect(versions.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, index) => 61 - index));
  expect(
    (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision versions { totalCount } } }', { uid }))
      .dataset,
  ).toEqual({ revision: 61, versions: { totalCount: 20 } });
  expect(await ownerless()).toBe(0);
  const snapshots = await snapshotsOf(uid);
  expect(new Set(snapshots.map((snapshot) => snapshot['metadata'])).size).toBe(1);
  const [{ stored, current } = {}] = await rows<{ stored: unknown; current: unknown }>(sql`
    select s.snapshot as stored, jsonb_agg(p.uid order by p.position) as current from section_snapshot s, processor p
    where s.id = ${snapshots[0]?.['processors']}::bigint and p.dataset_uid = ${uid} group by s.snapshot`);
  expect((stored as { uid: string }[]).map((processor) => processor.uid)).toEqual(current);
});

test('snapshots are deleted with the last version that refers to them, and with their dataset', async () => {
  const uid = await seedDataset(admin);
  const [first = {}] = await snapshotsOf(uid);
  for (let index = 0; index < 20; index += 1) await append(uid);
  const kept = new Set((await snapshotsOf(uid)).flatMap((snapshot) => Object.values(snapshot)));
  expect(kept.has(first['metadata'] ?? 0)).toBe(true);
  const stored = await rows<{ id: string }>(sql`select id from section_snapshot where dataset_uid = ${uid}`);
  expect(new Set(stored.map(({ id }) => Number(id)))).toEqual(kept);
  expect(kept.has(first['processors'] ?? 0)).toBe(false);
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  expect(await rows(sql`select id from section_snapshot where dataset_uid = ${uid}`)).toEqual([]);
});

test('a version cannot be restored when a user or a group of its rulesets was deleted', async () => {
  const uid = await seedDataset(admin);
  await seedUser(app, 'leaver', { groups: ['leavers'] });
  await seedRuleset(app, uid, { user: 'leaver' });
  await update(uid, { isRestricted: true });
  await seedRuleset(app, uid, { group: 'leavers' });
  await update(uid, { isRestricted: false });
  expect((await versionsOf(uid)).map(({ canRestore }) => canRestore)).toEqual([true, true, true]);
  await rows(sql`delete from user_group where uid = 'leavers'`);
  expect((await versionsOf(uid)).map(({ cannotRestoreReason }) => cannotRestoreReason)).toEqual([
    'A group that has a ruleset in this version was deleted.',
    null,
    null,
  ]);
  await rows(sql`delete from user_account where username = 'leaver'`);
  const gone = 'A user who has a ruleset in this version was deleted.';
  expect((await versionsOf(uid)).map(({ cannotRestoreReason }) => cannotRestoreReason)).toEqual([gone, gone, null]);
  await append(uid);
  expect((await versionsOf(uid))[0]).toMatchObject({ sections: ['processors'], canRestore: true });
});

test('a version cannot be restored when its identifier is taken, or differs while the dataset is published', async () => {
  const uid = await seedDataset(admin, { datasetId: 'before' });
  await update(uid, { datasetId: 'after' });
  expect((await versionsOf(uid)).map(({ canRestore }) => canRestore)).toEqual([true, true]);
  await rows(sql`update dataset set is_published = true where uid = ${uid}`);
  expect(await versionsOf(uid)).toMatchObject([
    { canRestore: true },
    { canRestore: false, cannotRestoreReason: expect.stringContaining('Unpublish') },
  ]);
  await rows(sql`update dataset set is_published = false where uid = ${uid}`);
  await seedDataset(admin, { datasetId: 'before' });
  expect(await versionsOf(uid)).toMatchObject([
    { canRestore: true, cannotRestoreReason: null },
    { canRestore: false, cannotRestoreReason: expect.stringContaining('before') },
  ]);
});

test('an identifier that collides is generated again', async () => {
  const uid = await seedDataset(admin);
  await rows(sql`create sequence draws`);
  await rows(sql`create function taken() returns trigger language plpgsql as 'begin
    if nextval(''draws'') % 2 = 1 then raise exception using errcode = ''23505'', constraint = ''dataset_version_pkey''; end if;
    return new; end'`);
  await rows(sql`create trigger taken before insert on dataset_version for each row execute function taken()`);
  expect((await admin.rest('PUT', `/datasets/${uid}/metadata/default/title/`, { value: 'Drawn' })).status).toBe(200);
  expect(
    (await admin.rest('POST', `/datasets/${uid}/processors/`, { type: 'skip_record', field: 'a', value_to_skip: 'b' }))
      .status,
  ).toBe(201);
  await rows(sql`drop trigger taken on dataset_version`);
  expect((await admin.rest('GET', `/datasets/${uid}/versions/`)).body).toMatchObject({ total_count: 3 });
});
