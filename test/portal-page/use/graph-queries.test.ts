import { expect, test } from '@jest/globals';
import { catalogQuery, type GraphQuery, typedQuery } from '#portal-page/use/graph-queries.ts';
import { hostileName, oddState, usedRecords, wholeNames, wholeState } from '#test/support/portal/used-records.ts';

const { towns, restricted, odd } = await usedRecords();
const key = { authorization: 'Apikey test-administrator-key' };

/** The data of a query that a link of the editor has. */
async function run(
  { query, link, endpoint }: GraphQuery,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: ReturnType<typeof JSON.parse> }> {
  expect(new URL(link).searchParams.get('query')).toBe(query);
  expect(new URL(link).pathname.replace('/graphiql', '/graphql')).toBe(new URL(endpoint).pathname);
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: await response.json() };
}

const typed = (use: Parameters<typeof typedQuery>[0]): GraphQuery => {
  const query = typedQuery(use);
  if (!query) throw new Error('The dataset has no fields.');
  return query;
};

test('the query of a view has the dataset, its fields, the records that it shows, and its facets', async () => {
  const { body } = await run(catalogQuery(towns(wholeState)));
  const { title, schema, records, recordFacets } = body.data.catalogDataset;
  expect([title, schema.length]).toEqual(['Towns', 9]);
  expect(records.totalCount).toBe(wholeNames.length);
  expect(records.nodes.map(({ values }: { values: object }) => values)).toEqual([
    { name: 'Paris', population: 2100000 },
    { name: 'Lyon', population: 520000 },
    { name: 'Bern', population: 134000 },
  ]);
  expect(recordFacets).toContainEqual({
    name: 'country',
    values: [
      { value: 'FR', count: 2 },
      { value: 'CH', count: 1 },
    ],
  });
});

test('the query of the typed graph shows the same view with the types of its fields', async () => {
  const { body } = await run(typed(towns(wholeState)));
  expect(body.data.records).toMatchObject({
    totalCount: 3,
    nodes: [
      { recordId: expect.any(String), name: 'Paris', population: 2100000 },
      { name: 'Lyon', population: 520000 },
      { name: 'Bern', population: 134000 },
    ],
  });
  expect(Object.keys(body.data.records.nodes[0])).toEqual(['recordId', 'name', 'population']);
  expect(body.data.facets.map(({ field }: { field: string }) => field)).toEqual(['name', 'country', 'tags', 'path']);
});

test('a view without conditions shows all records, with objects of points', async () => {
  expect((await run(catalogQuery(towns()))).body.data.catalogDataset.records.totalCount).toBe(5);
  const { records } = (await run(typed(towns()))).body.data;
  expect(records.nodes[0]).toMatchObject({
    name: 'Paris',
    position: { lon: 2.3522, lat: 48.8566 },
    tags: ['capital', 'river'],
  });
});

test('a later page of a view has its offset', async () => {
  const use = { ...towns(wholeState), limit: 2, offset: 2 };
  const { records } = (await run(catalogQuery(use))).body.data.catalogDataset;
  expect(records.nodes.map(({ values }: { values: { name: string } }) => values.name)).toEqual(['Bern']);
  const typedRecords = (await run(typed(use))).body.data.records;
  expect(typedRecords.nodes.map(({ name }: { name: string }) => name)).toEqual(['Bern']);
});

test('values and names of any characters arrive as they are', async () => {
  const use = odd(oddState);
  const { records } = (await run(catalogQuery(use), key)).body.data.catalogDataset;
  expect(records.nodes.map(({ values }: { values: object }) => Object.values(values)[0])).toEqual([hostileName]);
  const typedRecords = (await run(typed(use), key)).body.data.records;
  expect(typedRecords.totalCount).toBe(1);
  expect(Object.values(typedRecords.nodes[0])).toContain(hostileName);
});

test('what a state says of fields that the dataset does not have is left out', async () => {
  const nowhere = { field: 'nowhere', value: 'x', direction: 'ASC' } as const;
  const use = towns({ refine: [nowhere], orderBy: [nowhere], select: ['nowhere'] });
  expect(catalogQuery(use)).toEqual(catalogQuery(towns()));
  expect(typedQuery(use)).toEqual(typedQuery(towns()));
  expect(typedQuery({ ...use, fields: [] })).toBeUndefined();
});

test('a restricted dataset answers those with a key', async () => {
  const { records } = (await run(typed(restricted(wholeState)), key)).body.data;
  expect(records.totalCount).toBe(3);
  expect((await run(typed(restricted(wholeState)))).status).toBe(404);
  expect((await run(catalogQuery(restricted()))).body.data.catalogDataset).toBeNull();
});
