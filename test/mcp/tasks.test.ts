import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { connectMcp, listen } from '../support/http/mcp.ts';
import { seedForm } from '../support/portal/forms.ts';
import { enableMarketplace, seedPublishedDataset } from '../support/portal/relations.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, MCP: 'read-write' });
const { admin } = app;
const towns = await publishedTowns(app, web);
const agent = await connectMcp(await listen(app), 'test-administrator-key');

/** The most calls that a task may take. */
const maxCalls = 6;

type Body = ReturnType<typeof JSON.parse>;
type Call = (name: string, given?: object) => Promise<Body>;

/** A task: what a user asks of an agent. Each of its calls succeeds, and there are few. */
const task = (request: string, work: (call: Call) => Promise<void>): void => {
  test(request, async () => {
    let count = 0;
    await work(async (name, given) => {
      const { isError, body } = await agent.call(name, given);
      count += 1;
      if (isError || count > maxCalls) throw new Error(`Call ${count}, ${name}: ${JSON.stringify(body)}`);
      return body;
    });
  });
};

/** Publishes, and waits until it is done: one call in nearly all cases. */
async function publish(call: Call, datasetId: string): Promise<void> {
  await call('publish_dataset', { datasetId });
  expect(await call('follow_publication', { datasetId, waitSeconds: 25 })).toMatchObject({
    isPending: false,
    isPublished: true,
    status: 'idle',
  });
}

task('Which dataset has the towns of the region, and what do its fields mean?', async (call) => {
  const { nothingFound } = await call('search_catalog', { query: 'towns of the region' });
  const { datasets } = await call('search_catalog', { query: nothingFound.matchingWords.join(' ') });
  const { fields } = await call('describe_dataset', { datasetId: datasets[0].datasetId });
  expect(fields).toContainEqual(expect.objectContaining({ name: 'area', unit: 'km²' }));
});

task('Show the three largest French towns.', async (call) => {
  const { datasets } = await call('search_catalog', { query: 'towns' });
  const { datasetId } = datasets[0];
  await call('describe_dataset', { datasetId });
  const { records } = await call('read_records', {
    datasetId,
    where: 'country = "FR"',
    select: 'name, population',
    orderBy: 'population desc',
    limit: 3,
  });
  expect(records[0]).toMatchObject({ name: 'Paris' });
});

task('How many people live in the towns of each country?', async (call) => {
  const { datasets } = await call('search_catalog', { query: 'towns' });
  const { groups } = await call('aggregate_records', {
    datasetId: datasets[0].datasetId,
    select: 'sum(population) as people',
    groupBy: 'country',
    orderBy: 'people desc',
  });
  expect(groups).toContainEqual({ country: 'FR', people: expect.any(Number) });
});

task('What are these figures made from?', async (call) => {
  const useUid = await seedPublishedDataset(app);
  await enableMarketplace(app);
  await admin.data('mutation ($input: AssetRelationInput!) { createAssetRelation(input: $input) { use { uid } } }', {
    input: { sourceUid: towns, useUid, relationType: 'usage' },
  });
  const { datasetId } = await call('describe_dataset', { datasetId: useUid });
  const { hops } = await call('trace_lineage', { assetUid: datasetId, direction: 'sources' });
  expect(hops).toMatchObject([{ depth: 1, asset: { title: 'Towns' } }]);
});

task('Call the dataset "Cities", and publish it.', async (call) => {
  const datasetId = await publishedTowns(app, web);
  const changes = { metadata: { default: { title: { value: 'Cities' } } } };
  const { planId, changes: planned } = await call('plan_change', { datasetId, changes });
  expect(planned).toHaveLength(1);
  await call('apply_change', { datasetId, changes, planId });
  await publish(call, datasetId);
  expect(await call('describe_dataset', { datasetId })).toMatchObject({ title: 'Cities' });
});

task('Fill in the survey for me.', async (call) => {
  await seedForm(admin, 'survey');
  const { forms } = await call('read_forms');
  const { sections } = await call('read_forms', { formSlug: forms[0].slug });
  const [{ fieldId }] = sections[0].blocks;
  expect(await call('submit_form', { formSlug: forms[0].slug, answers: { [fieldId]: 'Ada' } })).toMatchObject({
    isValid: true,
  });
});

task('The field population counts people: say so, and publish it.', async (call) => {
  const datasetId = await publishedTowns(app, web);
  const changes = {
    fields: [{ label: '', configuration: { annotate: { field: 'population', annotation: 'unit', args: ['people'] } } }],
  };
  const { planId, changes: planned } = await call('plan_change', { datasetId, changes });
  expect(planned).toMatchObject([{ kind: 'added' }]);
  await call('apply_change', { datasetId, changes, planId });
  await publish(call, datasetId);
  const { fields } = await call('describe_dataset', { datasetId });
  expect(fields).toContainEqual(expect.objectContaining({ name: 'population', unit: 'people' }));
});

task('Rename the resource, and change nothing else.', async (call) => {
  const datasetId = await publishedTowns(app, web);
  const { configuration } = await call('read_configuration', { datasetId });
  const [{ uid, type, ...rest }] = configuration.resources;
  const changes = { resources: [{ uid, type, title: 'Renamed' }] };
  const { planId } = await call('plan_change', { datasetId, changes });
  await call('apply_change', { datasetId, changes, planId });
  const { configuration: after } = await call('read_configuration', { datasetId });
  expect(after).toEqual({ ...configuration, resources: [{ uid, type, ...rest, title: 'Renamed' }] });
});

task('Make a dataset of this CSV, and count its trees.', async (call) => {
  const { datasetId, problem } = await call('create_dataset', {
    title: 'Trees of the park',
    file: { filename: 'trees.csv', content: 'species,height\nOak,21\nBirch,12\nOak,18\n' },
  });
  expect(problem).toBeUndefined();
  await publish(call, datasetId);
  const { groups } = await call('aggregate_records', {
    datasetId,
    select: 'count(*) as trees, max(height) as tallest',
    groupBy: 'species',
    orderBy: 'trees desc',
  });
  expect(groups[0]).toEqual({ species: 'Oak', trees: 2, tallest: 21 });
});

test('a dataset is made of an address; where the source cannot be read, the draft stays and says why', async () => {
  const { body } = await agent.call('create_dataset', {
    title: 'Rivers',
    url: web.serve('/rivers.csv', 'river,km\nRhine,1233\n'),
  });
  expect(body).toMatchObject({ resource: { type: 'csvfile', title: 'Rivers' }, revision: expect.any(Number) });
  const missing = await agent.call('create_dataset', {
    title: 'Nothing',
    url: `${new URL(web.serve('/x', '')).origin}/none.csv`,
  });
  expect(missing.body).toMatchObject({ uid: expect.stringMatching(/^da_/), problem: { code: expect.any(String) } });
  expect((await agent.call('create_dataset', { title: 'Neither' })).body).toMatchObject({ code: 'INVALID_INPUT' });
});

test('the types of processors and extractors are listed, and one with its parameters', async () => {
  for (const kind of ['processor', 'extractor']) {
    const { types } = (await agent.call('list_types', { kind })).body;
    const { body } = await agent.call('list_types', { kind, type: types[0].type });
    expect(body.types).toMatchObject([{ ...types[0], parameters: expect.any(Array) }]);
    expect((await agent.call('list_types', { kind, type: 'none' })).body).toMatchObject({ code: 'INVALID_INPUT' });
  }
  const planned = await agent.call('plan_change', {
    datasetId: towns,
    changes: { processors: [{ type: 'none', label: '' }] },
  });
  expect(planned.body.next).toContain('list_types');
});
