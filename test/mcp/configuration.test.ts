import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { connectMcp, listen } from '../support/http/mcp.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedDataset, seedKey, seedRuleset, seedUser } from '../support/seed.ts';

const app = await testApp({ MCP: 'read-write' });
const { admin } = app;
const address = await listen(app);
const agent = await connectMcp(address, 'test-administrator-key');
await seedUser(app, 'ada', { groups: ['editors'] });
const formSlug = await seedForm(admin, 'survey');

const secret = 'hunter2-hunter2';
const connection = { url: 'https://example.org/', auth: { type: 'basic_auth', username: 'ada', password: secret } };
const headers = [{ name: 'Authorization', value: secret }];

/** Something of every part, and a resource of every way to name its bytes. */
const everything = {
  metadata: {
    default: { title: { value: 'Every part' }, keyword: { value: ['a', 'b'] } },
    custom: { n: { value: 1 } },
  },
  resources: [
    {
      type: 'csvfile',
      title: 'web',
      params: { separator: ';' },
      datasource: { type: 'http', relativeUrl: '/1.csv?token=x', connection, headers },
    },
    {
      type: 'csvfile',
      title: 'server',
      datasource: { type: 'ftp', relativeUrl: '/2.csv', connection: { url: 'ftp://example.org/' } },
    },
    { type: 'csvfile', title: 'address', url: `https://example.org/3.csv?apikey=${secret}` },
    { type: 'jcdecaux', title: 'bicycles', params: { contract: 'lyon', api_key: secret } },
    {
      type: 'jsonfile',
      title: 'answers',
      datasource: { type: 'ods_form', form: formSlug, statusToExtract: ['approved', 'pending'] },
    },
    { type: 'realtime', title: 'pushed', params: { is_enabled: false } },
  ],
  processors: [
    { type: 'skip_record', label: 'one', params: { field: 'x' } },
    { type: 'skip_record', label: 'two', params: { field: 'y' } },
  ],
  fields: [
    { label: 'a', configuration: { rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' } } },
    { label: '', configuration: { type: { field: 'b', typeParam: 'text' } } },
    { label: '', configuration: { annotate: { field: 'b', annotation: 'decimals', args: [2] } } },
    { label: '', configuration: { description: { field: 'b', description: 'About.' } } },
    { label: '', configuration: { order: { order: ['b', 'c'] } } },
    { label: '', configuration: { delete: { field: 'd' } } },
  ],
  schedules: [{ cronSchedule: '0 6 * * *' }, { cronSchedule: '0 18 * * *' }],
  isRestricted: true,
  defaultSecurity: {
    isDataVisible: true,
    visibleFields: ['b'],
    filterQuery: 'b = 1',
    apiCallsQuota: { unit: 'day', limit: 3 },
  },
  rulesets: [
    { grantee: { username: 'ada' }, permissions: ['edit_dataset'], security: { filterQuery: 'b = 2' } },
    { grantee: { groupUid: 'editors' }, permissions: [], security: { visibleFields: ['b', 'c'] } },
  ],
};

async function seedEverything(): Promise<string> {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  await admin.data('mutation ($input: DatasetApplyInput!) { datasetApply(input: $input) { planId } }', {
    input: { datasetUid, ...everything },
  });
  return datasetUid;
}

/** The whole answer of read_configuration, put together from its parts. */
async function configurationOf(datasetUid: string, as = agent) {
  const bodies = await as.callAll('read_configuration', { datasetId: datasetUid });
  const [first] = bodies;
  return first.part === undefined ? first : JSON.parse(bodies.map(({ part }) => part).join(''));
}

const plan = async (datasetUid: string, changes: object, as = agent) =>
  (await as.call('plan_change', { datasetUid, changes })).body;

test('the configuration that is read is planned back without a change, whole and part by part, and shows no secret', async () => {
  const datasetUid = await seedEverything();
  const { configuration } = await configurationOf(datasetUid);
  expect(JSON.stringify(configuration)).not.toContain(secret);
  expect(Object.keys(configuration).toSorted()).toEqual(Object.keys(everything).toSorted());
  expect(await plan(datasetUid, configuration)).toMatchObject({ changes: [] });
  for (const [part, value] of Object.entries(configuration))
    expect([part, (await plan(datasetUid, { [part]: value })).changes]).toEqual([part, []]);
});

test('one thing that changes in what was read is the one thing that changes', async () => {
  const datasetUid = await seedEverything();
  const { configuration } = await configurationOf(datasetUid);
  const [web, ...resources] = configuration.resources;
  const changes = { ...configuration, resources: [{ ...web, title: 'renamed' }, ...resources] };
  const planned = await plan(datasetUid, changes);
  expect(planned.changes).toEqual([
    { path: ['resources', web.uid, 'title'], kind: 'changed', before: 'web', after: 'renamed' },
  ]);
  await agent.call('apply_change', { datasetUid, planId: planned.planId, changes });
  expect((await configurationOf(datasetUid)).configuration).toEqual(changes);
});

test('a member that is left out of an item with a uid stays', async () => {
  const datasetUid = await seedEverything();
  const { configuration } = await configurationOf(datasetUid);
  const resources = configuration.resources.map(({ uid, type, title }: Record<string, string>) => ({
    uid,
    type,
    title,
  }));
  const processors = configuration.processors.map(({ uid, type }: Record<string, string>) => ({ uid, type }));
  expect(await plan(datasetUid, { resources, processors })).toMatchObject({ changes: [] });
  expect(
    (await plan(datasetUid, { resources: [{ ...resources[0], datasource: null }, ...resources.slice(1)] })).changes,
  ).toContainEqual(expect.objectContaining({ path: ['resources', resources[0].uid, 'datasource'], after: null }));
});

test('a field configuration that is added to those that were read removes none', async () => {
  const datasetUid = await seedEverything();
  const { fields } = (await configurationOf(datasetUid)).configuration;
  const { changes } = await plan(datasetUid, {
    fields: [...fields, { label: '', configuration: { delete: { field: 'e' } } }],
  });
  expect(changes).toMatchObject([{ path: ['fields', expect.any(String)], kind: 'added' }]);
});

test('an editor who may not manage the dataset reads and plans all but the rulesets', async () => {
  const datasetUid = await seedEverything();
  const key = await seedKey(app, 'grace');
  await seedRuleset(app, datasetUid, { user: 'grace', permissions: ['edit_dataset'] });
  const editor = await connectMcp(address, key);
  const { configuration } = await configurationOf(datasetUid, editor);
  expect(Object.keys(configuration)).not.toContain('rulesets');
  expect(await plan(datasetUid, configuration, editor)).toMatchObject({ changes: [] });
});

test('keys beside the parts, and unknown keys within them, are refused by both tools', async () => {
  const datasetUid = await seedDataset(admin, { metadata: {} });
  for (const name of ['plan_change', 'apply_change'])
    for (const [changes, path] of [
      [{ dryRun: false }, 'changes.dryRun'],
      [{ datasetUid: 'da_other' }, 'changes.datasetUid'],
      [{ expectedRevision: 1 }, 'changes.expectedRevision'],
      [{ resources: [{ type: 'csvfile', title: 'x', definer: 'root' }] }, 'changes.resources.0.definer'],
      [
        { rulesets: [{ grantee: { username: 'ada', groupUid: 'editors', admin: true } }] },
        'changes.rulesets.0.grantee.admin',
      ],
    ] as const)
      expect(
        (await agent.call(name, { datasetUid, changes, ...(name === 'apply_change' && { planId: 'x' }) })).body,
      ).toMatchObject({
        code: 'INVALID_INPUT',
        arguments: { [path]: ['There is no such argument.'] },
      });
});
