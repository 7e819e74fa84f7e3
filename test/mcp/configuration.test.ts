import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
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
const connection = { url: 'https://example.org/', auth: { basicAuth: { username: 'ada', password: secret } } };
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
      datasource: { http: { relativeUrl: '/1.csv?token=x', connection, headers } },
    },
    {
      type: 'csvfile',
      title: 'server',
      datasource: { ftp: { relativeUrl: '/2.csv', connection: { url: 'ftp://example.org/' } } },
    },
    { type: 'csvfile', title: 'address', url: `https://example.org/3.csv?apikey=${secret}` },
    { type: 'jcdecaux', title: 'bicycles', params: { contract: 'lyon', api_key: secret } },
    {
      type: 'jsonfile',
      title: 'answers',
      datasource: { odsForm: { form: formSlug, statusToExtract: ['approved', 'pending'] } },
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
  await admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId } }', {
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

/** Plans a change that replaces the parts, from the revision that was read. */
const plan = async (datasetId: string, changes: object, as = agent) => {
  const { revision } = (await as.call('follow_publication', { datasetId })).body;
  return (await as.call('plan_change', { datasetId, changes, mode: 'REPLACE', revision })).body;
};
const update = async (datasetId: string, changes: object) =>
  (await agent.call('plan_change', { datasetId, changes })).body;

test('the configuration that is read is planned back without a change, whole and part by part, and shows no secret', async () => {
  const datasetUid = await seedEverything();
  const { configuration } = await configurationOf(datasetUid);
  expect(JSON.stringify(configuration)).not.toContain(secret);
  expect(Object.keys(configuration).toSorted()).toEqual(Object.keys(everything).toSorted());
  expect(await plan(datasetUid, configuration)).toMatchObject({ changes: [] });
  for (const [part, value] of Object.entries(configuration))
    for (const planned of [await plan(datasetUid, { [part]: value }), await update(datasetUid, { [part]: value })])
      expect([part, planned.changes]).toEqual([part, []]);
  expect(await update(datasetUid, configuration)).toMatchObject({ changes: [] });
});

test('a change that names one item of a part keeps the others, and what it leaves out of the item', async () => {
  const datasetUid = await seedEverything();
  const { configuration } = await configurationOf(datasetUid);
  const [{ uid, type }] = configuration.resources;
  expect((await update(datasetUid, { resources: [{ uid, type, title: 'renamed' }] })).changes).toEqual([
    { path: ['resources', uid, 'title'], kind: 'changed', before: 'web', after: 'renamed' },
  ]);
  const unit = { field: 'b', annotation: 'unit', args: ['km'] };
  expect(
    (await update(datasetUid, { fields: [{ label: '', configuration: { annotate: unit } }] })).changes,
  ).toMatchObject([{ path: ['fields', expect.any(String)], kind: 'added' }]);
});

test('what the agent has not read is not replaced: no revision, an earlier one, or a resource without its uid', async () => {
  const datasetUid = await seedEverything();
  const { configuration, revision } = await configurationOf(datasetUid);
  const replace = async (changes: object, given: object) =>
    (await agent.call('plan_change', { datasetId: datasetUid, changes, mode: 'REPLACE', ...given })).body;
  expect(await replace(configuration, {})).toMatchObject({
    code: 'INVALID_INPUT',
    arguments: { revision: [expect.stringContaining('read_configuration')] },
  });
  for (const [index, { uid, type }] of configuration.resources.slice(0, 5).entries()) {
    const resources = configuration.resources.with(index, { type, title: 'renamed' });
    expect(await replace({ resources }, { revision })).toMatchObject({
      code: 'INVALID_INPUT',
      arguments: { 'changes.resources': [expect.stringContaining(uid)] },
    });
  }
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, type: 'csvfile', title: 'added meanwhile', url: 'https://example.org/9.csv' },
  });
  expect(await replace(configuration, { revision })).toMatchObject({
    code: 'REVISION_MISMATCH',
    next: expect.stringContaining('read_configuration'),
  });
});

test('rulesets beyond those that are read are updated, not replaced', async () => {
  const datasetUid = await seedEverything();
  await admin.data('mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId } }', {
    input: { datasetUid, rulesets: null },
  });
  await app.services.db.rows(
    sql`insert into user_account (username) select 'many' || n from generate_series(1, 1001) n`,
  );
  await app.services.db.rows(sql`insert into ruleset (dataset_uid, username, permissions, security)
    select ${datasetUid}, 'many' || n, '{}', (select default_security from dataset where uid = ${datasetUid}) from generate_series(1, 1001) n`);
  const { configuration, omitted } = await configurationOf(datasetUid);
  expect([Object.keys(configuration).includes('rulesets'), Object.keys(omitted)]).toEqual([false, ['rulesets']]);
  const rulesets = [{ grantee: { username: 'ada' }, permissions: ['edit_dataset'] }];
  expect(await plan(datasetUid, { rulesets })).toMatchObject({
    arguments: { 'changes.rulesets': [expect.stringContaining('UPDATE')] },
  });
  expect((await update(datasetUid, { rulesets })).changes).toHaveLength(1);
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
  const { revision } = planned;
  await agent.call('apply_change', {
    datasetId: datasetUid,
    planId: planned.planId,
    changes,
    mode: 'REPLACE',
    revision,
  });
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
      [{ isDryRun: false }, 'changes.isDryRun'],
      [{ datasetUid: 'da_other' }, 'changes.datasetUid'],
      [{ expectedRevision: 1 }, 'changes.expectedRevision'],
      [{ resources: [{ type: 'csvfile', title: 'x', definer: 'root' }] }, 'changes.resources.0.definer'],
      [
        { rulesets: [{ grantee: { username: 'ada', groupUid: 'editors', admin: true } }] },
        'changes.rulesets.0.grantee.admin',
      ],
    ] as const)
      expect(
        (await agent.call(name, { datasetId: datasetUid, changes, ...(name === 'apply_change' && { planId: 'x' }) }))
          .body,
      ).toMatchObject({
        code: 'INVALID_INPUT',
        arguments: { [path]: ['There is no such argument.'] },
      });
});
