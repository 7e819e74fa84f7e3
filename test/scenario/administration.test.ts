import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '../support/app.ts';
import { eventually, recordsOf } from '../support/datasets/publishing.ts';
import { seedUser } from '../support/seed.ts';
import { runByGraphql, runByRest, type RunStep, type StepUids, type Step } from './run-steps.ts';
import { newestVersion, snapshotsOf } from '../support/datasets/versions.ts';

const app = await testApp({}, wholeSchema);
const { admin } = app;
await seedUser(app, 'ada', { groups: ['readers'] });

const uploaded = { type: 'uploaded_file', file: { uid: 'cities.csv' } };
const security = {
  is_data_visible: true,
  visible_fields: ['city'],
  filter_query: 'height > 1',
  api_calls_quota: { unit: 'day', limit: 5 },
};
const securityInput = {
  isDataVisible: true,
  visibleFields: ['city'],
  filterQuery: 'height > 1',
  apiCallsQuota: { unit: 'day', limit: 5 },
};
const replace = { field: 'name', old: 'Paris', new: 'Paname' };
const skip = { field: 'name', value_to_skip: 'fog', exact_match: true };
const datasetUid = '{dataset}';

/** Creates a dataset and configures everything. */
const configure: readonly Step[] = [
  {
    as: 'dataset',
    rest: [
      'POST',
      '',
      {
        is_restricted: false,
        metadata: { default: { title: { value: 'Cities' } }, custom: { note: { value: [1, null] } } },
        default_security: security,
      },
    ],
    graph: [
      'createDataset',
      'dataset',
      {
        isRestricted: false,
        metadata: { default: { title: { value: 'Cities' } }, custom: { note: { value: [1, null] } } },
        defaultSecurity: securityInput,
      },
    ],
  },
  {
    file: { filename: 'cities.csv', content: 'name,height\nParis,35\nLyon,173\nfog,0\n' },
    rest: ['POST', '{dataset}/resources/files/'],
    graph: ['uploadResourceFile', 'file', { datasetUid }],
  },
  {
    as: 'resource',
    rest: [
      'POST',
      '{dataset}/resources/',
      { type: 'csvfile', title: 'Cities', params: { separator: ',' }, datasource: uploaded },
    ],
    graph: [
      'createResource',
      'resource',
      {
        datasetUid,
        type: 'csvfile',
        title: 'Cities',
        params: { separator: ',' },
        datasource: { uploadedFile: { file: uploaded.file } },
      },
    ],
  },
  {
    as: 'first',
    rest: ['POST', '{dataset}/processors/', { type: 'string_replace', label: 'Slang', ...replace, old: 'Pari' }],
    graph: [
      'appendProcessor',
      'processor',
      { datasetUid, type: 'string_replace', label: 'Slang', params: { ...replace, old: 'Pari' } },
    ],
  },
  {
    as: 'second',
    rest: ['POST', '{dataset}/processors/', { type: 'skip_record', ...skip }],
    graph: ['appendProcessor', 'processor', { datasetUid, type: 'skip_record', params: skip }],
  },
  {
    as: 'third',
    rest: ['POST', '{dataset}/processors/', { type: 'string_replace', ...replace }],
    graph: ['appendProcessor', 'processor', { datasetUid, type: 'string_replace', params: replace }],
  },
  {
    rest: ['PUT', '{dataset}/processors/{first}/', { type: 'string_replace', label: 'Slang', ...replace }],
    graph: ['updateProcessor', 'processor', { datasetUid, uid: '{first}', params: replace }],
  },
  {
    rest: ['DELETE', '{dataset}/processors/{third}/'],
    graph: ['deleteProcessor', 'dataset', { datasetUid, uid: '{third}' }],
  },
  {
    as: 'rename',
    rest: [
      'POST',
      '{dataset}/fields/',
      { type: 'rename', label: 'City', from_name: 'name', to_name: 'city', field_label: 'City' },
    ],
    graph: [
      'appendFieldConfiguration',
      'fieldConfiguration',
      {
        datasetUid,
        label: 'City',
        configuration: { rename: { fromName: 'name', toName: 'city', fieldLabel: 'City' } },
      },
    ],
  },
  {
    rest: [
      'POST',
      '{dataset}/fields/',
      { type: 'annotate', label: 'Unit', field: 'height', annotation: 'unit', args: ['m'] },
    ],
    graph: [
      'appendFieldConfiguration',
      'fieldConfiguration',
      { datasetUid, label: 'Unit', configuration: { annotate: { field: 'height', annotation: 'unit', args: ['m'] } } },
    ],
  },
  {
    rest: [
      'POST',
      '{dataset}/security/users/',
      { user: { username: 'ada' }, security, permissions: ['explore_restricted_dataset'] },
    ],
    graph: [
      'createUserRuleset',
      'dataset',
      { datasetUid, user: { username: 'ada' }, security: securityInput, permissions: ['explore_restricted_dataset'] },
    ],
  },
  {
    rest: [
      'POST',
      '{dataset}/security/groups/',
      { group: { uid: 'readers' }, permissions: ['edit_dataset', 'publish_dataset'] },
    ],
    graph: [
      'createGroupRuleset',
      'dataset',
      { datasetUid, group: { uid: 'readers' }, permissions: ['edit_dataset', 'publish_dataset'] },
    ],
  },
  {
    as: 'schedule',
    rest: ['POST', '{dataset}/schedules/', { cron_schedule: '0 6 * * 1' }],
    graph: ['createSchedule', 'schedule', { datasetUid, cronSchedule: '0 6 * * 1' }],
  },
  {
    rest: ['PUT', '{dataset}/schedules/{schedule}/', { cron_schedule: '30 5 1 * *' }],
    graph: ['updateSchedule', 'schedule', { datasetUid, uid: '{schedule}', cronSchedule: '30 5 1 * *' }],
  },
  {
    as: 'attachment',
    file: { filename: 'legend.txt', content: 'in metres' },
    rest: ['POST', '{dataset}/attachments/'],
    graph: ['createAttachment', 'attachment', { datasetUid }],
  },
  {
    rest: [
      'PUT',
      '{dataset}/metadata/default/',
      { title: { value: 'Cities' }, keyword: { value: ['a', 'b'] }, language: { value: 'fr' } },
    ],
    graph: [
      'replaceDatasetMetadataTemplate',
      'dataset',
      {
        datasetUid,
        template: 'default',
        fields: { title: { value: 'Cities' }, keyword: { value: ['a', 'b'] }, language: { value: 'fr' } },
      },
    ],
  },
  {
    rest: ['PUT', '{dataset}/metadata/default/description/', { value: '<p>Heights</p>' }],
    graph: [
      'updateDatasetMetadataField',
      'dataset',
      { datasetUid, template: 'default', field: 'description', value: '<p>Heights</p>' },
    ],
  },
  {
    rest: ['DELETE', '{dataset}/metadata/default/language/'],
    graph: ['deleteDatasetMetadataField', 'dataset', { datasetUid, template: 'default', field: 'language' }],
  },
];

