import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '../support/app.ts';
import { clientOf, type Client } from '../support/client.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';
import { seedKey } from '../support/seed.ts';
import { images, sendParts, submitForm, submitForUid } from '../support/http/multipart.ts';

const app = await testApp({}, wholeSchema);
const { admin, unauthenticated } = app;
const [editor, moderator] = [
  clientOf(app, await seedKey(app, 'editor', ['edit_form'])),
  clientOf(app, await seedKey(app, 'moderator', ['moderate_form'])),
];
const ada = await seedKey(app, 'ada');

const change = async (client: Client, mutation: string, type: string, input: object, selection: string) =>
  (await client.data(`mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`, { input }))[
    mutation
  ];
const judge = (mutation: string, type: string, uid: string, input: object = {}) =>
  change(moderator, mutation, type, { formSlug: 'trees', uid, ...input }, 'submission { status }');
const pending = async (args: string): Promise<string[]> =>
  (
    await moderator.data(`{ submissions(formSlug: "trees", filter: { ${args} }) { nodes { uid } } }`)
  ).submissions.nodes.map(({ uid }: { uid: string }) => uid);

const blocks = [
  { fieldId: 'species', type: 'text', label: 'Species', isRequired: true, isUnique: true },
  { fieldId: 'height', type: 'number', label: 'Height' },
  { fieldId: 'place', type: 'location_picker', label: 'Where' },
  { fieldId: 'photo', type: 'image', label: 'Photo' },
];

test('a form is defined, published, answered, moderated, revised, and feeds a dataset that is published', async () => {
  await change(
    editor,
    'createForm',
    'CreateFormInput',
    {
      slug: 'trees',
      title: 'Trees',
      sections: [{ title: 'The tree', blocks }],
      accessType: 'authenticated',
      isModerated: true,
      isEditingEnabled: true,
      submissionsQuota: 3,
    },
    'configuration { slug }',
  );
  expect((await unauthenticated.portal('GET', '/forms/trees/')).status).toBe(404);
  await change(editor, 'publishForm', 'FormActionInput', { slug: 'trees' }, 'form { version }');
  expect((await unauthenticated.portal('GET', '/forms/trees/')).body).toMatchObject({ title: 'Trees' });

  expect((await submitForm(app, 'trees', { species: 'Oak' })).status).toBe(401);
  expect(await submitForm(app, 'trees', { height: 'tall' }, { key: ada })).toMatchObject({
    status: 400,
    body: { is_valid: false, errors: [{ field: 'species' }, { field: 'height' }] },
  });
  const oak = await submitForUid(
    app,
    'trees',
    { species: 'Oak', height: 12.5, place: { lat: 47.5, lon: 7.25 } },
    { key: ada, parts: [['photo', images.png, 'oak.png']] },
  );
  const elm = await submitForUid(app, 'trees', { species: 'Elm' }, { key: ada });
  const weed = await submitForUid(app, 'trees', { species: 'Dandelion' }, { key: ada });
  expect((await unauthenticated.portal('GET', '/forms/trees/quota/')).body).toEqual({
    is_submissions_quota_reached: true,
  });
  expect(await submitForm(app, 'trees', { species: 'Ash' }, { key: ada })).toMatchObject({
    status: 403,
    body: { error_code: 'submissions_quota_reached' },
  });

  expect(await pending('status: pending')).toEqual(expect.arrayContaining([oak, elm, weed]));
  expect(await judge('approveSubmission', 'ApproveSubmissionInput', oak)).toEqual({
    submission: { status: 'approved' },
  });
  expect(await judge('rejectSubmission', 'RejectSubmissionInput', weed, { reason: 'No tree' })).toEqual({
    submission: { status: 'rejected' },
  });
  expect((await unauthenticated.portal('GET', '/forms/trees/quota/')).body).toEqual({
    is_submissions_quota_reached: false,
  });

  const { body: read } = await clientOf(app, ada).portal('GET', `/forms/trees/submissions/${oak}/`);
  expect(read).toEqual({
    species: 'Oak',
    height: 12.5,
    place: { lat: 47.5, lon: 7.25 },
    photo: { id: expect.any(String), filename: 'oak.png' },
  });
  expect((await clientOf(app, ada).portal('GET', `/forms/trees/images/${read.photo.id}/`)).status).toBe(200);
  expect(
    await sendParts(app, `/forms/trees/submissions/${oak}/`, [['data', JSON.stringify({ ...read, height: 13 })]], {
      key: ada,
    }),
  ).toMatchObject({ status: 200, body: { is_valid: true } });

  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { metadata: { default: { title: { value: 'Trees' } } } });
  const resource = {
    type: 'jsonfile',
    title: 'The form',
    datasource: { type: 'ods_form', form: 'trees', status_to_extract: ['approved'] },
  };
  expect(await admin.rest('POST', `/datasets/${uid}/resources/`, resource)).toMatchObject({
    status: 201,
    body: { display_name: 'trees', datasource: resource.datasource },
  });
  const publish = async () => {
    expect((await admin.rest('POST', `/datasets/${uid}/publish/`)).status).toBe(200);
    expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', is_published: true });
    return recordsOf(app, uid);
  };
  expect(await publish()).toMatchObject([
    { submission_uid: oak, species: 'Oak', height: 12.5, place: { lat: 47.5, lon: 7.25 }, photo: 'oak.png' },
  ]);

  expect(await pending('hasRevision: true')).toEqual([oak]);
  expect(await judge('approveRevision', 'RevisionInput', oak)).toEqual({ submission: { status: 'approved' } });
  expect(await judge('approveSubmission', 'ApproveSubmissionInput', elm)).toEqual({
    submission: { status: 'approved' },
  });
  expect(await publish()).toMatchObject([
    { species: 'Oak', height: 13, photo: 'oak.png' },
    { species: 'Elm', height: null },
  ]);

  const table = await moderator.data('{ submissionTable(formSlug: "trees") { downloadPath } }');
  expect(
    (await moderator.request('GET', `${table.submissionTable.downloadPath}?status=approved`)).body.split('\r\n'),
  ).toHaveLength(4);
});
