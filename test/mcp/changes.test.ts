import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { seedCsvDataset } from '../support/datasets/publishing.ts';
import { keyedClient, newKey } from '../support/http/keyed.ts';
import { connectMcp, listen } from '../support/http/mcp.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedDataset, seedKey } from '../support/seed.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, MCP: 'read-write' });
const { admin } = app;
const address = await listen(app);
const agent = await connectMcp(address, 'test-administrator-key');
const anyone = await connectMcp(address);

const writing = ['plan_change', 'apply_change', 'publish_dataset', 'create_dataset', 'submit_form'];
const titled = (value: string) => ({ metadata: { default: { title: { value } } } });

test('tools that change something are for keys that may', async () => {
  const { createApiKey } = await admin.data(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
    { input: { isReadOnly: true } },
  );
  const reader = await connectMcp(address, createApiKey.secret);
  const namesOf = async ({ client }: typeof agent) => (await client.listTools()).tools.map(({ name }) => name);
  expect((await namesOf(agent)).slice(-5)).toEqual(writing);
  for (const [client, code] of [
    [anyone, 'UNAUTHORIZED'],
    [reader, 'READ_ONLY_KEY'],
  ] as const) {
    expect((await namesOf(client)).filter((name) => writing.includes(name))).toEqual([]);
    for (const name of writing) expect((await client.call(name)).body).toMatchObject({ code });
  }
});

test('a change is planned, applied as planned, and recorded as a version', async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  const changes = { ...titled('Planned'), processors: [{ type: 'skip_record', label: '', params: { field: 'x' } }] };
  const { body: plan } = await agent.call('plan_change', { datasetId: datasetUid, changes });
  expect(plan).toMatchObject({ planId: expect.stringMatching(/^1\./), revision: 1, page: { shown: '1–2 of 2' } });
  expect(plan.changes).toContainEqual(
    expect.objectContaining({ path: ['metadata', 'default', 'title'], after: { value: 'Planned' } }),
  );
  const given = { datasetId: datasetUid, planId: plan.planId, changes };
  expect((await agent.call('apply_change', given)).body).toEqual({ applied: plan.planId, changeCount: 2, revision: 2 });
  expect((await agent.call('apply_change', given)).body).toMatchObject({ code: 'REVISION_MISMATCH', revision: 2 });
  expect((await agent.call('read_configuration', { datasetId: datasetUid })).body).toMatchObject({
    revision: 2,
    configuration: { metadata: { default: { title: { value: 'Planned' } } }, processors: [{ type: 'skip_record' }] },
  });
});

test('other changes than the planned ones, and a plan of an earlier revision, are refused', async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  const { planId } = (await agent.call('plan_change', { datasetId: datasetUid, changes: titled('Planned') })).body;
  const applied = (changes: object) => agent.call('apply_change', { datasetId: datasetUid, planId, changes });
  expect(await applied(titled('Other'))).toMatchObject({
    isError: true,
    body: { code: 'PLAN_MISMATCH', arguments: { planId: [expect.any(String)] } },
  });
  expect((await applied({ ...titled('Planned'), isRestricted: true })).body).toMatchObject({ code: 'PLAN_MISMATCH' });
  await admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId } }', {
    input: { datasetUid, ...titled('Meanwhile') },
  });
  expect((await applied(titled('Planned'))).body).toMatchObject({ code: 'REVISION_MISMATCH', revision: 2 });
  expect((await agent.call('apply_change', { datasetId: datasetUid, changes: {} })).body).toMatchObject({
    code: 'INVALID_INPUT',
    arguments: { planId: [expect.any(String)] },
  });
});

test('invalid changes name their argument, and a dataset of others is missing', async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  const planned = (changes: object, as = agent) => as.call('plan_change', { datasetId: datasetUid, changes });
  expect((await planned({ schedules: [{ cronSchedule: '0 25 * * *' }] })).body).toMatchObject({
    arguments: { 'changes.schedules.0.cronSchedule': [expect.stringContaining('25')] },
  });
  expect((await planned({ title: 'x' })).body).toMatchObject({
    code: 'INVALID_INPUT',
    arguments: { 'changes.title': ['There is no such argument.'] },
  });
  const other = await connectMcp(address, await seedKey(app, 'other'));
  expect((await planned(titled('Mine'), other)).body).toMatchObject({ code: 'NOT_FOUND' });
});

test('a publication is started, and followed to its end', async () => {
  const datasetUid = await seedCsvDataset(admin, web.serve('/rivers.csv', 'river,km\nRhine,1233\n'));
  expect((await agent.call('publish_dataset', { datasetId: datasetUid })).body).toMatchObject({ uid: datasetUid });
  let followed = await agent.call('follow_publication', { datasetId: datasetUid, waitSeconds: 25 });
  while (followed.body.isPending)
    followed = await agent.call('follow_publication', { datasetId: datasetUid, waitSeconds: 25 });
  expect(followed.body).toMatchObject({ status: 'idle', isPending: false, isPublished: true, recordsErrors: [] });
  expect((await agent.call('read_records', { datasetId: datasetUid })).body).toMatchObject({
    records: [{ river: 'Rhine' }],
  });
  expect((await agent.call('follow_publication', { datasetId: 'da_none' })).body).toMatchObject({ code: 'NOT_FOUND' });
});

test('a wait for a publication ends when it is over, not later', async () => {
  const source = web.stream('/slow.csv');
  const datasetUid = await seedCsvDataset(admin, source.url);
  await agent.call('publish_dataset', { datasetId: datasetUid });
  await source.requested();
  const { body } = await agent.call('follow_publication', { datasetId: datasetUid, waitSeconds: 0.1 });
  expect(body).toMatchObject({ isPending: true });
  source.send('a,b\n1,2\n');
  source.close();
});

test('a form is read and submitted', async () => {
  const formSlug = await seedForm(admin, 'survey');
  expect((await agent.call('submit_form', { formSlug, answers: {} })).body).toMatchObject({
    isValid: false,
    errors: [{ field: 'name', message: expect.any(String) }],
  });
  expect((await agent.call('submit_form', { formSlug, answers: { name: 'Ada' } })).body).toMatchObject({
    isValid: true,
    submissionUid: expect.any(String),
    errors: [],
  });
  expect((await agent.call('submit_form', { formSlug: 'none', answers: {} })).body).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a tool that is called again with its Idempotency-Key changes nothing again, and a failed call frees the key', async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  const changes = titled('Once');
  const { planId } = (await agent.call('plan_change', { datasetId: datasetUid, changes })).body;
  const apply = (key: string, given: object) =>
    keyedClient(app).send(key, {
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'apply_change', arguments: given } },
    });
  const key = newKey();
  const first = await apply(key, { datasetId: datasetUid, planId, changes });
  expect(first.body.result.isError).toBeUndefined();
  expect(await apply(key, { datasetId: datasetUid, planId, changes })).toMatchObject({
    body: first.body,
    isReplayed: true,
  });
  expect((await apply(key, { datasetId: datasetUid, planId, changes: titled('Other') })).status).toBe(422);
  const freed = newKey();
  for (const given of [{ datasetId: datasetUid }, { datasetId: datasetUid, planId, changes }])
    expect(await apply(freed, given)).toMatchObject({ body: { result: { isError: true } }, isReplayed: false });
});
