import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';
import { sql } from '#kernel/sql.ts';
import { clientOf } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { sendParts, submitForm, submitForUid } from '#test/support/http/multipart.ts';
import { seedKey } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '100000' });
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
const ada = await seedKey(app, 'ada');
const bob = await seedKey(app, 'bob');
const member = await seedKey(app, 'member', ['submit_private_form']);
const moderator = await seedKey(app, 'moderator', ['moderate_form']);
const open = { accessType: 'open', isModerated: false };
const blocks = [
  nameBlock,
  { fieldId: 'age', type: 'number', label: 'Age', number: { isInteger: true } },
  { fieldId: 'colours', type: 'choice', label: 'Colours', choice: { options: ['red', 'blue'], isMultiple: true } },
];
const asking = (isUnique = false) => ({
  sections: [{ title: '', blocks: blocks.map((block) => ({ ...block, isUnique })) }],
});
const read = (slug: string, uid: string, key?: string) =>
  clientOf(app, key).portal('GET', `/forms/${slug}/submissions/${uid}/`);
const change = (slug: string, uid: string, data: unknown, key?: string) =>
  sendParts(app, `/forms/${slug}/submissions/${uid}/`, [['data', JSON.stringify(data)]], { key });
const statusOf = async (uid: string) =>
  (await db.rows<{ status: string }>(sql`select status from submission where uid = ${uid}`))[0]?.status;

test('a submission is 201 with an address at which every block reads back', async () => {
  await seedForm(admin, 'trees', { ...open, ...asking() });
  const { status, body, headers } = await submitForm(app, 'trees', { name: ' Zoë 🌳 ', colours: ['blue'] });
  expect({ status, body }).toEqual({ status: 201, body: { is_valid: true, errors: [] } });
  expect(headers['location']).toMatch(
    /^http:\/\/[^/]+\/api\/portal\/v1\.0\/forms\/trees\/submissions\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/$/,
  );
  const answer = await app.http.inject(new URL(String(headers['location'])).pathname);
  expect(answer.json()).toEqual({ name: 'Zoë 🌳', age: null, colours: ['blue'] });
  expect((await unauthenticated.portal('GET', '/forms/trees/quota/')).body).toEqual({
    is_submissions_quota_reached: false,
  });
});

test('all errors are reported at once, by block, and nothing is stored', async () => {
  await seedForm(admin, 'wrong', { ...open, ...asking() });
  const { status, body } = await submitForm(app, 'wrong', { age: 1.5, colours: ['green'], more: 1 });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      is_valid: false,
      errors: ['name', 'age', 'colours', 'more'].map((field) => ({ field, message: expect.any(String) })),
    },
  });
  expect((await submitForm(app, 'wrong', ['a'])).body.errors).toMatchObject([{ field: 'data' }]);
  expect(await db.rows(sql`select 1 from submission where form_slug = 'wrong'`)).toEqual([]);
});

