import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';
import { callers } from './seeded/catalog.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';

const app = await testApp();
const { agree } = await planAndResolvers(app);
const uid = await seedDataset(app.admin, { datasetId: 'rivers' });
const found = (query: string, variables: object = {}) => app.admin.graph(query, variables).then(({ data }) => data);
const one = { dataset: { uid } };

test.each<[how: string, query: string, variables: Readonly<Record<string, unknown>>]>([
  ['a member', '{ dataset(by: { datasetId: "rivers" }) { uid } }', {}],
  ['a variable for a member', 'query ($uid: ID!) { dataset(by: { uid: $uid }) { uid } }', { uid }],
  ['a variable for all', 'query ($by: DatasetBy!) { dataset(by: $by) { uid } }', { by: { uid } }],
])('a dataset is found by %s, with the same plan and resolvers', async (_how, query, variables) => {
  expect(await agree(callers.administrator, { query, variables })).toBe('planned');
  expect(await found(query, variables)).toEqual(one);
});

test('each member of a one-of variable has a plan of its own', async () => {
  const query = 'query ($by: DatasetBy!) { dataset(by: $by) { uid } }';
  for (const by of [{ uid }, { datasetId: 'rivers' }, { uid }, { datasetId: uid }])
    expect(await found(query, { by })).toEqual(one);
  expect(await found(query, { by: { uid: 'rivers' } })).toEqual({ dataset: null });
});

test.each<[why: string, query: string, variables: object, error: object]>([
  [
    'by two members',
    '{ dataset(by: { uid: "a", datasetId: "b" }) { uid } }',
    {},
    { message: expect.stringContaining('exactly one key'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ],
  [
    'by two members of a variable',
    'query ($by: DatasetBy!) { dataset(by: $by) { uid } }',
    { by: { uid: 'a', datasetId: 'b' } },
    { message: expect.stringContaining('Exactly one key'), extensions: { code: 'INVALID_INPUT' } },
  ],
  [
    'by a member that is null',
    'query ($by: DatasetBy!) { dataset(by: $by) { uid } }',
    { by: { uid: null } },
    { message: expect.stringContaining('must be non-null'), extensions: { code: 'INVALID_INPUT' } },
  ],
  [
    'by nothing',
    '{ dataset { uid } }',
    {},
    { message: expect.stringContaining('"by" of type "DatasetBy!"'), extensions: { code: expect.any(String) } },
  ],
])('a dataset %s is refused', async (_why, query, variables, error) => {
  expect((await app.admin.graph(query, variables)).errors).toMatchObject([error]);
});

test('a field configuration has one operation', async () => {
  const append = `mutation ($input: AppendFieldConfigurationInput!) {
    appendFieldConfiguration(input: $input) { fieldConfiguration { uid } }
  }`;
  const configuration = { delete: { field: 'a' }, order: { order: ['b'] } };
  expect(
    (await app.admin.graph(append, { input: { datasetUid: uid, label: '', configuration } })).errors,
  ).toMatchObject([{ message: expect.stringContaining('Exactly one key'), extensions: { code: 'INVALID_INPUT' } }]);
  const { data } = await app.unauthenticated.graph('{ __type(name: "FieldConfigurationInput") { isOneOf } }');
  expect(data.__type).toEqual({ isOneOf: true });
});
