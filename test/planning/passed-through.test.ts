import { expect, test } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp();
const { agree } = await planAndResolvers(app);
const uid = await seedDataset(app.admin);

test.each([
  ['as a key', { $unfinished: true, type: 'x', 10: 1, 9: 2 }],
  ['as a value', { a: '$unfinished', b: '"$unfinished"' }],
  ['below a key', { a: [{ $unfinished: null }] }],
])('a plan keeps stored JSON that has the mark of unfinished values %s', async (_place, params) => {
  await app.services.db.rows(sql`delete from resource where dataset_uid = ${uid}`);
  await app.services.db.rows(
    sql`insert into resource (uid, dataset_uid, type, title, params, url, created_at, updated_at)
      values ('r', ${uid}, 'csvfile', 'a', ${JSON.stringify(params)}::jsonb, 'http://x/"$unfinished"', now(), now())`,
  );
  const fields = 'uid params url displayName __proto__: url';
  const query = `{ dataset(uid: "${uid}") { resource(uid: "r") { params url } resources { nodes { ${fields} } edges { node { params } } } } }`;
  expect(await agree(callers.administrator, { query })).toBe('planned');
});
