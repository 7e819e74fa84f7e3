import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { sentBy } from '#test/support/database/count-round-trips.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedKey, seedUser } from '#test/support/seed.ts';
import { images } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '10' });
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
const ada = await seedUser(app, 'ada');
const adaKey = await seedKey(app, 'adas-other-self');
const open = { accessType: 'open', isModerated: false };
const submitForm =
  'mutation ($input: SubmitFormInput!) { submitForm(input: $input) { isValid errors { field code params message } submission { uid formSlug formVersion status content revisedContent submittedBy { username } } } }';
const updateSubmission =
  'mutation ($input: UpdateSubmissionInput!) { updateSubmission(input: $input) { isValid errors { field message } submission { content revisedContent revisedAt revisedBy { username } } } }';
const codesOf = async (client: typeof admin, query: string, input: object) =>
  (await client.graph(query, { input })).errors?.map(({ extensions }) => extensions.code);

test('a submission is answered by the graph, with and without a plan', async () => {
  await seedForm(admin, 'trees', open);
  const expected = (username: string | null) => ({
    isValid: true,
    errors: [],
    submission: {
      uid: expect.any(String),
      formSlug: 'trees',
      formVersion: 1,
      status: 'approved',
      content: { name: 'A' },
      revisedContent: null,
      submittedBy: username && { username },
    },
  });
  const input = { formSlug: 'trees', data: { name: 'A' } };
  expect((await ada.data(submitForm, { input })).submitForm).toEqual(expected('ada'));
  expect((await unauthenticated.data(submitForm, { input })).submitForm).toEqual(expected(null));
  expect((await unauthenticated.data(submitForm, { input: { ...input, data: { name: 1 } } })).submitForm).toEqual({
    isValid: false,
    errors: [{ field: 'name', code: 'NOT_A_TEXT', params: {}, message: 'Give a text.' }],
    submission: null,
  });
  expect((await unauthenticated.data('{ form(slug: "trees") { quota { isReached } } }')).form).toEqual({
    quota: { isReached: false },
  });
});

test('a change waits for a moderator, and readers of the submission see it', async () => {
  await seedForm(admin, 'slow', { accessType: 'open', isModerated: true, isEditingEnabled: true });
  const { uid } = (await ada.data(submitForm, { input: { formSlug: 'slow', data: { name: 'A' } } })).submitForm
    .submission;
  expect(
    (await ada.data(updateSubmission, { input: { formSlug: 'slow', uid, data: { name: 'B' } } })).updateSubmission,
  ).toEqual({
    isValid: true,
    errors: [],
    submission: {
      content: { name: 'A' },
      revisedContent: { name: 'B' },
      revisedAt: expect.any(String),
      revisedBy: { username: 'ada' },
    },
  });
  expect(await codesOf(admin, updateSubmission, { formSlug: 'slow', uid, data: {} })).toEqual(['CHANGE_PENDING']);
  expect(await codesOf(unauthenticated, updateSubmission, { formSlug: 'slow', uid, data: {} })).toEqual([
    'UNAUTHORIZED',
  ]);
  const read = 'query ($uid: ID!) { submission(formSlug: "slow", uid: $uid) { id uid } }';
  const { submission } = await ada.data(read, { uid });
  expect((await unauthenticated.data(read, { uid })).submission).toBeNull();
  const node = async (client: typeof admin) =>
    (await client.data('query ($id: ID!) { node(id: $id) { ... on Submission { uid } } }', { id: submission.id })).node;
  expect([await node(ada), await node(admin), await node(unauthenticated)]).toEqual([{ uid }, { uid }, null]);
});

test('a change after moderation was switched off holds at once and takes away what waited', async () => {
  await seedForm(admin, 'switched', { accessType: 'open', isModerated: true, isEditingEnabled: true });
  const { uid } = (await ada.data(submitForm, { input: { formSlug: 'switched', data: { name: 'A' } } })).submitForm
    .submission;
  await ada.data(updateSubmission, { input: { formSlug: 'switched', uid, data: { name: 'B' } } });
  await changeForm(admin, 'updateForm', { slug: 'switched', isModerated: false });
  expect(await codesOf(admin, updateSubmission, { formSlug: 'switched', uid, data: { name: 'C' } })).toEqual([
    'CHANGE_PENDING',
  ]);
  expect(
    (await ada.data(updateSubmission, { input: { formSlug: 'switched', uid, data: { name: 'D' } } })).updateSubmission
      .submission,
  ).toEqual({ content: { name: 'D' }, revisedContent: null, revisedAt: null, revisedBy: null });
});

test('an image is sent in a GraphQL multipart request', async () => {
  await seedForm(admin, 'faces', {
    ...open,
    sections: [{ title: '', blocks: [nameBlock, { fieldId: 'face', type: 'image', label: 'Face' }] }],
  });
  const form = new FormData();
  const variables = {
    input: { formSlug: 'faces', data: { name: 'A', face: 'face' }, images: [{ name: 'face', file: null }] },
  };
  form.append(
    'operations',
    JSON.stringify({
      query: 'mutation ($input: SubmitFormInput!) { submitForm(input: $input) { isValid submission { content } } }',
      variables,
    }),
  );
  form.append('map', '{"0": ["variables.input.images.0.file"]}');
  form.append('0', new Blob([images.png]), 'a.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Apikey ${adaKey}`,
      'apollo-require-preflight': 'true',
    },
  });
  expect(answer.json()).toEqual({
    data: {
      submitForm: {
        isValid: true,
        submission: { content: { name: 'A', face: { id: expect.any(String), filename: 'a.png' } } },
      },
    },
  });
});

