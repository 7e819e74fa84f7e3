import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { errorCodesAndFields } from '#test/support/datasets/joins.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { seedSubmissions } from '#test/support/portal/submissions.ts';
import { newestVersion, restore, versionsOf } from '#test/support/datasets/versions.ts';

const app = await testApp();
const {
  admin,
  services: { db },
} = app;
const moderator = await seedUser(app, 'moderator', { permissions: ['moderate_form', 'create_dataset'] });
const editor = await seedUser(app, 'editor', {
  permissions: ['create_dataset', 'edit_dataset', 'publish_dataset', 'manage_dataset'],
});
const limited = await seedUser(app, 'limited', {
  permissions: ['administer'],
  key: ['edit_dataset', 'create_dataset'],
});

const blocks = [
  nameBlock,
  { fieldId: 'who', type: 'contact', label: 'Who', contact: { subFields: [{ name: 'email' }, { name: 'phone' }] } },
  { fieldId: 'place', type: 'location_picker', label: 'Where' },
  { fieldId: 'height', type: 'number', label: 'Height' },
  { fieldId: 'kinds', type: 'choice', label: 'Kinds', choice: { options: ['oak', 'elm'], isMultiple: true } },
  { fieldId: 'photo', type: 'image', label: 'Photo' },
];
await seedForm(admin, 'trees', { sections: [{ title: '', blocks }] });
const oak = {
  name: 'Öak',
  who: { email: 'ada@example.org', phone: null },
  place: { lat: 47.5, lon: -7.25, street: 'A' },
  height: -1.5,
  kinds: ['oak', 'elm'],
  photo: { id: 'x', filename: 'oak.png' },
};
const elm = { name: 'Elm', who: null, place: null, height: null, kinds: null, photo: null };
const [first = ''] = await seedSubmissions(app, 'trees', [
  { answers: oak, submittedBy: 'moderator' },
  { answers: elm, status: 'pending' },
  { answers: { ...elm, name: 'Bad' }, status: 'rejected' },
  { answers: { ...elm, name: 'Late' } },
]);

const form = (slug = 'trees', more: object = {}) => ({ odsForm: { form: slug, ...more } });
const createResource = (client: Client, datasetUid: string, datasource: object) =>
  client.graph(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid displayName origin { type label } datasource { type ... on FormDatasource { form statusToExtract } } } } }',
    { input: { datasetUid, type: 'jsonfile', title: 'Trees', datasource } },
  );
/** A dataset that reads a form; answers the uids of both. */
async function reading(client: Client, datasource: object = form()) {
  const datasetUid = await seedDataset(client);
  const { data, errors } = await createResource(client, datasetUid, datasource);
  if (errors) throw new Error(JSON.stringify(errors));
  return { datasetUid, uid: String(data.createResource.resource.uid) };
}
const publish = (uid: string) => runAndFinish(admin, 'publishDataset', uid);
const names = async (uid: string) => (await recordsOf(app, uid)).map(({ name }) => name);

