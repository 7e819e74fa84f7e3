import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import {
  feedbackDataset,
  submitFeedback,
  submitFeedbackMutation,
  enableFeedback,
  recordIdsOf,
} from '#test/support/portal/feedback.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sql } from '#kernel/sql.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const reader = await seedUser(app, 'reader');

const faults = async (client: typeof admin, datasetUid: string, input: object = {}) =>
  (await client.graph(submitFeedbackMutation, { input: { datasetUid, comment: 'a', ...input } })).errors?.map(
    ({ extensions: { code, fields } }) => (fields ? { code, fields: Object.keys(fields) } : code),
  );

test('feedback is taken where the portal and the dataset take it, and nowhere else', async () => {
  const uid = await feedbackDataset(app);
  const shown =
    'query ($uid: ID!) { portalSettings { isFeedbackEnabled } catalogDataset(by: { uid: $uid }) { isFeedbackEnabled } }';
  expect(await unauthenticated.data(shown, { uid })).toEqual({
    portalSettings: { isFeedbackEnabled: false },
    catalogDataset: { isFeedbackEnabled: false },
  });
  expect(await faults(reader, uid)).toEqual(['FEEDBACK_DISABLED']);
  expect((await enableFeedback(app)).updatePortalSettings).toEqual({ portalSettings: { isFeedbackEnabled: true } });
  expect(await unauthenticated.data(shown, { uid })).toEqual({
    portalSettings: { isFeedbackEnabled: true },
    catalogDataset: { isFeedbackEnabled: true },
  });
  expect(await faults(reader, uid)).toBeUndefined();
  await admin.data(
    'mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { isFeedbackEnabled } } }',
    { input: { uid, isFeedbackEnabled: false } },
  );
  expect(await faults(reader, uid)).toEqual(['FEEDBACK_DISABLED']);
  expect(
    (
      await admin.data(
        'query ($uid: ID!) { dataset(by: { uid: $uid }) { isFeedbackEnabled versions(first: 1) { nodes { sections } } } }',
        { uid },
      )
    ).dataset,
  ).toEqual({ isFeedbackEnabled: false, versions: { nodes: [{ sections: ['data'] }] } });
  const {
    body: {
      results: [, enabled],
    },
  } = await admin.rest('GET', `/datasets/${uid}/versions/`);
  await admin.rest('POST', `/datasets/${uid}/versions/${String(enabled.uid)}/restore/`);
  expect(await faults(reader, uid)).toBeUndefined();
});

test('administrators change the settings of the portal, and an omitted field keeps its value', async () => {
  const change =
    'mutation ($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { portalSettings { isFeedbackEnabled } } }';
  expect((await reader.graph(change, { input: {} })).errors).toMatchObject([
    { extensions: { code: 'PERMISSION_DENIED' } },
  ]);
  expect((await unauthenticated.graph(change, { input: {} })).errors).toMatchObject([
    { extensions: { code: 'UNAUTHORIZED' } },
  ]);
  await enableFeedback(app);
  expect((await admin.data(change, { input: {} })).updatePortalSettings.portalSettings).toEqual({
    isFeedbackEnabled: true,
  });
  expect((await enableFeedback(app, null)).updatePortalSettings.portalSettings).toEqual({ isFeedbackEnabled: false });
  await enableFeedback(app);
});

test('feedback names its user, and suggests values with the types of the fields', async () => {
  const datasetUid = await feedbackDataset(app);
  const { submitFeedback } = await reader.data(submitFeedbackMutation, {
    input: { datasetUid, comment: ' Please add the oak. ', values: { name: 'Oak', height: null } },
  });
  expect(submitFeedback.feedback).toEqual({
    uid: expect.stringMatching(/^df_[0-9a-z]{6}$/),
    recordId: '',
    user: { username: 'reader' },
    comment: ' Please add the oak. ',
    isArchived: false,
    suggestedValues: [
      { field: 'name', type: 'text', value: { text: 'Oak' } },
      { field: 'height', type: 'int', value: null },
    ],
  });
});

test('feedback is no change of the dataset', async () => {
  const uid = await feedbackDataset(app);
  await submitFeedback(reader, uid, { comment: 'a' });
  expect(
    (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision versions { totalCount } } }', { uid }))
      .dataset,
  ).toEqual({ revision: 2, versions: { totalCount: 2 } });
});

