import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

const records =
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 2) { nodes { id recordId values } } } }';
const node = 'query ($id: ID!) { node(id: $id) { __typename id ... on Record { recordId values } } }';
const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const recordsOf = async (uid: string) => (await admin.data(records, { uid })).catalogDataset.records.nodes;

test('`node` finds a record with the values that its dataset shows, and `nodes` finds it among other objects', async () => {
  const uid = await publishedTowns(app, web);
  const [first, second] = await recordsOf(uid);
  expect(await unauthenticated.data(node, { id: first.id })).toEqual({ node: { __typename: 'Record', ...first } });
  const dataset = (await admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { id } }', { uid }))
    .catalogDataset;
  const ids = [second.id, dataset.id, first.id.slice(0, -2), first.id];
  expect((await unauthenticated.data(nodes, { ids })).nodes).toEqual([
    { __typename: 'Record', id: second.id },
    { __typename: 'CatalogDataset', id: dataset.id },
    null,
    { __typename: 'Record', id: first.id },
  ]);
});

test('`node` finds no record that the caller may not see', async () => {
  const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  const filtered = await publishedTowns(app, web, { defaultSecurity: { filterQuery: 'country = "none"' } });
  const restricted = await publishedTowns(app, web, { isRestricted: true });
  for (const uid of [hidden, filtered, restricted]) {
    const [{ id }] = await recordsOf(uid);
    expect(await unauthenticated.data(node, { id })).toEqual({ node: null });
    expect((await admin.data(node, { id })).node).toMatchObject({ id });
  }
});

test('one record beyond its quota leaves the other objects of `nodes` answered', async () => {
  const [limited, free] = [
    await publishedTowns(app, web, { defaultSecurity: { apiCallsQuota: { unit: 'day', limit: 0 } } }),
    await publishedTowns(app, web),
  ];
  const ids = [(await recordsOf(limited))[0].id, (await recordsOf(free))[0].id];
  const { data, errors } = await unauthenticated.graph(nodes, { ids });
  expect(data.nodes).toEqual([null, { __typename: 'Record', id: ids[1] }]);
  expect(errors).toMatchObject([{ path: ['nodes', 0], extensions: { code: 'CALLS_QUOTA_REACHED' } }]);
});

test('a ruleset and a status are found only by those who may read the configuration of their dataset', async () => {
  const uid = await publishedTowns(app, web);
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', security: {} });
  const { dataset } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { status { id } userRuleset(username: "reader") { id } } }',
    { uid },
  );
  const ids = [dataset.status.id, dataset.userRuleset.id];
  expect((await admin.data(nodes, { ids })).nodes).toEqual([
    { __typename: 'PublicationStatus', id: ids[0] },
    { __typename: 'UserRuleset', id: ids[1] },
  ]);
  for (const caller of [unauthenticated, reader])
    expect((await caller.data(nodes, { ids })).nodes).toEqual([null, null]);
});