describe('A dataset that reads a form', () => {
  test('is published with the approved submissions, the oldest first, and a field for each part of an answer', async () => {
    const { datasetUid } = await reading(moderator);
    expect(await publish(datasetUid)).toMatchObject({ status: 'idle', isPublished: true, recordsErrors: [] });
    const [record, late, ...others] = await recordsOf(app, datasetUid);
    expect(record).toEqual({
      submission_uid: first,
      submission_status: 'approved',
      submission_created_at: '2026-01-01T00:00:00Z',
      name: 'Öak',
      who_email: 'ada@example.org',
      who_phone: null,
      place: { lat: 47.5, lon: -7.25 },
      place_others: '{"street":"A"}',
      height: -1.5,
      kinds: ['oak', 'elm'],
      photo: 'oak.png',
    });
    expect(late).toMatchObject({ name: 'Late', place: null });
    expect(others).toEqual([]);
  });

  test('has the lists of choices as multivalued fields, so that queries find each of their values', async () => {
    const { datasetUid } = await reading(moderator);
    await publish(datasetUid);
    const { catalogDataset } = await admin.data(
      `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name isMultivalued }
        records(where: "kinds = 'elm'") { nodes { values } } recordFacets(facets: [{ field: "kinds" }]) { values { value count } } } }`,
      { uid: datasetUid },
    );
    expect(catalogDataset.schema).toContainEqual({ name: 'kinds', isMultivalued: true });
    expect(catalogDataset.records.nodes).toMatchObject([{ values: { name: 'Öak', kinds: ['oak', 'elm'] } }]);
    expect(catalogDataset.recordFacets[0].values).toEqual([
      { value: 'elm', count: 1 },
      { value: 'oak', count: 1 },
    ]);
  });

  test('reads the submissions of the configured status', async () => {
    const all = await reading(
      admin,
      form('trees', { statusToExtract: ['rejected', 'pending', 'approved', 'pending'] }),
    );
    await publish(all.datasetUid);
    expect(await names(all.datasetUid)).toEqual(['Öak', 'Elm', 'Bad', 'Late']);
    const pending = await reading(admin, form('trees', { statusToExtract: ['pending'] }));
    await publish(pending.datasetUid);
    expect(await names(pending.datasetUid)).toEqual(['Elm']);
  });

  test('has previews, guesses and a display name', async () => {
    const { datasetUid, uid } = await reading(moderator);
    const {
      dataset: { resource },
    } = await moderator.data(
      `query ($d: ID!, $r: ID!) { dataset(by: { uid: $d }) { resource(uid: $r) {
      displayName origin { type label } guessedExtractors { type } guessedExtractorParams { extractor params } preview { records fields { name type } } datasource { ... on FormDatasource { form statusToExtract } } } } }`,
      { d: datasetUid, r: uid },
    );
    expect(resource).toMatchObject({
      displayName: 'trees',
      origin: { type: 'ods_form', label: 'Form' },
      guessedExtractors: [{ type: 'jsonfile' }],
      guessedExtractorParams: { extractor: 'jsonfile', params: { json_root: '' } },
      datasource: { form: 'trees', statusToExtract: ['approved'] },
    });
    expect(resource.preview.records.map(({ name }: { name: string }) => name)).toEqual(['Öak', 'Late']);
    expect(resource.preview.fields).toEqual(
      expect.arrayContaining([
        { name: 'place', type: 'geo_point_2d' },
        { name: 'height', type: 'double' },
        { name: 'submission_created_at', type: 'datetime' },
      ]),
    );
    const unsaved = { datasetUid, type: 'jsonfile', datasource: form() };
    const preview = 'query ($input: PreviewResourceInput!) { previewResource(input: $input) { records } }';
    expect((await moderator.data(preview, { input: unsaved })).previewResource.records).toHaveLength(2);
    await seedRuleset(app, datasetUid, { user: 'editor', permissions: ['edit_dataset'] });
    expect(errorCodesAndFields(await editor.graph(preview, { input: unsaved }))).toEqual([['PERMISSION_DENIED']]);
  });

  test('has no records where the form has no such submissions', async () => {
    await seedForm(admin, 'empty');
    const { datasetUid } = await reading(admin, form('empty'));
    expect(await publish(datasetUid)).toMatchObject({ status: 'idle', isPublished: true });
    expect(await recordsOf(app, datasetUid)).toEqual([]);
  });

  test('has the fields of older versions too, and no two of one name', async () => {
    const change = (input: object) => changeForm(admin, 'updateForm', { slug: 'grown', ...input });
    await seedForm(admin, 'grown', {
      sections: [
        {
          title: '',
          blocks: [
            { ...nameBlock, fieldId: 'submission' },
            { ...nameBlock, fieldId: 'old' },
            { ...nameBlock, fieldId: 'Old-2' },
          ],
        },
      ],
    });
    await change({
      sections: [
        {
          title: '',
          blocks: [
            { ...nameBlock, fieldId: 'fresh' },
            { fieldId: 'old', type: 'number', label: 'Old' },
          ],
        },
      ],
    });
    await changeForm(admin, 'publishForm', { slug: 'grown' });
    await seedSubmissions(app, 'grown', [
      { answers: { submission: 's', old: 'o', 'Old-2': 'c' } },
      { answers: { fresh: 'f', old: 5 }, version: 2 },
    ]);
    const { datasetUid } = await reading(admin, form('grown'));
    await publish(datasetUid);
    const [before, after] = await recordsOf(app, datasetUid);
    const [fields] = await db.rows(
      sql`select jsonb_path_query_array(published_fields, '$[*].name') as names from dataset where uid = ${datasetUid}`,
    );
    expect(fields?.['names']).toEqual([
      'submission_uid',
      'submission_status',
      'submission_created_at',
      'fresh',
      'old',
      'submission',
      'old_2',
    ]);
    expect(before).toMatchObject({ fresh: null, old: 'o', submission: 's', old_2: 'c' });
    expect(after).toMatchObject({ fresh: 'f', old: '5', submission: null });
  });

  test('reads many submissions in parts, whatever they weigh', async () => {
    await seedForm(admin, 'many');
    await seedSubmissions(
      app,
      'many',
      Array.from({ length: 1203 }, (_, index) => ({
        answers: { name: index < 6 ? 'x'.repeat(2_000_000) : `n${index}` },
        createdAt: '2026-01-01T00:00:00Z',
      })),
    );
    const { datasetUid } = await reading(admin, form('many'));
    await publish(datasetUid);
    expect(new Set((await recordsOf(app, datasetUid)).map(({ submission_uid }) => submission_uid)).size).toBe(1203);
  });
});

