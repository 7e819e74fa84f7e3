import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { connectMcp, listen, type McpClient } from '../support/http/mcp.ts';
import { changeForm, seedForm } from '../support/portal/forms.ts';
import { enableMarketplace, seedPublishedDataset } from '../support/portal/relations.ts';
import { seedKey } from '../support/seed.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;
const towns = await publishedTowns(app, web);
const restricted = await publishedTowns(app, web, {
  isRestricted: true,
  metadata: { default: { title: { value: 'Secret towns' } } },
});
const address = await listen(app);
const anyone = await connectMcp(address);
const administrator = await connectMcp(address, 'test-administrator-key');
const slugsOf = (forms: readonly { readonly slug: string }[]) => forms.map(({ slug }) => slug);

test('the server introduces itself, and answers tools with JSON', async () => {
  expect(anyone.client.getServerVersion()).toMatchObject({ name: 'catalograph' });
  expect(anyone.client.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  expect(anyone.client.getInstructions()).toContain('search_catalog');
});

test('the catalog is searched by words and facets, page by page', async () => {
  const { body } = await anyone.call('search_catalog', { query: 'town', facets: ['keyword'] });
  expect(body).toMatchObject({
    facets: [],
    datasets: [{ uid: towns, title: 'Towns', publishedRecordCount: expect.any(Number) }],
    page: { shown: '1–1 of 1' },
  });
  expect(
    (await administrator.callAll('search_catalog', { limit: 1, sort: 'TITLE' })).map(({ datasets, page }) => [
      datasets.map(({ title }: { title: string }) => title),
      page.shown,
    ]),
  ).toEqual([
    [['Secret towns'], '1–1 of 2'],
    [['Towns'], '2–2 of 2'],
  ]);
});

test('a search that finds nothing says which words match nothing, and offers the nearest datasets', async () => {
  const search = async (given: object) => (await anyone.call('search_catalog', given)).body;
  const nearest = [{ datasetId: expect.any(String), title: 'Towns' }];
  expect(await search({ query: 'mountain towns' })).toMatchObject({
    datasets: [],
    page: { shown: 'no items of 0' },
    nothingFound: { unmatchedWords: ['mountain'], matchingWords: ['towns'], nearest },
  });
  expect(await search({ query: 'towns', refine: [{ field: 'theme', value: 'None' }] })).toMatchObject({
    nothingFound: { unmatchedWords: [], advice: expect.stringContaining('without refine'), nearest },
  });
  expect((await search({ query: 'mountain secret' })).nothingFound).toEqual({
    unmatchedWords: ['mountain', 'secret'],
    matchingWords: [],
    advice: expect.stringContaining('other words'),
    nearest: [],
  });
  expect((await search({ query: 'towns' })).nothingFound).toBeUndefined();
});

test('a dataset is named by its identifier, its uid or its id in the graph', async () => {
  const { catalogDataset } = await admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { id datasetId } }',
    {
      uid: towns,
    },
  );
  const { dataset } = await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { id } }', { uid: towns });
  for (const datasetId of [towns, catalogDataset.datasetId, catalogDataset.id, dataset.id]) {
    for (const name of ['describe_dataset', 'read_configuration', 'follow_publication'])
      expect((await administrator.call(name, { datasetId })).body).toMatchObject({ uid: towns });
    expect((await anyone.call('read_records', { datasetId, limit: 1 })).isError).toBe(false);
  }
});