test('every submission of a request counts towards the rate limit', async () => {
  await seedForm(admin, 'counted', open);
  const input = '{formSlug: "counted", data: {name: "A"}}';
  const attempts = Array.from(
    { length: 9 },
    (_, index) => `a${String(index)}: submitForm(input: ${input}) { isValid }`,
  );
  await ada.data(`mutation { ${attempts.join(' ')} }`);
  await ada.data(`mutation { submitForm(input: ${input}) { isValid } }`);
  expect(await codesOf(ada, submitForm, { formSlug: 'counted', data: { name: 'A' } })).toEqual(['RATE_LIMIT_EXCEEDED']);
  expect(await db.rows(sql`select 1 from submission where form_slug = 'counted'`)).toHaveLength(10);
});

test('an unpublished form accepts no submissions, and its submissions stay readable', async () => {
  await seedForm(admin, 'gone', { ...open, isEditingEnabled: true });
  const { uid } = (await ada.data(submitForm, { input: { formSlug: 'gone', data: { name: 'A' } } })).submitForm
    .submission;
  await changeForm(admin, 'unpublishForm', { slug: 'gone' });
  expect(await codesOf(ada, submitForm, { formSlug: 'gone', data: { name: 'A' } })).toEqual(['NOT_FOUND']);
  expect(await codesOf(ada, updateSubmission, { formSlug: 'gone', uid, data: { name: 'A' } })).toEqual(['NOT_FOUND']);
  expect(
    (await ada.data('query ($uid: ID!) { submission(formSlug: "gone", uid: $uid) { content } }', { uid })).submission,
  ).toEqual({ content: { name: 'A' } });
});

test('only moderators read the submissions and pending changes of a deleted user', async () => {
  await seedForm(admin, 'left', { accessType: 'open', isModerated: true, isEditingEnabled: true });
  const eve = await seedUser(app, 'eve');
  const { uid } = (await eve.data(submitForm, { input: { formSlug: 'left', data: { name: 'A' } } })).submitForm
    .submission;
  await eve.data(updateSubmission, { input: { formSlug: 'left', uid, data: { name: 'B' } } });
  await admin.data('mutation { deleteUser(input: {username: "eve"}) { username } }');
  const again = await seedUser(app, 'eve');
  const read = async (client: typeof admin) =>
    (
      await client.data(
        'query ($uid: ID!) { submission(formSlug: "left", uid: $uid) { content revisedContent submittedBy { username } revisedBy { username } } }',
        { uid },
      )
    ).submission;
  for (const client of [again, ada, unauthenticated]) expect(await read(client)).toBeNull();
  expect(await codesOf(again, updateSubmission, { formSlug: 'left', uid, data: { name: 'C' } })).toEqual(['NOT_FOUND']);
  expect(await read(admin)).toEqual({
    content: { name: 'A' },
    revisedContent: { name: 'B' },
    submittedBy: null,
    revisedBy: null,
  });
  expect(await codesOf(admin, updateSubmission, { formSlug: 'left', uid, data: { name: 'C' } })).toEqual([
    'CHANGE_PENDING',
  ]);
  await admin.data(
    'mutation ($uid: ID!) { approveRevision(input: {formSlug: "left", uid: $uid}) { submission { uid } } }',
    { uid },
  );
  expect(await read(admin)).toMatchObject({ content: { name: 'B' }, revisedContent: null });
});

test('a form is deleted with its submissions, and a new form with its slug has none', async () => {
  const seed = () => seedForm(admin, 'phoenix', { ...open, submissionsQuota: 1 });
  const submit = async () =>
    await unauthenticated.graph(submitForm, { input: { formSlug: 'phoenix', data: { name: 'A' } } });
  await seed();
  const { uid } = (await submit()).data.submitForm.submission;
  expect((await submit()).errors).toMatchObject([{ extensions: { code: 'SUBMISSIONS_QUOTA_REACHED' } }]);
  await changeForm(admin, 'deleteForm', { slug: 'phoenix' });
  expect(await db.rows(sql`select 1 from submission where uid = ${uid}`)).toEqual([]);
  await seed();
  expect(
    await unauthenticated.data(
      'query ($uid: ID!) { submission(formSlug: "phoenix", uid: $uid) { uid } form(slug: "phoenix") { quota { isReached } } }',
      { uid },
    ),
  ).toEqual({ submission: null, form: { quota: { isReached: false } } });
  expect((await submit()).errors).toBeUndefined();
});

test('other submissions to a form wait for two round trips of a submission: its checks, and its changes', async () => {
  const slug = await seedForm(admin, 'hedges', open);
  const pool = await app.services.orm.em.getConnection().getNativeClient();
  const { statements, roundTrips } = await sentBy(pool, async () => {
    const input = { formSlug: slug, data: { name: 'A' } };
    await unauthenticated.data('mutation ($input: SubmitFormInput!) { submitForm(input: $input) { isValid } }', {
      input,
    });
  });
  // `set` bounds how long a submitter without a key waits for a lock
  const transaction = ['begin', 'set', 'select', 'select', 'update', 'insert', 'commit'];
  expect(statements.slice(statements.indexOf('begin')).slice(0, transaction.length)).toEqual(transaction);
  expect(roundTrips).toBe(statements.length - transaction.length + 2);
});
