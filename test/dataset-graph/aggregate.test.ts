import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { datasetGraphOf } from '#test/support/http/dataset-graph.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const towns = datasetGraphOf(app, await publishedTowns(app, web));

test('groups have their key and the measures of fields, in an order', async () => {
  const query = `{ aggregate(groupBy: [country], orderBy: [{ field: population, measure: sum, direction: DESC }], first: 2) {
    groups { key { country } count population { people: sum max avg countDistinct __typename } founded { min } tags { count } }
    hasMore
  } }`;
  expect(await towns.data(query)).toEqual({
    aggregate: {
      groups: [
        {
          key: { country: 'FR' },
          count: 2,
          population: {
            ...{ people: 2620000, max: 2100000, avg: 1310000, countDistinct: 2, __typename: 'WholeNumberMeasures' },
          },
          founded: { min: '1790-03-04' },
          tags: { count: 2 },
        },
        {
          key: { country: 'CH' },
          count: 2,
          population: {
            ...{ people: 337000, max: 203000, avg: 168500, countDistinct: 2, __typename: 'WholeNumberMeasures' },
          },
          founded: { min: '1191-01-01' },
          tags: { count: 2 },
        },
      ],
      hasMore: true,
    },
  });
});

test('without keys all records are one group, with a filter', async () => {
  const query = '{ aggregate(filter: { country: { eq: "CH" } }) { groups { count area { max } } } }';
  expect(await towns.data(query)).toEqual({ aggregate: { groups: [{ count: 2, area: { max: 51.6 } }] } });
});

test('groups are ordered by their number of records and by their keys', async () => {
  const query = `{ aggregate(groupBy: [country], orderBy: [{ direction: DESC }, { field: country, direction: DESC }]) {
    groups { key { country } }
  } }`;
  const { aggregate } = await towns.data(query);
  expect(aggregate.groups.map(({ key }: { key: { country: string } }) => key.country)).toEqual(['FR', 'CH', 'EC']);
});

test.each([
  ['{ aggregate(groupBy: [country]) { groups { key { name } } } }', 'groupBy'],
  ['{ aggregate(orderBy: [{ field: name }]) { groups { count } } }', 'orderBy.0.field'],
  ['{ aggregate(groupBy: [name], first: 20001) { groups { count } } }', 'first'],
  ['{ facets(fields: []) { field } }', 'fields'],
  ['{ facets(fields: [name], limit: 0) { field } }', 'limit'],
])('%s is refused at %s', async (query, path) => {
  const { errors } = await towns.query(query);
  expect(errors[0].extensions).toEqual({ code: 'INVALID_INPUT', fields: { [path]: [expect.any(String)] } });
});

test('facets have the values of fields with their counts', async () => {
  const query =
    '{ facets(fields: [country, tags], filter: { population: { gt: 200000 } }) { field values { n: count value } } }';
  expect(await towns.data(query)).toEqual({
    facets: [
      {
        field: 'country',
        values: [
          { n: 2, value: 'FR' },
          { n: 1, value: 'CH' },
        ],
      },
      { field: 'tags', values: expect.arrayContaining([{ n: 2, value: 'river' }]) },
    ],
  });
});
