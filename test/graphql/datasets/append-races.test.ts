import { expect, test } from '@jest/globals';
import { sql, type Sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { whileChanging } from '#test/support/database/while-changing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;

const append = (client: Client, datasetUid: string, expectedRevision?: number) =>
  client.graph(
    `mutation ($input: AppendProcessorInput!) {
      appendProcessor(input: $input) { processor { label } dataset { revision processors { nodes { label } } versions(first: 1) { nodes { revision sections } } } }
    }`,
    {
      input: {
        datasetUid,
        type: 'string_replace',
        label: 'mine',
        params: { field: 'a', old: 'b', new: 'c' },
        expectedRevision,
      },
    },
  );

/** Statements of another change, which appends this many processors. */
const appendOther = (datasetUid: string, count = 1): readonly Sql[] => [
  sql`update dataset set revision = revision + 1 where uid = ${datasetUid}`,
  sql`insert into processor (uid, dataset_uid, position, type, label, params)
    select 'pr_' || ${datasetUid}::text || n, ${datasetUid}, n, 'string_replace', 'theirs', '{}' from generate_series(0, ${count}::int - 1) n`,
];

const codesOf = ({ errors }: Awaited<ReturnType<typeof append>>) => errors?.map(({ extensions }) => extensions.code);

test('the payload of an append shows the dataset, the stack and the version after it', async () => {
  const { data } = await append(admin, await seedDataset(admin));
  expect(data.appendProcessor).toEqual({
    processor: { label: 'mine' },
    dataset: {
      revision: 2,
      processors: { nodes: [{ label: 'mine' }] },
      versions: { nodes: [{ revision: 2, sections: ['processors'] }] },
    },
  });
});

test('a processor is appended behind one that another change appends meanwhile', async () => {
  const uid = await seedDataset(admin);
  const { data } = await whileChanging(app, appendOther(uid), () => append(admin, uid));
  expect(data.appendProcessor.dataset).toMatchObject({
    revision: 3,
    processors: { nodes: [{ label: 'theirs' }, { label: 'mine' }] },
  });
});

test('many processors that are appended at a time all find their place', async () => {
  const uid = await seedDataset(admin);
  await Promise.all(Array.from({ length: 12 }, () => append(admin, uid)));
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { revision processors { totalCount } } }',
    { uid },
  );
  expect(dataset).toEqual({ revision: 13, processors: { totalCount: 12 } });
  const positions = await app.services.db.rows(
    sql`select position from processor where dataset_uid = ${uid} order by position`,
  );
  expect(positions.map(({ position }) => position)).toEqual([...positions.keys()]);
});

test('a stack that is filled meanwhile takes no more processors', async () => {
  const uid = await seedDataset(admin);
  expect(codesOf(await whileChanging(app, appendOther(uid, 100), () => append(admin, uid)))).toEqual(['INVALID_INPUT']);
  expect(codesOf(await append(admin, uid))).toEqual(['INVALID_INPUT']);
});

test('an append fails when the revision that it expects is passed meanwhile, or the dataset is deleted', async () => {
  const uid = await seedDataset(admin);
  expect(codesOf(await whileChanging(app, appendOther(uid), () => append(admin, uid, 1)))).toEqual([
    'REVISION_MISMATCH',
  ]);
  const deleted = [sql`delete from dataset where uid = ${uid}`];
  expect(codesOf(await whileChanging(app, deleted, () => append(admin, uid)))).toEqual(['NOT_FOUND']);
});

test('a right or a key that is revoked while the append waits does not count', async () => {
  const uid = await seedDataset(admin);
  const ada = await seedUser(app, 'ada');
  await seedRuleset(app, uid, { user: 'ada', permissions: ['edit_dataset'] });
  const changed = sql`update dataset set revision = revision + 1 where uid = ${uid}`;
  const withoutRight = [sql`delete from ruleset where dataset_uid = ${uid}`, changed];
  expect(codesOf(await whileChanging(app, withoutRight, () => append(ada, uid)))).toEqual(['NOT_FOUND']);
  const { createApiKey } = await admin.data(
    'mutation { createApiKey(input: { label: "short" }) { secret apiKey { uid } } }',
  );
  const withoutKey = [sql`update api_key set revoked_at = now() where uid = ${createApiKey.apiKey.uid}`, changed];
  expect(codesOf(await whileChanging(app, withoutKey, () => append(clientOf(app, createApiKey.secret), uid)))).toEqual([
    'UNAUTHORIZED',
  ]);
});

test('an append that is refused names the first reason: the dataset, then the right, then the input', async () => {
  const uid = await seedDataset(admin);
  const stranger = await seedUser(app, 'stranger');
  const invalid = (client: Client) =>
    client.graph(
      'mutation ($uid: ID!) { appendProcessor(input: { datasetUid: $uid, type: "make_coffee" }) { processor { uid } } }',
      { uid },
    );
  expect(codesOf(await invalid(stranger))).toEqual(['NOT_FOUND']);
  await seedRuleset(app, uid, { user: 'stranger', permissions: ['publish_dataset'] });
  expect(codesOf(await invalid(stranger))).toEqual(['PERMISSION_DENIED']);
  expect(codesOf(await invalid(admin))).toEqual(['INVALID_INPUT']);
});
