import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;

const schemaQuery = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordSchema schema {
  name label type description isMultivalued isFacet isDisjunctive isSortable isIdentifier hierarchySeparator unit decimals precision
} } }`;

test('the schema of a dataset has its visible fields with their types and annotations', async () => {
  const uid = await publishedTowns(app, web);
  const { schema } = (await unauthenticated.data(schemaQuery, { uid })).catalogDataset;
  const plain = {
    ...{ description: null, isMultivalued: false, isFacet: false, isDisjunctive: false, isSortable: false },
    ...{ isIdentifier: false, hierarchySeparator: null, unit: null, decimals: null, precision: null },
  };
  expect(schema).toEqual([
    { ...plain, name: 'name', label: 'name', type: 'text', isFacet: true },
    { ...plain, name: 'country', label: 'country', type: 'text', isFacet: true },
    { ...plain, name: 'population', label: 'population', type: 'int' },
    { ...plain, name: 'area', label: 'area', type: 'double', unit: 'km²' },
    { ...plain, name: 'founded', label: 'founded', type: 'date' },
    { ...plain, name: 'updated', label: 'updated', type: 'datetime' },
    { ...plain, name: 'tags', label: 'tags', type: 'text', isFacet: true, isMultivalued: true },
    { ...plain, name: 'path', label: 'path', type: 'text', isFacet: true, hierarchySeparator: '/' },
    { ...plain, name: 'position', label: 'position', type: 'geo_point_2d' },
  ]);
});

test('the annotations of a field have their arguments', async () => {
  const uid = await publishedTowns(app, web);
  const { schema } = (
    await unauthenticated.data(
      'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name annotations { name args } } } }',
      { uid },
    )
  ).catalogDataset;
  expect(schema).toContainEqual({ name: 'area', annotations: [{ name: 'unit', args: ['km²'] }] });
});

test('the JSON Schema of a row is valid, and names the visible fields only', async () => {
  const uid = await publishedTowns(app, web);
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', security: { visibleFields: ['name', 'tags'] } });
  const { recordSchema } = (await reader.data(schemaQuery, { uid })).catalogDataset;
  const validate = new Ajv2020().compile(recordSchema);
  expect(validate({ name: 'Bern', tags: ['capital'] })).toBe(true);
  expect(validate({ name: 'Bern', tags: null })).toBe(true);
  expect(validate({ name: 'Bern', tags: null, country: 'CH' })).toBe(false);
});