test('the form decides who may submit: everyone, any key, or submit_private_form', async () => {
  for (const [accessType, statuses] of [
    ['open', [201, 201, 201]],
    ['authenticated', [401, 201, 201]],
    ['restricted', [401, 403, 201]],
  ] as const) {
    await seedForm(admin, accessType, { accessType, isModerated: false });
    const found = [];
    for (const key of [undefined, ada, member])
      found.push((await submitForm(app, accessType, { name: 'A' }, { key })).status);
    expect([accessType, found]).toEqual([accessType, statuses]);
  }
  expect(await submitForm(app, 'open', { name: 'A' }, { key: 'ak_000000.nothing' })).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
  expect(await submitForm(app, 'restricted', {}, { key: ada })).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  for (const slug of ['nothing', '__proto__', 'a%00b'])
    expect(await submitForm(app, slug, {})).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('errors follow the order of the contract: authentication, existence, rights, media type', async () => {
  const json = { headers: { 'content-type': 'application/json' } };
  const send = async (slug: string, body: string, key?: string) =>
    (await sendParts(app, `/forms/${slug}/submissions/`, Buffer.from(body), { ...json, key })).status;
  expect(await send('nothing', '{', 'ak_000000.nothing')).toBe(401);
  for (const body of ['{', '{}', `"${'x'.repeat(2 ** 21)}"`]) {
    expect([
      await send('nothing', body, ada),
      await send('restricted', body),
      await send('restricted', body, ada),
    ]).toEqual([404, 401, 403]);
  }
  expect([await send('open', '{}'), await send('open', `"${'x'.repeat(2 ** 21)}"`), await send('open', '{')]).toEqual([
    415, 413, 400,
  ]);
  expect(await admin.portal('PUT', '/forms/nothing/submissions/')).toMatchObject({
    status: 405,
    headers: { allow: 'POST, OPTIONS' },
  });
});

test('a submission belongs to the active version, and is pending where the form is moderated', async () => {
  await seedForm(admin, 'moved', { accessType: 'open', isModerated: true });
  const first = await submitForUid(app, 'moved', { name: 'A' });
  await changeForm(admin, 'updateForm', { slug: 'moved', isModerated: false, ...asking() });
  const second = await submitForUid(app, 'moved', { name: 'B' });
  await changeForm(admin, 'publishForm', { slug: 'moved' });
  const third = await submitForUid(app, 'moved', { name: 'C', age: 3 });
  const rows = await db.rows(
    sql`select uid, form_version as version, status from submission where form_slug = 'moved' order by created_at, form_version`,
  );
  expect(rows).toEqual([
    { uid: first, version: 1, status: 'pending' },
    { uid: second, version: 1, status: 'approved' },
    { uid: third, version: 2, status: 'approved' },
  ]);
});

test('a form whose quota is reached refuses submissions, and rejected submissions do not count', async () => {
  await seedForm(admin, 'two', { ...open, submissionsQuota: 2 });
  const first = await submitForUid(app, 'two', { name: 'A' });
  await submitForUid(app, 'two', { name: 'B' });
  expect((await unauthenticated.portal('GET', '/forms/two/quota/')).body).toEqual({
    is_submissions_quota_reached: true,
  });
  expect(await submitForm(app, 'two', { name: 1 })).toMatchObject({
    status: 403,
    body: { error_code: 'submissions_quota_reached' },
  });
  await admin.data(
    'mutation ($input: RejectSubmissionInput!) { rejectSubmission(input: $input) { submission { status } } }',
    { input: { formSlug: 'two', uid: first, expectedStatus: 'approved', reason: 'No' } },
  );
  expect((await unauthenticated.portal('GET', '/forms/two/quota/')).body).toEqual({
    is_submissions_quota_reached: false,
  });
  await submitForUid(app, 'two', { name: 'C' });
  await seedForm(admin, 'none', { ...open, submissionsQuota: 0 });
  expect((await submitForm(app, 'none', { name: 'A' })).status).toBe(403);
  expect((await unauthenticated.portal('GET', '/forms/nothing/quota/')).status).toBe(404);
});

test.each([1, 2, 3])('of twenty concurrent submissions a quota of seven accepts seven (%s)', async (run) => {
  await seedForm(admin, `seven-${run}`, { ...open, submissionsQuota: 7 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => submitForm(app, `seven-${run}`, { name: String(index) })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(13);
});

test('no two submissions have the same value of a unique block, except for lists and rejected submissions', async () => {
  await seedForm(admin, 'once', { ...open, ...asking(true) });
  const answers = await Promise.all(Array.from({ length: 8 }, () => submitForm(app, 'once', { name: 'Ada', age: 36 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  expect((await submitForm(app, 'once', { name: 'Ada', age: 'x' })).body.errors).toMatchObject([
    { field: 'name' },
    { field: 'age' },
  ]);
  await submitForUid(app, 'once', { name: 'Ada%', colours: ['red', 'blue'] });
  await submitForUid(app, 'once', { name: 'ada', colours: ['red'] });
  expect((await submitForm(app, 'once', { name: 'B', colours: ['red'] })).body.errors).toMatchObject([
    { field: 'colours' },
  ]);
  await db.rows(sql`update submission set status = 'rejected' where form_slug = 'once'`);
  expect((await submitForm(app, 'once', { name: 'Ada', age: 36 })).status).toBe(201);
});

test('a submission is read by its sender and by moderators, an anonymous one by its uid alone', async () => {
  await seedForm(admin, 'mine', open);
  const [named, nameless] = [
    await submitForUid(app, 'mine', { name: 'A' }, { key: ada }),
    await submitForUid(app, 'mine', { name: 'B' }),
  ];
  const statuses = async (uid: string) =>
    Promise.all([ada, bob, moderator, undefined].map(async (key) => (await read('mine', uid, key)).status));
  expect(await statuses(named)).toEqual([200, 404, 200, 404]);
  expect(await statuses(nameless)).toEqual([200, 200, 200, 200]);
  expect((await read('once', named, ada)).status).toBe(404);
  for (const uid of ['nothing', '__proto__', '%00', "'"]) expect((await read('mine', uid, moderator)).status).toBe(404);
  await db.rows(sql`update submission set submitted_by = null where uid = ${named}`);
  expect(await statuses(named)).toEqual([404, 404, 200, 404]);
});

test('changes apply at once where they are not moderated, by the version of the submission', async () => {
  await seedForm(admin, 'editable', { accessType: 'authenticated', isModerated: false, isEditingEnabled: true });
  const uid = await submitForUid(app, 'editable', { name: 'A' }, { key: ada });
  await changeForm(admin, 'updateForm', { slug: 'editable', ...asking() });
  await changeForm(admin, 'publishForm', { slug: 'editable' });
  expect(await change('editable', uid, { name: 'B' }, ada)).toMatchObject({
    status: 200,
    body: { is_valid: true, errors: [] },
  });
  expect((await read('editable', uid, ada)).body).toEqual({ name: 'B' });
  expect(await change('editable', uid, { name: '', age: 1 }, moderator)).toMatchObject({
    status: 400,
    body: { is_valid: false, errors: [{ field: 'name' }, { field: 'age' }] },
  });
  expect(await statusOf(uid)).toBe('approved');
});

test('a change needs a key, the sender or a moderator, and a form with editing enabled', async () => {
  await seedForm(admin, 'fixed', open);
  const [named, nameless] = [
    await submitForUid(app, 'fixed', { name: 'A' }, { key: ada }),
    await submitForUid(app, 'fixed', { name: 'B' }),
  ];
  const statuses = async (uid: string) =>
    Promise.all(
      [undefined, bob, ada, moderator].map(async (key) => (await change('fixed', uid, { name: 'C' }, key)).status),
    );
  expect(await statuses(named)).toEqual([401, 404, 403, 403]);
  expect(await change('fixed', named, {}, ada)).toMatchObject(failureOf('EDITING_DISABLED'));
  await changeForm(admin, 'updateForm', { slug: 'fixed', isEditingEnabled: true });
  expect(await statuses(named)).toEqual([401, 404, 200, 200]);
  expect(await statuses(nameless)).toEqual([401, 404, 404, 200]);
  expect((await change('nothing', named, {}, undefined)).status).toBe(401);
  expect((await change('nothing', named, {}, moderator)).status).toBe(404);
});

test('a moderated change is pending: the same user replaces it, other users wait for it', async () => {
  await seedForm(admin, 'slow', {
    accessType: 'open',
    isModerated: true,
    isEditingEnabled: true,
    sections: [{ title: '', blocks: [{ ...nameBlock, isUnique: true }] }],
  });
  const uid = await submitForUid(app, 'slow', { name: 'A' }, { key: ada });
  for (const name of ['B', 'A', 'C']) expect((await change('slow', uid, { name }, ada)).status).toBe(200);
  expect((await read('slow', uid, ada)).body).toEqual({ name: 'C' });
  expect(await change('slow', uid, { name: 'D' }, moderator)).toMatchObject({
    status: 400,
    body: { error_code: 'validation_error' },
  });
  expect(await db.rows(sql`select answers, revision, revised_by, status from submission where uid = ${uid}`)).toEqual([
    { answers: { name: 'A' }, revision: { name: 'C' }, revised_by: 'ada', status: 'pending' },
  ]);
  await submitForUid(app, 'slow', { name: 'E' });
  expect((await change('slow', uid, { name: 'E' }, ada)).body.errors).toMatchObject([{ field: 'name' }]);
});
