import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { callers } from './seeded/catalog.ts';
import { countStatements } from './support/count-statements.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';

const app = await testApp();
const { byPlan } = await planAndResolvers(app);

test('an error of the database is the error of the operation; resolvers do not repeat the work', async () => {
  await app.services.db.rows(sql`alter table glossary_term rename column description to meaning`);
  const query = '{ glossaryTerms { nodes { description } } }';
  const { services, counted } = countStatements(app.services);
  const answer = byPlan(createContext(services, callers.administrator, 'trace'), { query });
  // undefined_column
  await expect(answer).rejects.toMatchObject({ code: '42703' });
  expect(counted()).toBe(1);

  const { data, errors } = await app.admin.graph(query);
  expect([data, errors?.map(({ extensions: { code } }) => code)]).toEqual([null, ['INTERNAL_ERROR']]);
  await app.services.db.rows(sql`alter table glossary_term rename column meaning to description`);
});

test('a refusal of one root field is reported at its field by resolvers', async () => {
  const { data, errors } = await app.unauthenticated.graph('{ glossaryTerms { nodes { uid } } viewer { username } }');
  expect(data).toEqual({ glossaryTerms: { nodes: [] }, viewer: null });
  expect(errors).toBeUndefined();
  const refused = await app.unauthenticated.graph('{ glossaryTerms { nodes { uid } } datasets { nodes { uid } } }');
  expect(refused.data).toEqual({ glossaryTerms: { nodes: [] }, datasets: null });
  expect(refused.errors?.map(({ extensions: { code } }) => code)).toEqual(['UNAUTHORIZED']);
});