test('callers who see the data may submit feedback, and the dataset is not found for others', async () => {
  const [restricted, hidden, open] = [
    await feedbackDataset(app, { isRestricted: true }),
    await feedbackDataset(app, { defaultSecurity: { isDataVisible: false } }),
    await feedbackDataset(app),
  ];
  expect(await faults(unauthenticated, open)).toEqual(['UNAUTHORIZED']);
  expect(await faults(reader, 'da_none00')).toEqual(['NOT_FOUND']);
  expect(await faults(reader, restricted)).toEqual(['NOT_FOUND']);
  expect(await faults(reader, hidden)).toEqual(['NOT_FOUND']);
  for (const uid of [restricted, hidden])
    await seedRuleset(app, uid, { user: 'reader', security: { visibleFields: ['name'] } });
  for (const uid of [restricted, hidden]) expect(await faults(reader, uid, { values: { name: 'b' } })).toBeUndefined();
  expect(await faults(reader, hidden, { values: { height: 1 } })).toEqual([
    { code: 'INVALID_INPUT', fields: ['values.height'] },
  ]);
  await app.services.db.rows(sql`update dataset set is_published = false where uid = ${open}`);
  expect(await faults(reader, open)).toEqual(['NOT_FOUND']);
});

test('errors of feedback are reported by field', async () => {
  const uid = await feedbackDataset(app);
  const invalid = (...fields: string[]) => [{ code: 'INVALID_INPUT', fields }];
  expect(await faults(reader, uid, { comment: ' \n' })).toEqual(invalid('comment'));
  expect(await faults(reader, uid, { comment: 'x'.repeat(10_001) })).toEqual(invalid('comment'));
  expect(await faults(reader, uid, { comment: 'a\0' })).toEqual(invalid('comment'));
  expect(await faults(reader, uid, { recordId: '1'.repeat(251), values: { color: 'red', toString: 1 } })).toEqual(
    invalid('recordId', 'values.color', 'values.toString'),
  );
  expect(await faults(reader, uid, { values: { name: 'x'.repeat(100_000) } })).toEqual(invalid('values'));
  expect(
    (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { feedback { totalCount } } }', { uid })).dataset
      .feedback.totalCount,
  ).toBe(0);
});

test('feedback on a record names one that the caller sees', async () => {
  const uid = await feedbackDataset(app);
  const [oak, elm] = await recordIdsOf(admin, uid);
  await seedRuleset(app, uid, { user: 'reader', security: { filterQuery: 'height > 15' } });
  expect(await faults(reader, uid, { recordId: oak })).toBeUndefined();
  const unknown = [{ code: 'INVALID_INPUT', fields: ['recordId'] }];
  expect(await faults(reader, uid, { recordId: elm })).toEqual(unknown);
  expect(await faults(admin, uid, { recordId: elm })).toBeUndefined();
  for (const recordId of ['1', 'f'.repeat(40)]) expect(await faults(admin, uid, { recordId })).toEqual(unknown);
});

test('the catalog shows callers only the feedback that they sent, archived or not', async () => {
  const uid = await feedbackDataset(app);
  const other = await seedUser(app, 'other');
  const mine = await submitFeedback(reader, uid, { comment: 'mine' });
  await submitFeedback(other, uid, { comment: 'theirs' });
  await admin.data(
    'mutation ($input: ArchiveFeedbackInput!) { archiveFeedback(input: $input) { feedback { isArchived } dataset { revision } } }',
    { input: { datasetUid: uid, uid: mine } },
  );
  const query =
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { feedback { totalCount nodes { id comment isArchived user { username } } } } }';
  const {
    catalogDataset: { feedback },
  } = await reader.data(query, { uid });
  expect(feedback).toMatchObject({
    totalCount: 1,
    nodes: [{ comment: 'mine', isArchived: true, user: { username: 'reader' } }],
  });
  expect((await unauthenticated.data(query, { uid })).catalogDataset.feedback).toEqual({ totalCount: 0, nodes: [] });
  const node = { id: feedback.nodes[0].id };
  expect((await other.data('query ($id: ID!) { node(id: $id) { id } }', node)).node).toBeNull();
  expect((await reader.data('query ($id: ID!) { node(id: $id) { ... on Feedback { comment } } }', node)).node).toEqual({
    comment: 'mine',
  });
});

test('feedback goes with its user and with its dataset', async () => {
  const [uid, kept] = [await feedbackDataset(app), await feedbackDataset(app)];
  const leaver = await seedUser(app, 'leaver');
  await submitFeedback(leaver, kept, { comment: 'a' });
  await submitFeedback(reader, uid, { comment: 'b' });
  await admin.data('mutation { deleteUser(input: { username: "leaver" }) { username } }');
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  expect(await app.services.db.rows(sql`select uid from feedback where dataset_uid in (${uid}, ${kept})`)).toEqual([]);
});
