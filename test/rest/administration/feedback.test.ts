import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { feedbackDataset, submitFeedback, enableFeedback, recordIdsOf } from '#test/support/portal/feedback.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const reader = await seedUser(app, 'reader');
await enableFeedback(app);

const pathOf = (uid: string) => `/datasets/${uid}/feedbacks`;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const commentsOf = ({ body }: { body: { results: { comment: string }[] } }) =>
  body.results.map(({ comment }) => comment);

test('feedback is retrieved, listed and archived; lists omit archived feedback', async () => {
  const dataset = await feedbackDataset(app);
  const [recordId] = await recordIdsOf(reader, dataset);
  const uid = await submitFeedback(reader, dataset, { recordId, comment: 'Too high', values: { height: 12 } });
  const path = pathOf(dataset);
  const one = await admin.rest('GET', `${path}/${uid}/`);
  expect(one).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(one.body).toEqual({
    uid: expect.stringMatching(/^df_[0-9a-z]{6}$/),
    record_id: recordId,
    user: { username: 'reader' },
    comment: 'Too high',
    values: { height: { value: 12, type: 'int' } },
    is_archived: false,
    created_at: instant,
  });
  expect(Object.keys(one.body)).toEqual(['uid', 'record_id', 'user', 'comment', 'values', 'is_archived', 'created_at']);
  expect((await admin.rest('GET', path)).body).toEqual({
    total_count: 1,
    next: null,
    previous: null,
    results: [one.body],
  });
  const archived = await admin.rest('POST', `${path}/${uid}/archive/`);
  expect(archived).toMatchObject({ status: 200, headers: { etag: '"3"' } });
  expect(archived.body).toEqual({ ...one.body, is_archived: true });
  expect((await admin.rest('GET', `${path}/`)).body).toMatchObject({ total_count: 0, results: [] });
  expect((await admin.rest('GET', `${path}/?is_archived=true`)).body).toMatchObject({
    total_count: 1,
    results: [archived.body],
  });
  expect((await admin.rest('GET', `/datasets/${dataset}/versions/?limit=1`)).body.results).toMatchObject([
    { sections: [] },
  ]);
});

test('the list is sorted by submission, the newest first by default, and filtered by record', async () => {
  const dataset = await feedbackDataset(app);
  const path = pathOf(dataset);
  const [one = '', other = ''] = await recordIdsOf(reader, dataset);
  for (const [recordId, comment] of [
    [one, 'a'],
    [other, 'b'],
    ['', 'c'],
    [one, 'd'],
  ] as const)
    await submitFeedback(reader, dataset, { recordId, comment });
  const newest = commentsOf(await admin.rest('GET', `${path}/`));
  expect(newest.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(commentsOf(await admin.rest('GET', `${path}/?sort=-created_at`))).toEqual(newest);
  expect(commentsOf(await admin.rest('GET', `${path}/?sort=created_at`))).toEqual(newest.toReversed());
  expect(commentsOf(await admin.rest('GET', `${path}/?record_id=${one}`)).toSorted()).toEqual(['a', 'd']);
  expect(commentsOf(await admin.rest('GET', `${path}/?record_id=`))).toEqual(['c']);
  const { body } = await admin.rest('GET', `${path}/?limit=1&offset=1&sort=created_at`);
  expect(body).toMatchObject({
    total_count: 4,
    next: expect.stringContaining('limit=1&offset=2&sort=created_at'),
    previous: expect.stringContaining('offset=0'),
  });
  for (const [query, field] of [
    ['sort=comment', 'sort'],
    ['is_archived=perhaps', 'is_archived'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
  ] as const) {
    expect(await admin.rest('GET', `${path}/?${query}`)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error', message: 'Invalid input', detail: { [field]: [expect.any(String)] } },
    });
  }
});

test('feedback is read and archived by callers who may edit the dataset', async () => {
  const dataset = await feedbackDataset(app);
  const path = pathOf(dataset);
  const uid = await submitFeedback(reader, dataset, { comment: 'a' });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, dataset, { user: 'publisher', permissions: ['publish_dataset'] });
  for (const [method, at] of [
    ['GET', '/'],
    ['GET', '/?limit=x'],
    ['GET', `/${uid}/`],
    ['POST', `/${uid}/archive/`],
  ] as const) {
    expect(await unauthenticated.rest(method, `${path}${at}`)).toMatchObject({
      status: 401,
      body: { error_code: 'unauthorized' },
    });
    expect(await reader.rest(method, `${path}${at}`)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
    expect(await publisher.rest(method, `${path}${at}`)).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied' },
    });
  }
  expect(await admin.rest('POST', `${path}/${uid}/archive/`, undefined, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect((await admin.rest('GET', `${path}/${uid}/`)).body).toMatchObject({ is_archived: false });
});

test('feedback on another dataset is 404', async () => {
  const [here, there] = [await feedbackDataset(app), await feedbackDataset(app)];
  const uid = await submitFeedback(reader, there, { comment: 'a' });
  expect(await admin.rest('GET', `${pathOf(here)}/${uid}/`)).toMatchObject({ status: 404 });
  expect(await admin.rest('POST', `${pathOf(here)}/${uid}/archive/`)).toMatchObject({ status: 404 });
  expect(await admin.rest('GET', `${pathOf(there)}/${uid}/`)).toMatchObject({
    status: 200,
    headers: { etag: '"2"' },
    body: { is_archived: false },
  });
  expect(await admin.rest('GET', '/datasets/da_none00/feedbacks/')).toMatchObject({ status: 404 });
});
