import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { countingClient } from '#test/support/database/watch-statements.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const seed = (datasetId: string, keyword: readonly string[], themes: readonly string[] = [], isRestricted = false) =>
  seedPublished(app, datasetId, { described: { title: datasetId, keyword }, themes, isRestricted });
await seed('oaks', ['tree', 'oak', 'park'], ['Nature']);
await seed('parks', ['park', 'tree'], ['Leisure']);
await seed('elms', ['tree', 'elm'], ['Nature']);
await seed('rivers', ['water'], ['Nature']);
await seed('lakes', ['water', 'tree']);
await seed('budget', ['money'], ['Finance']);
const secret = await seed('secret-oaks', ['tree', 'oak', 'park'], ['Nature'], true);

const related = async (client: Client, datasetId: string, args = ''): Promise<string[]> =>
  (
    await client.data(`{ catalogDataset(by: { datasetId: "${datasetId}" }) { relatedDatasets${args} { datasetId } } }`)
  ).catalogDataset.relatedDatasets.map((each: { datasetId: string }) => each.datasetId);

test('related datasets share keywords and themes: those first that share more and rarer ones', async () => {
  expect(await related(unauthenticated, 'oaks')).toEqual(['parks', 'elms', 'lakes', 'rivers']);
  expect(await related(unauthenticated, 'oaks', '(first: 2)')).toEqual(['parks', 'elms']);
  const [first, ...equal] = await related(unauthenticated, 'lakes');
  expect([first, equal.sort()]).toEqual(['rivers', ['elms', 'oaks', 'parks']]);
  expect(await related(unauthenticated, 'budget')).toEqual([]);
});

test('they are datasets that the caller may see', async () => {
  expect(await related(admin, 'oaks', '(first: 1)')).toEqual(['secret-oaks']);
  const reader = await seedUser(app, 'reader');
  expect(await related(reader, 'oaks', '(first: 1)')).toEqual(['parks']);
  await seedRuleset(app, secret, { user: 'reader' });
  expect(await related(reader, 'oaks', '(first: 1)')).toEqual(['secret-oaks']);
  expect(await related(reader, 'secret-oaks', '(first: 1)')).toEqual(['oaks']);
});

test('they follow changes of metadata and publications', async () => {
  await seed('beeches', ['beech']);
  expect(await related(unauthenticated, 'beeches')).toEqual([]);
  await seed('more-beeches', ['beech'], ['Leisure']);
  expect(await related(unauthenticated, 'beeches')).toEqual(['more-beeches']);
  expect((await related(unauthenticated, 'parks')).at(-1)).toBe('more-beeches');
});

test('all datasets of a list take as many statements as one', async () => {
  let statements = 0;
  const { db, exploreDb } = app.services;
  const counting = (client: typeof db) =>
    countingClient(client, () => {
      statements += 1;
    });
  Object.assign(app.services, { db: counting(db), exploreDb: counting(exploreDb) });
  const counts: number[] = [];
  for (const first of [1, 2, 8]) {
    statements = 0;
    const { catalog } = await unauthenticated.data(
      `{ catalog(first: ${first}, orderBy: [{ field: DATASET_ID, direction: ASC }]) { nodes { relatedDatasets { title } } } }`,
    );
    expect(catalog.nodes).toHaveLength(first);
    counts.push(statements);
  }
  Object.assign(app.services, { db, exploreDb });
  expect(counts[2]).toBe(counts[1]);
});

test.each([0, 21])('a number of %s is refused', async (first) => {
  const { data, errors } = await unauthenticated.graph(
    `{ catalogDataset(by: { datasetId: "oaks" }) { title relatedDatasets(first: ${first}) { title } } }`,
  );
  expect(data.catalogDataset).toEqual({ title: 'oaks', relatedDatasets: null });
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
});
