import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp();
const { agree, byPlan, byResolvers } = await planAndResolvers(app);
const uid = await seedDataset(app.admin);
const query = `query ($uid: ID!) { dataset(by: { uid: $uid }) {
  defaultSecurity { id isDataVisible filterQuery visibleFields apiCallsQuota { limit unit } }
} }`;
const question = { query, variables: { uid } };
const complete = { isDataVisible: true, filterQuery: '', visibleFields: ['a', 'b'], apiCallsQuota: null };

const store = (security: object) =>
  app.services.db.rows(
    sql`update dataset set default_security = ${JSON.stringify(security)}::jsonb where uid = ${uid}`,
  );

const context = () => createContext(app.services, callers.administrator, 'test');

test.each([
  ['has every member', complete],
  ['lacks members that may be null', { isDataVisible: true, filterQuery: 'a: b' }],
  ['has null for members that may be null', { ...complete, visibleFields: null }],
  ['has an object in it', { ...complete, apiCallsQuota: { limit: 5, unit: 'day' } }],
  ['has members that the graph does not know', { ...complete, visibleAreas: [1] }],
])('a plan answers from stored JSON that %s', async (_name, security) => {
  await store(security);
  expect(await agree(callers.administrator, question)).toBe('planned');
});

test.each([
  ['lacks a member that is never null', { isDataVisible: true, visibleFields: null }],
  ['has null for a member that is never null', { ...complete, filterQuery: null }],
  ['has a number for a text', { ...complete, filterQuery: 5 }],
  ['has a text for a truth value', { ...complete, isDataVisible: 'yes' }],
  ['has an object for a list', { ...complete, visibleFields: { a: true } }],
  ['has null in a list of texts', { ...complete, visibleFields: ['a', null] }],
  ['has a number in a list of texts', { ...complete, visibleFields: ['a', 1] }],
  ['has a text for an object', { ...complete, apiCallsQuota: '5 a day' }],
  ['has a fraction for a whole number', { ...complete, apiCallsQuota: { limit: 1.5, unit: 'day' } }],
  ['has a number beyond 32 bits', { ...complete, apiCallsQuota: { limit: 2 ** 31, unit: 'day' } }],
  ['has a value that an enum does not have', { ...complete, apiCallsQuota: { limit: 5, unit: 'fortnight' } }],
  ['is a list', [complete]],
])('resolvers answer, not a plan, from stored JSON that %s', async (_name, security) => {
  await store(security);
  expect(await byPlan(context(), question)).toBeUndefined();
});

test('a plan never answers null for a field that is never null, as resolvers do not', async () => {
  await store({ isDataVisible: true });
  const { data, errors } = await byResolvers(context(), question);
  expect(errors?.[0]?.message).toContain('Cannot return null for non-nullable field DatasetSecurity.filterQuery');
  expect(data).toEqual({ dataset: null });
  expect(await byPlan(context(), question)).toBeUndefined();
});

test('what is not requested of stored JSON may be of an older form', async () => {
  await store({ filterQuery: 'a: b' });
  expect(await agree(callers.administrator, { ...question, query: query.replace('isDataVisible', '') })).toBe(
    'planned',
  );
});
