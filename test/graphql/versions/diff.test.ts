import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { anonymous, domainPermissions } from '#api/session.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { diff, newestVersion, restore, versionsOf } from '#test/support/datasets/versions.ts';
import { countStatements } from '#test/planning/support/count-statements.ts';
import { planAndResolvers } from '#test/planning/support/plan-and-resolvers.ts';
import { createContext } from '#server/create-context.ts';

const app = await testApp();
const { admin } = app;

const append = async (datasetUid: string, label: string): Promise<string> =>
  (
    await admin.data(
      'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }',
      { input: { datasetUid, type: 'skip_record', label, params: { field: 'a' } } },
    )
  ).appendProcessor.processor.uid;

test('two versions are compared by technical names, in either direction; without a second one, with the current state', async () => {
  const uid = await seedDataset(admin, { datasetId: 'before' });
  const { uid: first } = await newestVersion(admin, uid);
  const processor = await append(uid, 'x');
  const { uid: second } = await newestVersion(admin, uid);
  await admin.rest('PUT', `/datasets/${uid}/`, { dataset_id: 'after', default_security: { visible_fields: ['a'] } });
  await admin.rest('PUT', `/datasets/${uid}/processors/${processor}/`, { type: 'skip_record', field: 'b', label: 'x' });
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.csv', 'a\n1\n');
  const part = { uid: processor, type: 'skip_record', label: 'x', params: { field: 'a' }, position: 0 };
  expect(await diff(admin, uid, first, second)).toEqual([
    { path: ['processors', processor], kind: 'added', before: null, after: part },
  ]);
  expect(await diff(admin, uid, second, first)).toEqual([
    { path: ['processors', processor], kind: 'removed', before: part, after: null },
  ]);
  expect(await diff(admin, uid, second, second)).toEqual([]);
  expect(await diff(admin, uid, second)).toEqual([
    { path: ['datasetId'], kind: 'changed', before: 'before', after: 'after' },
    { path: ['defaultSecurity', 'visibleFields'], kind: 'changed', before: null, after: ['a'] },
    { path: ['processors', processor, 'params', 'field'], kind: 'changed', before: 'a', after: 'b' },
    {
      path: ['files', 'a.csv'],
      kind: 'added',
      before: null,
      after: {
        uid: 'a.csv',
        mimetype: 'text/csv',
        bytes: 4,
        blobKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        position: 0,
      },
    },
  ]);
  await restore(admin, uid, second);
  expect(await diff(admin, uid, second)).toEqual([]);
});

test('an unknown version, or one of another dataset, has no diff', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  const [{ uid: mine }, { uid: other }] = [await newestVersion(admin, here), await newestVersion(admin, there)];
  expect(await diff(admin, here, other)).toBeNull();
  expect(await diff(admin, here, mine, other)).toBeNull();
  expect(await diff(admin, here, 'ch_000000')).toBeNull();
});

test('no secret is ever in a difference', async () => {
  const uid = await seedDataset(admin);
  const { uid: first } = await newestVersion(admin, uid);
  const headers = ['authorization', 'cookie', 'x-api-key', 'my-token'].map((name) => ({ name, value: 's3cret' }));
  await admin.rest('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 't',
    datasource: {
      type: 'http',
      headers,
      connection: {
        url: 'https://example.org/',
        headers,
        auth: { type: 'basic_auth', username: 'u', password: 's3cret' },
      },
    },
  });
  const changes = JSON.stringify(await diff(admin, uid, first));
  expect(changes).toContain('my-token');
  expect(changes).not.toContain('s3cret');
});

test('only callers who may manage the dataset see changes of rulesets', async () => {
  const uid = await seedDataset(admin);
  const { uid: first } = await newestVersion(admin, uid);
  const editor = await seedUser(app, 'editor');
  await seedRuleset(app, uid, { user: 'editor', permissions: ['edit_dataset'] });
  await append(uid, 'x');
  expect((await diff(admin, uid, first)).map(({ path }: { path: string[] }) => path[0])).toEqual([
    'rulesets',
    'processors',
  ]);
  expect((await diff(editor, uid, first)).map(({ path }: { path: string[] }) => path[0])).toEqual(['processors']);
});

test('a version older than a section is compared and restored by its other sections', async () => {
  const uid = await seedDataset(admin);
  const { uid: first } = await newestVersion(admin, uid);
  await app.services.db.rows(
    sql`update dataset_version v set snapshots = array(select s.id from section_snapshot s where s.id = any(v.snapshots) and s.section <> 'processors') where uid = ${first}`,
  );
  await append(uid, 'x');
  expect(await diff(admin, uid, first)).toEqual([]);
  await restore(admin, uid, first);
  expect(await versionsOf(admin, uid)).toMatchObject([{ sections: [] }, { sections: ['processors'] }, {}]);
  expect(
    (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { processors { totalCount } } }', { uid }))
      .dataset.processors.totalCount,
  ).toBe(1);
});

test('comparing costs as many statements for a list as for one', async () => {
  const uid = await seedDataset(admin);
  const [{ uid: from } = { uid: '' }] = await versionsOf(admin, uid);
  const { byResolvers } = await planAndResolvers(app);
  const session = {
    ...anonymous,
    username: 'admin',
    permissions: new Set(domainPermissions),
    scopes: new Set(domainPermissions),
  };
  const count = async (first: number) => {
    const { services, counted } = countStatements(app.services);
    const { errors } = await byResolvers(createContext(services, session, 'test'), {
      query: `{ datasets(first: ${first}) { nodes { diff(fromUid: "${from}", toUid: "${from}") { kind } } } }`,
    });
    expect(errors).toBeUndefined();
    return counted();
  };
  expect(await count(100)).toBe((await count(1)) + 1);
});
