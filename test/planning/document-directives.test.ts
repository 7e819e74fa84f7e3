import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp();
const { byPlan, byResolvers } = await planAndResolvers(app);
const uid = await seedDataset(app.admin);

const query = `{ dataset(by: { uid: "${uid}" }) {
  first: resources { nodes { url @omitIfNull uid datasource @omitIfNull { type } params @spread } }
  last: resources { totalCount nodes { title params @spread displayName url @omitIfNull } }
  only: resources { nodes { datasource @omitIfNull { type } } edges { node { params @spread } } } } }`;

/** Members of every kind, some with the name of another field, or with the signs that end a text or an object. */
const member = fc.oneof(
  fc.constantFrom('uid', 'title', 'url', 'params', '__proto__', '"', '{}', '}', ','),
  fc.string(),
);
const params = fc.dictionary(member, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 });

test('a plan leaves out and spreads members as resolvers do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ params, url: fc.option(fc.webUrl()) }), { maxLength: 3 }), async (stored) => {
      const rows = JSON.stringify(stored).replaceAll(/(\\\\)|\\u0000/g, '$1');
      await app.services.db.rows(sql`delete from resource where dataset_uid = ${uid}`);
      await app.services.db.rows(
        sql`insert into resource (uid, dataset_uid, type, title, params, url, datasource, created_at, updated_at)
          select at::text, ${uid}, 'csvfile', 'a', r -> 'params', r ->> 'url',
            case when r ->> 'url' is null then '{"type": "uploaded_file", "file": {"uid": "x"}}'::jsonb end, now(), now()
          from jsonb_array_elements(${rows}::jsonb) with ordinality each(r, at)`,
      );
      const context = () => createContext(app.services, callers.administrator, 'test');
      const planned = await byPlan(context(), { query });
      const { data, errors } = await byResolvers(context(), { query });
      expect(errors).toBeUndefined();
      expect(JSON.parse(planned ?? '')).toEqual(JSON.parse(JSON.stringify(data)));
      expect(planned).not.toMatch(/"url":null|"datasource":null/);
    }),
    { numRuns: 20 },
  );
});

test('clients of the graph cannot use these directives', async () => {
  const { errors } = await app.admin.graph('{ datasets { nodes { uid @omitIfNull } } }');
  expect(errors?.[0]?.message).toContain('Unknown directive "@omitIfNull".');
});
