import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { whileChanging } from '#test/support/database/while-changing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({}, wholeSchema);
const { admin } = app;

const setTitle = (client: typeof admin, uid: string, expectedRevision?: number) =>
  client.graph(
    `mutation ($uid: ID!, $expectedRevision: Int) {
      updateDatasetMetadataField(input: { datasetUid: $uid, template: "default", field: "title", value: "Mine", expectedRevision: $expectedRevision }) {
        dataset { revision metadata versions(first: 1) { nodes { revision } } }
      }
    }`,
    { uid, expectedRevision },
  );

const codesOf = ({ errors }: Awaited<ReturnType<typeof setTitle>>) => errors?.map(({ extensions }) => extensions.code);

test('a change of one field keeps what another change has written meanwhile', async () => {
  const uid = await seedDataset(admin);
  const other = sql`update dataset set metadata = metadata || '{"custom": {"theirs": {"value": 1}}}' where uid = ${uid}`;
  const { data } = await whileChanging(app, [other], () => setTitle(admin, uid));
  expect(data.updateDatasetMetadataField.dataset).toMatchObject({
    revision: 2,
    metadata: { default: { title: { value: 'Mine' } }, custom: { theirs: { value: 1 } } },
    versions: { nodes: [{ revision: 2 }] },
  });
});

test('a change of one field of a dataset that is being linked follows the rules of remote values', async () => {
  const uid = await seedDataset(admin);
  const linked = { default: { title: { value: 'Theirs', remote_value: 'Theirs', override_remote_value: false } } };
  const other = sql`update dataset set metadata = ${JSON.stringify(linked)}::jsonb where uid = ${uid}`;
  const { data } = await whileChanging(app, [other], () => setTitle(admin, uid));
  expect(data.updateDatasetMetadataField.dataset.metadata).toEqual(linked);
});

test('a change fails when the revision that it expects is passed meanwhile', async () => {
  const uid = await seedDataset(admin);
  const other = sql`update dataset set revision = revision + 1 where uid = ${uid}`;
  expect(codesOf(await whileChanging(app, [other], () => setTitle(admin, uid, 1)))).toEqual(['REVISION_MISMATCH']);
});

test('a change fails when the dataset is deleted meanwhile', async () => {
  const uid = await seedDataset(admin);
  expect(
    codesOf(await whileChanging(app, [sql`delete from dataset where uid = ${uid}`], () => setTitle(admin, uid))),
  ).toEqual(['NOT_FOUND']);
});

test('a right that is revoked while the change waits does not count', async () => {
  const uid = await seedDataset(admin);
  const ada = await seedUser(app, 'ada');
  await seedRuleset(app, uid, { user: 'ada', permissions: ['edit_dataset'] });
  const revoked = sql`with revoked as (delete from ruleset where dataset_uid = ${uid})
    update dataset set revision = revision + 1 where uid = ${uid}`;
  expect(codesOf(await whileChanging(app, [revoked], () => setTitle(ada, uid)))).toEqual(['NOT_FOUND']);
});

test('an argument of the payload that is refused does not stop the change, and hides no missing right', async () => {
  const uid = await seedDataset(admin);
  const query = `mutation ($uid: ID!) {
    updateDatasetMetadataField(input: { datasetUid: $uid, template: "default", field: "title", value: "Mine" }) {
      dataset { title: metadataField(template: "default", field: "title") { value } versions(first: -1) { totalCount } }
    }
  }`;
  const { errors } = await admin.graph(query, { uid });
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect((await admin.rest('GET', `/datasets/${uid}/metadata/default/title/`)).body).toEqual({ value: 'Mine' });
  const stranger = await seedUser(app, 'stranger');
  expect((await stranger.graph(query, { uid })).errors?.[0]).toMatchObject({
    extensions: { code: 'NOT_FOUND' },
  });
});