test('the query language and the datasets that the caller may see are resources', async () => {
  const { resources } = await anyone.client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(['odsql', expect.any(String)]);
  expect((await administrator.client.listResources()).resources).toHaveLength(3);
  const textOf = async (uri: string) => {
    const [content] = (await anyone.client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };
  expect(await textOf('catalog://odsql')).toContain('groupBy');
  expect(JSON.parse(await textOf(resources[1]?.uri ?? ''))).toMatchObject({ uid: towns, fields: expect.any(Array) });
  expect((await anyone.client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  for (const uri of [
    `catalog://datasets/${restricted}`,
    'catalog://datasets/none',
    'catalog://datasets/%',
    'file:///etc/passwd',
  ])
    await expect(anyone.client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
  await expect(anyone.client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32_602 });
});

test('a dataset that the caller may not see is neither found, counted nor read', async () => {
  expect((await anyone.call('search_catalog')).body.page).toEqual({ shown: '1–1 of 1' });
  expect((await administrator.call('search_catalog')).body.page).toEqual({ shown: '1–2 of 2' });
  const calls = [
    ['describe_dataset', {}],
    ['read_records', {}],
    ['aggregate_records', { select: 'count(*) as n' }],
  ] as const;
  for (const [name, given] of calls) {
    const [hidden, missing] = await Promise.all(
      [restricted, 'none'].map((datasetId) => anyone.call(name, { datasetId, ...given })),
    );
    expect(hidden).toEqual(missing);
    expect(hidden).toMatchObject({ isError: true, body: { code: 'NOT_FOUND', message: 'Not found.' } });
    expect((await administrator.call(name, { datasetId: restricted, ...given })).isError).toBe(false);
  }
  expect(await anyone.call('trace_lineage', { assetUid: restricted, direction: 'uses' })).toMatchObject({
    body: { code: 'NOT_FOUND' },
  });
});

test('a dataset is described with its metadata, links and fields', async () => {
  const { body } = await anyone.call('describe_dataset', { datasetId: towns });
  expect(body).toMatchObject({
    uid: towns,
    title: 'Towns',
    metadata: { default: { title: { value: 'Towns' } } },
    exports: expect.arrayContaining([{ format: 'csv', url: expect.stringContaining('/exports/csv') }]),
    page: { shown: '1–9 of 9' },
  });
  expect(body.fields).toContainEqual(expect.objectContaining({ name: 'area', type: 'double', unit: 'km²' }));
});

test('records are read with the clauses of the Explore API', async () => {
  const { body } = await anyone.call('read_records', {
    datasetId: towns,
    where: 'country = "FR"',
    select: 'name, population / area as density',
    orderBy: 'population desc',
    limit: 1,
  });
  expect(body).toMatchObject({
    records: [{ name: 'Paris', density: expect.any(Number) }],
    page: { shown: expect.stringMatching(/^1–1 of \d+$/), nextCursor: expect.any(String) },
  });
  const all = await anyone.callAll('read_records', { datasetId: towns, select: 'name', limit: 3 });
  const { results } = (
    await app.unauthenticated.restAt('/api/explore/v2.1')(
      'GET',
      `/catalog/datasets/${towns}/records/?select=name&limit=100`,
    )
  ).body;
  expect(all.flatMap(({ records }) => records)).toEqual(results);
});

test('records are aggregated by groups, and it is known whether more groups follow', async () => {
  const query = { datasetId: towns, select: 'count(*) as n', groupBy: 'country', orderBy: 'country' };
  const { groups, page } = (await anyone.call('aggregate_records', query)).body;
  expect(page).toEqual({ shown: `1–${groups.length}` });
  expect(groups).toContainEqual({ country: 'FR', n: expect.any(Number) });
  const pages = await anyone.callAll('aggregate_records', { ...query, limit: 1 });
  expect(pages.flatMap((each) => each.groups)).toEqual(groups);
  expect(
    (await anyone.call('aggregate_records', { datasetId: towns, select: 'max(population) as most' })).body,
  ).toEqual({
    groups: [{ most: expect.any(Number) }],
    page: { shown: '1–1' },
  });
});

test('lineage is followed where the portal shows relations', async () => {
  const uid = await seedPublishedDataset(app);
  await enableMarketplace(app, false);
  const lineage = { assetUid: uid, direction: 'sources' };
  expect((await anyone.call('trace_lineage', lineage)).body).toMatchObject({ code: 'MARKETPLACE_DISABLED' });
  await enableMarketplace(app);
  const { createAssetRelation: _none } = await admin.data(
    'mutation ($input: AssetRelationInput!) { createAssetRelation(input: $input) { use { uid } } }',
    { input: { sourceUid: towns, useUid: uid, relationType: 'usage' } },
  );
  expect((await anyone.call('trace_lineage', lineage)).body).toMatchObject({
    uid,
    isTruncated: false,
    hops: [{ depth: 1, relationType: 'usage', asset: { uid: towns, title: 'Towns', dataset: {} } }],
    page: { shown: '1–1 of 1' },
  });
});

test('an agent finds a form to fill in without a right to change it, and reads its questions', async () => {
  await seedForm(admin, 'open-survey', { accessType: 'open', title: 'Trees' });
  await seedForm(admin, 'staff-survey', { accessType: 'authenticated' });
  await seedForm(admin, 'full-survey', { accessType: 'open', submissionsQuota: 0 });
  await changeForm(admin, 'createForm', { slug: 'unpublished', title: 'Later', accessType: 'open' });
  const open = { slug: 'open-survey', title: 'Trees', description: '', accessType: 'open' };
  expect((await anyone.call('read_forms')).body).toEqual({ forms: [open], page: { shown: '1–1 of 1' } });
  expect((await anyone.call('read_forms', { formSlug: 'open-survey' })).body).toMatchObject({
    slug: 'open-survey',
    sections: [{ blocks: [{ fieldId: 'name', isRequired: true }] }],
  });
  const member = await connectMcp(address, await seedKey(app, 'member'));
  const pages = await member.callAll('read_forms', { limit: 1 });
  expect(pages.map(({ forms, page }) => [slugsOf(forms), page.shown])).toEqual([
    [['open-survey'], '1–1 of 2'],
    [['staff-survey'], '2–2 of 2'],
  ]);
});

test('the forms that a key may change are listed on request, published or not', async () => {
  await changeForm(admin, 'createForm', { slug: 'draft', title: 'Draft', accessType: 'open' });
  const list = async (client: McpClient) => (await client.call('read_forms', { editable: true })).body;
  expect(await list(anyone)).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await list(await connectMcp(address, await seedKey(app, 'reader')))).toEqual({
    forms: [],
    page: { shown: 'no items of 0' },
  });
  const { forms } = await list(administrator);
  expect(forms).toContainEqual(expect.objectContaining({ slug: 'draft', publishedVersion: null }));
  const { formConfigurations } = await admin.data('{ formConfigurations(first: 100) { nodes { slug } } }');
  expect(slugsOf(forms)).toEqual(slugsOf(formConfigurations.nodes));
});

test('a key sees what its owner may change: configurations need one', async () => {
  expect((await anyone.call('read_configuration', { datasetId: towns })).body).toMatchObject({ code: 'UNAUTHORIZED' });
  const other = await connectMcp(address, await seedKey(app, 'other'));
  expect((await other.call('read_configuration', { datasetId: towns })).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await administrator.call('read_configuration', { datasetId: towns })).body).toMatchObject({
    uid: towns,
    isPublished: true,
    configuration: { metadata: { default: { title: { value: 'Towns' } } }, resources: [{ type: 'csvfile' }] },
  });
  expect((await administrator.call('follow_publication', { datasetId: towns })).body).toMatchObject({
    status: 'idle',
    isPending: false,
    isPublished: true,
  });
});

test('an error has the code and the message of the table, and names the argument', async () => {
  const read = (given: object) => anyone.call('read_records', { datasetId: towns, ...given });
  expect((await read({ where: 'population >' })).body).toMatchObject({ code: 'ODSQL_SYNTAX_ERROR' });
  expect((await read({ select: 'nothing' })).body).toMatchObject({ code: 'ODSQL_ERROR', clause: 'select' });
  expect((await read({ limit: 101, wher: 'x', where: 1 })).body).toMatchObject({
    code: 'INVALID_INPUT',
    arguments: { limit: [expect.any(String)], wher: ['There is no such argument.'], where: [expect.any(String)] },
  });
  expect((await read({ where: 'population >' })).body.next).toContain('describe_dataset');
  expect((await anyone.call('describe_dataset', { datasetId: 'none' })).body.next).toContain('search_catalog');
  expect((await anyone.call('read_forms', { formSlug: 'none' })).body.next).toContain('read_forms');
  for (const select of ['name', '"count(x)" as x', 'population / area as `sum(x)`'])
    expect((await anyone.call('aggregate_records', { datasetId: towns, select })).body).toMatchObject({
      code: 'INVALID_INPUT',
      arguments: { select: [expect.stringContaining('use read_records')] },
    });
  await expect(anyone.client.callTool({ name: 'drop_table', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
});

test('the runs of harvesters are read by those who may harvest', async () => {
  const url = web.serve('/data.json', JSON.stringify({ dataset: [{ identifier: 'trees', title: 'Trees' }, {}] }));
  const { createHarvester } = await admin.data(
    'mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid } } }',
    { input: { name: 'Feed', type: 'datajson', settings: { url } } },
  );
  const { uid } = createHarvester.harvester;
  await admin.data('mutation ($input: StartHarvesterInput!) { startHarvester(input: $input) { harvester { uid } } }', {
    input: { uid },
  });
  const run = await eventually(
    async () => (await administrator.call('read_harvesters', { uid })).body,
    ({ harvester }) => harvester.status === 'idle',
  );
  expect(run).toMatchObject({
    harvester: { uid, name: 'Feed', harvestedDatasetCount: 1, resourceErrorCount: 1 },
    message: null,
    datasets: [
      { remoteId: 'entry 2', outcome: 'failed', error: 'The entry has no identifier.' },
      {
        remoteId: 'trees',
        title: 'Trees',
        outcome: 'created',
        isOfLastRun: true,
        changes: [],
        dataset: { datasetId: expect.any(String) },
      },
    ],
    page: { shown: '1–2 of 2' },
  });
  const failed = (await administrator.call('read_harvesters', { uid, outcome: 'failed' })).body;
  expect(failed.datasets).toHaveLength(1);
  const { harvesters } = (await administrator.call('read_harvesters', {})).body;
  expect(harvesters).toEqual([expect.objectContaining({ uid, type: 'datajson', status: 'idle' })]);
  for (const given of [{}, { uid }])
    expect((await anyone.call('read_harvesters', given)).body).toMatchObject({ code: 'UNAUTHORIZED' });
});
