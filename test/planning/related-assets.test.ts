import { expect, test } from '@jest/globals';
import { anonymous, forCaller } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import {
  createTransactionClient,
  type DatabaseClient,
  firstRow,
  runInTransaction,
} from '#platform/database/database-client.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { changeForm } from '../support/portal/forms.ts';
import { publishRecords } from '../support/datasets/records.ts';
import { seedAsset, seedPublishedDataset, enableMarketplace } from '../support/portal/relations.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';

const app = await testApp();
const { byPlan } = await planAndResolvers(app);
await enableMarketplace(app);
const hub = await seedAsset(app.admin);
const many = 2_000;
await app.services.db.rows(
  sql`insert into portal_asset (uid, asset_type, title) select 'as_' || n, 'map', 'A map' from generate_series(1, ${many}::int) n`,
);
await app.services.db.rows(
  sql`insert into asset_relation (source_uid, use_uid, relation_type) select ${hub}, 'as_' || n, 'usage' from generate_series(1, ${many}::int) n`,
);

/** How many rows a query looks at, of these tables or of all. */
const rowsFor = (query: string, tables?: readonly string[]): Promise<number> =>
  runInTransaction(app.services.orm.em.fork(), async (em) => {
    const db = createTransactionClient(em);
    // small tables would be read as a whole
    await db.rows(sql`set local enable_seqscan = off`);
    const before = await rowsLookedAt(db, tables);
    expect(
      await byPlan({ ...createContext(app.services, anonymous, 'test'), db: forCaller(db, anonymous) }, { query }),
    ).toBeDefined();
    return (await rowsLookedAt(db, tables)) - before;
  });

/** How many a connection has looked at, as it knows until its transaction ends; it may have done so before, too. */
const rowsLookedAt = async (db: DatabaseClient, tables: readonly string[] | null = null): Promise<number> =>
  (
    await firstRow<{ rows: number }>(
      db,
      sql`
  select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows from pg_stat_xact_user_tables where relname = any(${tables}::text[]) is not false`,
    )
  )?.rows ?? 0;

test('a long page of an asset reads each of its uses a bounded number of times, at any offset', async () => {
  const page = (args: string) =>
    `{ asset(uid: "${hub}") { uses(first: 500${args}) { totalCount nodes { relationType asset { uid } } } } }`;
  for (const args of ['', ', offset: 1', ', offset: 1400']) expect(await rowsFor(page(args))).toBeLessThan(20 * many);
});

test('a lineage reads no forms, however many forms feed datasets', async () => {
  const lineage = `{ asset(uid: "as_1") { lineage(direction: uses, limit: 1000, depth: 20) { isTruncated hops { depth } } } }`;
  await app.services.db.rows(
    sql`insert into asset_relation (source_uid, use_uid, relation_type) select 'as_' || n, 'as_' || n + 1, 'usage' from generate_series(1, 100) n`,
  );
  const [trees, kinds] = [await seedPublishedDataset(app), await seedPublishedDataset(app)];
  await publishRecords(app, kinds, [{ name: 'name', type: 'text' }], []);
  for (let index = 0; index < 20; index += 1) {
    const slug = `trees-${String(index)}`;
    await changeForm(app.admin, 'createForm', {
      slug,
      title: 'Trees',
      sections: [
        {
          blocks: [
            {
              fieldId: 'kind',
              type: 'advanced_choice',
              label: 'Kind',
              advancedChoice: { datasetUid: kinds, field: 'name' },
            },
          ],
        },
      ],
    });
    await changeForm(app.admin, 'publishForm', { slug });
    await app.services.db.rows(
      sql`insert into published_upstream (dataset_uid, kind, name, origin) values (${trees}, 'form', ${slug}, '')`,
    );
  }
  expect(await rowsFor(lineage, ['form', 'form_version'])).toBe(0);
});
