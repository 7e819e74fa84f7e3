import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const idle = await testApp({ WORKER: 'off' });

const fields = 'id uid kind status datasetUid subject requestedBy createdAt startedAt dueAt attemptCount message';
const listed = async ({ admin }: typeof app, args: string) =>
  (await admin.data(`{ jobs${args} { totalCount nodes { ${fields} } } }`)).jobs;

/** A job that always fails, because its data name no run. */
const sendBroken = async (data: Record<string, string>): Promise<void> => {
  const { db, jobs } = app.services;
  await jobs.send(db, 'publication', data, { key: 'broken' });
};

test('the job of a publication waits until a worker takes it, and names its dataset and who requested it', async () => {
  const uid = await seedDataset(idle.admin, { datasetId: 'trees' });
  await idle.admin.data('mutation ($uid: ID!) { publishDataset(input: { uid: $uid }) { __typename } }', { uid });
  const { nodes, totalCount } = await listed(idle, '(filter: { status: waiting, kind: "publication" })');
  expect(totalCount).toBe(1);
  expect(nodes).toEqual([
    {
      ...{ id: expect.any(String), uid: expect.any(String), kind: 'publication', status: 'waiting' },
      ...{ datasetUid: uid, subject: 'trees', requestedBy: 'admin', attemptCount: 0, message: null, startedAt: null },
      createdAt: expect.stringMatching(/Z$/),
      dueAt: expect.stringMatching(/Z$/),
    },
  ]);
  const [{ id }] = nodes;
  expect(await idle.admin.data('query ($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
    node: { __typename: 'Job', id },
  });
  expect((await listed(idle, '(first: 1)')).nodes).toHaveLength(1);
});

test('a failed job says why, and is retried at once when an administrator asks', async () => {
  await sendBroken({ datasetUid: 'none' });
  const failed = '(filter: { status: failed })';
  const { nodes } = await eventually(
    () => listed(app, failed),
    ({ totalCount }) => totalCount === 1,
  );
  const [{ uid, message, attemptCount, dueAt }] = nodes;
  expect(message).toBe('A publication job must name a dataset and a run.');
  expect(attemptCount).toBeGreaterThan(0);
  expect(dueAt).not.toBeNull();
  await app.services.db.rows(sql`
    update pgboss.job set start_after = now() + interval '1 day' where id = ${uid}::uuid and state = 'retry'`);
  await app.admin.data('mutation ($uid: ID!) { retryJob(input: { uid: $uid }) { job { uid } } }', { uid });
  await eventually(
    () => listed(app, failed),
    ({ nodes: [again] }) => again !== undefined && again.attemptCount > attemptCount,
  );
  const { auditEntries } = await app.admin.data(
    '{ auditEntries(filter: { action: "retryJob" }) { nodes { objectType objectKey fields } } }',
  );
  expect(auditEntries.nodes).toEqual([{ objectType: 'Job', objectKey: uid, fields: ['uid'] }]);
});

test('what an error says of a secret is not shown', async () => {
  await app.services.db.rows(sql`
    update pgboss.job set output = '{"message": "connect postgres://me:hidden@host failed: token=hidden"}', start_after = now() + interval '1 day'
    where singleton_key = 'broken'`);
  const { jobs } = await app.admin.data('{ jobs(filter: { kind: "publication" }) { nodes { message } } }');
  expect(JSON.stringify(jobs)).not.toContain('hidden');
});

test('jobs are for administrators, and there must be such a job', async () => {
  const editor = await seedUser(app, 'editor', { permissions: ['create_dataset', 'edit_dataset'] });
  const uid = '00000000-0000-4000-8000-000000000000';
  const codes = async (client: typeof editor, document: string) =>
    (await client.graph(document)).errors?.map(({ extensions }) => extensions.code);
  const retry = (name: string) => `mutation { retryJob(input: { uid: "${name}" }) { __typename } }`;
  expect(await codes(editor, '{ jobs { totalCount } }')).toEqual(['PERMISSION_DENIED']);
  expect(await codes(editor, retry(uid))).toEqual(['PERMISSION_DENIED']);
  expect(await codes(app.admin, retry(uid))).toEqual(['NOT_FOUND']);
  expect(await codes(app.admin, retry('no-such-job'))).toEqual(['NOT_FOUND']);
  const [{ id }] = (await listed(app, '')).nodes;
  expect(await editor.data('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null });
});
