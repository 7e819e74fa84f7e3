import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { appendFieldConfiguration } from '#test/support/datasets/explore.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const csv = 'name,height,note\nOak,20,\nElm,12,\n';

const seeded = () => seedCsvDataset(admin, web.serve('/trees.csv', csv));
const publish = (uid: string) => runAndFinish(admin, 'publishDataset', uid);

async function process(datasetUid: string, type: string, params: object): Promise<void> {
  const document = 'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }';
  await admin.data(document, { input: { datasetUid, type, params } });
}

test('the status names the fields that processors and field configurations name and no record has', async () => {
  const uid = await seeded();
  await process(uid, 'string_replace', { field: 'nmae', old: 'a', new: 'b' });
  await process(uid, 'expression', { expression: 'heigth * 2 + field("heihgt")', output_field: 'double' });
  await process(uid, 'transpose_columns_to_rows', {
    ...{ fixed_fields: 'name, heigth', one_line: true },
    ...{ label_for_title_column: 'titles', label_for_value_column: 'values' },
  });
  await appendFieldConfiguration(admin, uid, { rename: { fromName: 'nmae', toName: 'x', fieldLabel: 'X' } });
  await appendFieldConfiguration(admin, uid, { type: { field: 'heigth', typeParam: 'text' } });
  expect(await publish(uid)).toMatchObject({
    status: 'idle',
    message:
      'No record has the fields that these processors name: string_replace (nmae), expression (heigth, heihgt), transpose_columns_to_rows (heigth). ' +
      'No record has the fields that these field configurations name: rename (nmae), type (heigth).',
  });
});

test('fields that some record has, that are empty, or that a processor makes or adds are not missing', async () => {
  const other = await seeded();
  await publish(other);
  const uid = await seeded();
  await process(uid, 'copy_field', { field_to_copy: 'note', new_field: 'copy' });
  await process(uid, 'expression', { expression: 'upper($name) + round(height) + copy', output_field: 'code' });
  await process(uid, 'join_datasets', {
    ...{ dataset: other, local_key: 'name', remote_key: 'name', output_fields: 'height' },
  });
  await process(uid, 'string_replace', { all_fields: true, old: 'a', new: 'b' });
  await appendFieldConfiguration(admin, uid, { rename: { fromName: 'code', toName: 'c', fieldLabel: 'C' } });
  await appendFieldConfiguration(admin, uid, { description: { field: 'c', description: 'A code' } });
  await appendFieldConfiguration(admin, uid, { order: { order: ['c', 'nothing'] } });
  expect(await publish(uid)).toMatchObject({ status: 'idle', message: null });
});

test('visible fields that do not exist are among the warnings, and in the status of the next publication', async () => {
  const uid = await seeded();
  await seedUser(app, 'ada');
  await seedRuleset(app, uid, { user: 'ada', security: { visibleFields: ['name', 'heigth'] } });
  expect(await publish(uid)).toMatchObject({
    status: 'idle',
    message: 'Visible fields do not exist: userRulesets.ada (heigth).',
  });
  const warnings = async () =>
    (
      await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { filterWarnings { path field message } } }', {
        uid,
      })
    ).dataset.filterWarnings;
  const missing = { path: 'userRulesets.ada', field: 'heigth', message: 'The visible field heigth does not exist.' };
  expect(await warnings()).toEqual([missing]);
  await appendFieldConfiguration(admin, uid, { delete: { field: 'name' } });
  expect(await warnings()).toEqual([
    missing,
    {
      path: 'userRulesets.ada',
      field: 'name',
      message: 'After the next publication: The visible field name does not exist.',
    },
  ]);
});