describe('A user who saves a datasource with a form', () => {
  test('needs moderate_form, within the scopes of the key', async () => {
    for (const client of [editor, limited]) {
      const datasetUid = await seedDataset(client);
      expect(errorCodesAndFields(await createResource(client, datasetUid, form()))).toEqual([['PERMISSION_DENIED']]);
      expect(errorCodesAndFields(await createResource(client, datasetUid, form('nothing')))).toEqual([
        ['PERMISSION_DENIED'],
      ]);
    }
  });

  test.each([
    [{ form: 'nothing' }, 'datasource.odsForm.form'],
    [{ form: '' }, 'datasource.odsForm.form'],
    [{ statusToExtract: [] }, 'datasource.odsForm.statusToExtract'],
  ])('gets an error for %j', async (more, field) => {
    expect(errorCodesAndFields(await createResource(admin, await seedDataset(admin), form('trees', more)))).toEqual([
      ['INVALID_INPUT', field],
    ]);
  });

  test('has to hold it when the form is read, too', async () => {
    await seedUser(app, 'leaving', { permissions: ['moderate_form'] });
    const { datasetUid, uid } = await reading(moderator);
    await db.rows(sql`update resource set definer = 'leaving', definer_scopes = '{moderate_form}' where uid = ${uid}`);
    expect((await publish(datasetUid)).status).toBe('idle');
    await db.rows(sql`update user_account set permissions = '{}' where username = 'leaving'`);
    expect(await publish(datasetUid)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('no longer has the permission moderate_form'),
    });
    expect(await names(datasetUid)).toEqual(['Öak', 'Late']);
    await db.rows(sql`delete from user_account where username = 'leaving'`);
    expect((await publish(datasetUid)).status).toBe('error');
  });

  test('gets an error when the form was deleted', async () => {
    await seedForm(admin, 'gone');
    const { datasetUid } = await reading(admin, form('gone'));
    await changeForm(admin, 'deleteForm', { slug: 'gone' });
    expect(await publish(datasetUid)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('the form gone no longer exists'),
    });
  });

  test('stays its definer when others change the resource, and lends the right to no other user', async () => {
    const { datasetUid, uid } = await reading(moderator);
    await seedRuleset(app, datasetUid, {
      user: 'editor',
      permissions: ['edit_dataset', 'publish_dataset', 'manage_dataset'],
    });
    const update = (input: object) =>
      editor.graph('mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { uid } } }', {
        input: { datasetUid, uid, ...input },
      });
    const definer = async () =>
      (await db.rows<{ definer: string }>(sql`select definer as definer from resource where uid = ${uid}`)).map(
        (row) => row.definer,
      );
    expect(errorCodesAndFields(await update({ title: 'Another', datasource: form() }))).toBeUndefined();
    expect(await definer()).toEqual(['moderator']);
    expect(errorCodesAndFields(await update({ datasource: form('trees', { statusToExtract: ['pending'] }) }))).toEqual([
      ['PERMISSION_DENIED'],
    ]);
    const withForm = (await newestVersion(admin, datasetUid)).uid;
    expect(
      errorCodesAndFields(
        await editor.graph(
          'mutation ($input: DatasetActionInput!) { copyDataset(input: $input) { dataset { uid } } }',
          { input: { uid: datasetUid } },
        ),
      ),
    ).toEqual([['PERMISSION_DENIED']]);
    expect(errorCodesAndFields(await update({ datasource: null }))).toBeUndefined();
    expect(errorCodesAndFields(await restore(editor, datasetUid, withForm))).toEqual([['PERMISSION_DENIED']]);
    expect(errorCodesAndFields(await restore(admin, datasetUid, withForm))).toBeUndefined();
    expect(await definer()).toEqual(['admin']);
    expect((await versionsOf(admin, datasetUid)).length).toBeGreaterThan(2);
  });

  test('may describe it as a whole', async () => {
    const { datasetUid } = await reading(moderator);
    await seedRuleset(app, datasetUid, { user: 'editor', permissions: ['edit_dataset'] });
    const apply = (client: Client, datasource: object) =>
      client.graph('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { uid } } }', {
        input: { datasetUid, resources: [{ type: 'jsonfile', title: 'Trees', datasource }] },
      });
    expect(errorCodesAndFields(await apply(editor, form()))).toBeUndefined();
    expect(errorCodesAndFields(await apply(editor, form('trees', { statusToExtract: ['rejected'] })))).toEqual([
      ['PERMISSION_DENIED'],
    ]);
    await publish(datasetUid);
    expect(await names(datasetUid)).toEqual(['Öak', 'Late']);
  });
});