/** Changes, empties and removes a part of every kind. */
const change: readonly Step[] = [
  {
    rest: [
      'PUT',
      '{dataset}/resources/{resource}/',
      { type: 'csvfile', title: 'Towns', params: { separator: ';' }, datasource: uploaded },
    ],
    graph: [
      'updateResource',
      'resource',
      { datasetUid, uid: '{resource}', title: 'Towns', params: { separator: ';' } },
    ],
  },
  {
    file: { filename: 'cities.csv', content: 'name;height\n' },
    rest: ['POST', '{dataset}/resources/files/'],
    graph: ['uploadResourceFile', 'file', { datasetUid }],
  },
  {
    rest: ['DELETE', '{dataset}/processors/{first}/'],
    graph: ['deleteProcessor', 'dataset', { datasetUid, uid: '{first}' }],
  },
  {
    rest: ['PUT', '{dataset}/fields/{rename}/', { type: 'delete', label: '', field: 'name' }],
    graph: [
      'updateFieldConfiguration',
      'fieldConfiguration',
      { datasetUid, uid: '{rename}', label: '', configuration: { delete: { field: 'name' } } },
    ],
  },
  {
    rest: [
      'PUT',
      '{dataset}/security/users/ada/',
      { user: { username: 'ada' }, permissions: [], security: { is_data_visible: false } },
    ],
    graph: [
      'updateUserRuleset',
      'dataset',
      { datasetUid, username: 'ada', permissions: [], security: { isDataVisible: false } },
    ],
  },
  {
    rest: ['DELETE', '{dataset}/security/groups/readers/'],
    graph: ['deleteGroupRuleset', 'dataset', { datasetUid, groupUid: 'readers' }],
  },
  {
    rest: ['DELETE', '{dataset}/schedules/{schedule}/'],
    graph: ['deleteSchedule', 'dataset', { datasetUid, uid: '{schedule}' }],
  },
  {
    rest: ['DELETE', '{dataset}/attachments/{attachment}/'],
    graph: ['deleteAttachment', 'dataset', { datasetUid, uid: '{attachment}' }],
  },
  {
    rest: ['PUT', '{dataset}/', { is_restricted: true, default_security: {} }],
    graph: ['updateDataset', 'dataset', { uid: datasetUid, isRestricted: true, defaultSecurity: {} }],
  },
  {
    rest: ['PUT', '{dataset}/metadata/', { default: { title: { value: 'Towns' } } }],
    graph: ['replaceDatasetMetadata', 'dataset', { datasetUid, metadata: { default: { title: { value: 'Towns' } } } }],
  },
];

