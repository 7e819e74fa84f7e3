import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { keyedClient, newKey } from '#test/support/http/keyed.ts';
import { images, multipartBody, multipartBoundary, submitForm } from '#test/support/http/multipart.ts';
import { nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off', MAX_UPLOAD_BYTES: '100000' });
const client = keyedClient(app);
const { db } = app.services;
const uid = await seedDataset(app.admin);
const open = { accessType: 'open', isModerated: false };

const attach = (key: string, content: string, filename = 'rivers.csv') =>
  client.send(key, {
    url: `/api/automation/v1.0/datasets/${uid}/attachments/`,
    headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
    payload: multipartBody([['file', Buffer.from(content), filename, 'text/csv']]),
  });
const attachments = async () => (await db.rows(sql`select from attachment`)).length;
const submissions = async (slug: string) =>
  (await db.rows(sql`select from submission where form_slug = ${slug}`)).length;

test('an upload by REST is stored once; other bytes or another name are another request', async () => {
  const key = newKey();
  const first = await attach(key, 'a,b\n1,2\n');
  expect(first.status).toBe(201);
  const repeated = await attach(key, 'a,b\n1,2\n');
  expect([repeated.status, repeated.body, repeated.isReplayed]).toEqual([201, first.body, true]);
  expect((await attach(key, 'a,b\n1,3\n')).body.error_code).toBe('idempotency_key_reused');
  expect((await attach(key, 'a,b\n1,2\n', 'lakes.csv')).body.error_code).toBe('idempotency_key_reused');
  expect(await attachments()).toBe(1);
});

test('an upload that exceeds the limit frees its key', async () => {
  const key = newKey();
  expect((await attach(key, 'a'.repeat(100_001))).status).toBe(413);
  expect((await attach(key, 'small')).status).toBe(201);
});

test('parallel tries of an upload store one file', async () => {
  const before = await attachments();
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 5 }, () => attach(key, 'c,d\n')));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await attachments()).toBe(before + 1);
});

test('an upload by GraphQL is stored once; the boundary of the parts does not matter', async () => {
  const before = await attachments();
  const key = newKey();
  const query = 'mutation ($input: CreateAttachmentInput!) { createAttachment(input: $input) { attachment { uid } } }';
  const send = (content: string, boundary: string) =>
    client.send(key, {
      url: '/graphql',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'apollo-require-preflight': 'true' },
      payload: multipartBody([
        ['operations', JSON.stringify({ query, variables: { input: { datasetUid: uid, file: null } } })],
        ['map', '{"0": ["variables.input.file"]}'],
        ['0', Buffer.from(content), 'rivers.csv', 'text/csv'],
      ])
        .toString()
        .replaceAll(multipartBoundary, boundary),
    });
  const first = await send('e,f\n', 'one-boundary');
  expect(first.body.errors).toBeUndefined();
  expect((await send('e,f\n', 'another-boundary')).body).toEqual(first.body);
  expect((await send('e,g\n', 'one-boundary')).status).toBe(422);
  expect(await attachments()).toBe(before + 1);
});

test('an anonymous submission is stored once for each address, also when the form takes no more', async () => {
  const photo = { fieldId: 'photo', type: 'image', label: 'Photo' };
  const sections = [{ title: '', blocks: [nameBlock, photo] }];
  await seedForm(app.admin, 'trees', { ...open, sections, submissionsQuota: 2 });
  const headers = { 'idempotency-key': newKey() };
  const submit = (remoteAddress: string, name = 'Ada') =>
    submitForm(
      app,
      'trees',
      { name, photo: 'photo' },
      { headers, remoteAddress, parts: [['photo', images.png, 'tree.png']] },
    );
  const [first, elsewhere] = [await submit('192.0.2.1'), await submit('192.0.2.2')];
  expect([first.status, elsewhere.status]).toEqual([201, 201]);
  expect(elsewhere.headers['location']).not.toBe(first.headers['location']);
  const repeated = await submit('192.0.2.1');
  expect(repeated.headers).toMatchObject({ location: first.headers['location'], 'idempotency-replayed': 'true' });
  expect((await submit('192.0.2.1', 'Grace')).status).toBe(422);
  expect((await submit('192.0.2.3')).status).toBe(403);
  expect(await submissions('trees')).toBe(2);
});

test('an invalid submission frees its key', async () => {
  await seedForm(app.admin, 'birds', open);
  const headers = { 'idempotency-key': newKey() };
  expect((await submitForm(app, 'birds', {}, { headers })).status).toBe(400);
  expect((await submitForm(app, 'birds', { name: 'Ada' }, { headers })).status).toBe(201);
  expect((await submitForm(app, 'birds', { name: 'Ada' }, { headers })).status).toBe(201);
  expect(await submissions('birds')).toBe(1);
});