const order = (path: string, mutation: string): Step => ({
  rest: ['POST', `{dataset}/${path}/`],
  graph: [mutation, 'dataset', { uid: datasetUid }],
});
const publish = order('publish', 'publishDataset');
const publishMetadata = order('publish_metadata', 'publishDatasetMetadata');
const unpublish = order('unpublish', 'unpublishDataset');
const copy: Step = { ...order('copy', 'copyDataset'), as: 'copy' };
const restore: Step = {
  rest: ['POST', '{dataset}/versions/{published}/restore/'],
  graph: ['restoreVersion', 'dataset', { datasetUid, uid: '{published}' }],
};
const remove: Step = { rest: ['DELETE', '{dataset}/'], graph: ['deleteDataset', 'uid', { uid: datasetUid }] };

/** The complete state of a dataset. */
async function everything(uid: string) {
  const read = async (path = '') => (await admin.rest('GET', `/datasets/${uid}/${path}`)).body;
  const { since: _since, ...status } = await eventually(
    () => read('status/'),
    (body) => body.status === undefined || ['idle', 'error', 'limit_reached'].includes(body.status),
  );
  const { catalogDataset } = await admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { metadata schema { name label type description annotations { name args } } attachments { nodes { filename } } } }',
    { uid },
  );
  return {
    state: await snapshotsOf(app, uid),
    dataset: await read(),
    status,
    versions: await read('versions/'),
    catalogDataset,
    records: await recordsOf(app, uid),
  };
}

/** The same without values that differ between datasets: uids, times, unique identifiers. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\b(da|re|pr|sc|ch|at)_[0-9a-z]{6}\b/g, '$1')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'then')
      .replace(/cities(-copy)?(-\d+)?"/g, 'cities"'),
  );

/** The whole scenario by REST or GraphQL; returns the state after each part. */
async function tell(door: RunStep) {
  const known: StepUids = {};
  const chapters: Record<string, Awaited<ReturnType<typeof everything>>> = {};
  const tellChapter = async (name: string, steps: readonly Step[], of = 'dataset') => {
    for (const step of steps) await door(step, known);
    chapters[name] = await everything(known[of] ?? '');
  };
  await tellChapter('configured', configure);
  await tellChapter('published', [publish]);
  known['published'] = (await newestVersion(admin, known['dataset'] ?? '')).uid;
  await tellChapter('changed', change);
  await tellChapter('metadata published', [publishMetadata]);
  await tellChapter('restored', [restore]);
  await tellChapter('copied', [copy], 'copy');
  await tellChapter('unpublished', [unpublish]);
  await tellChapter('deleted', [remove]);
  await door({ ...remove, rest: ['DELETE', '{copy}/'], graph: ['deleteDataset', 'uid', { uid: '{copy}' }] }, known);
  return chapters;
}

test('REST and GraphQL lead a dataset through the same life cycle', async () => {
  const byRest = await tell(runByRest(app));
  const byGraph = await tell(runByGraphql(app));
  expect(comparable(byGraph)).toEqual(comparable(byRest));

  const { configured, published, changed, restored, copied, unpublished, deleted, ...others } = byRest;
  expect(configured).toMatchObject({ dataset: { is_published: false }, catalogDataset: null, records: [] });
  expect(published).toMatchObject({
    state: configured?.state,
    status: { status: 'idle', previous: 'processing', is_published: true, records_errors: [] },
    records: [
      { city: 'Paname', height: 35 },
      { city: 'Lyon', height: 173 },
    ],
    catalogDataset: {
      metadata: { default: { title: { value: 'Cities' } } },
      schema: [{ name: 'city', label: 'City' }, { name: 'height' }],
      attachments: { nodes: [{ filename: 'legend.txt' }] },
    },
  });
  expect(changed?.state).not.toEqual(published?.state);
  expect(changed).toMatchObject({
    records: published?.records,
    catalogDataset: { metadata: published?.catalogDataset.metadata },
  });
  expect(others['metadata published']).toMatchObject({
    status: { previous: 'saving_version' },
    catalogDataset: { metadata: { default: { title: { value: 'Towns' } } } },
  });
  expect(restored?.state).toEqual(published?.state);
  expect(restored?.versions.total_count).toBe(20);
  expect(comparable(copied?.state)).toEqual(comparable(published?.state));
  expect(copied).toMatchObject({
    dataset: { is_published: false },
    status: { previous: null },
    versions: { total_count: 1 },
    records: [],
    catalogDataset: null,
  });
  expect(unpublished).toMatchObject({
    state: published?.state,
    dataset: { is_published: false },
    status: { previous: 'deleting' },
    records: [],
    catalogDataset: null,
  });
  expect(deleted).toMatchObject({
    state: {},
    dataset: { error_code: 'not_found' },
    versions: { error_code: 'not_found' },
  });
});
