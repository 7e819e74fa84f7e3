import { expect, test } from '@jest/globals';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import { testApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { watchStatements } from '../support/database/watch-statements.ts';
import { seedUser } from '../support/seed.ts';
import { readsOf } from './support/reads-of.ts';

const app = await testApp();
const { services } = app;
const { db, exploreDb } = services;
const pages: Sql[] = [];
Object.assign(services, {
  exploreDb: watchStatements(exploreDb, {
    rows: (statement) => {
      if (statement.render().text.includes('limit')) pages.push(statement);
    },
    texts: () => undefined,
  }),
});

/** Publishes datasets, the first of which are restricted in each order; titles and times repeat, and some lack them. */
async function seedEntries(count: number): Promise<void> {
  await db.rows(sql`delete from dataset`);
  await db.rows(sql`delete from ruleset`);
  await db.rows(sql`
    insert into dataset (uid, dataset_id, created_at, updated_at, status_since, is_published, is_restricted, default_security, metadata, published_metadata,
      data_processed_at, generation)
    select 'da_' || md5(n::text), 'dataset-' || lpad((n % 97)::text, 2, '0') || '-' || n, made, made, made, true, n % 3 = 0, '{}', '{}',
      jsonb_build_object('default', jsonb_build_object('modified', jsonb_build_object('value', case when n % 11 > 0 then made end),
        'title', jsonb_build_object('value', case when n % 13 > 0 then case when n % 3 = 0 then 'À ' else 'z ' end || n / 5 end))),
      case when n % 7 > 0 then made end, null
    from generate_series(1, ${count}::int) n, lateral (select timestamptz '2026-01-01' + (n / 4) * interval '1 minute') at(made)`);
  await fillEntries(services);
  await db.rows(sql`vacuum analyze catalog_entry`);
}

const readers: Readonly<Record<string, Client>> = {
  'a visitor': app.unauthenticated,
  'a reader with rulesets': await seedUser(app, 'reader', { groups: ['few'] }),
  'an explorer of all datasets': await seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] }),
  'an administrator': app.admin,
};

/** What each caller sees, and each order, as one reads them in the contract. */
const visible: Readonly<Record<string, Sql>> = {
  'a visitor': sqlText('not e.is_restricted'),
  'a reader with rulesets': sqlText(
    "not e.is_restricted or e.uid in (select r.dataset_uid from ruleset r where r.group_uid = 'few')",
  ),
  'an explorer of all datasets': sqlText('true'),
  'an administrator': sqlText('true'),
};
const orders = {
  'MODIFIED_AT, direction: DESC': 'e.modified desc nulls last',
  'MODIFIED_AT, direction: ASC': 'e.modified nulls last',
  'DATA_PROCESSED_AT, direction: DESC': 'e.data_processed desc nulls last',
  'DATA_PROCESSED_AT, direction: ASC': 'e.data_processed nulls last',
  'TITLE, direction: ASC': 'odsql.fold(e.title) collate "C" nulls last',
  'TITLE, direction: DESC': 'odsql.fold(e.title) collate "C" desc nulls last',
  'DATASET_ID, direction: ASC': 'e.dataset_id',
  'DATASET_ID, direction: DESC': 'e.dataset_id desc',
} as const;
type Sort = keyof typeof orders;
const sorts = Object.keys(orders) as Sort[];

const grant = (count: number) =>
  db.rows(sql`insert into ruleset (dataset_uid, group_uid, permissions, security)
    select uid, 'few', '{explore_restricted_dataset}', '{}' from dataset where is_restricted order by uid limit ${count}::int`);

async function search(client: Client, sort: Sort, args: string) {
  const { catalog } = await client.data(
    `{ catalog(orderBy: { field: ${sort} }, ${args}) { edges { cursor node { datasetId } } } }`,
  );
  return catalog.edges as readonly { readonly cursor: string; readonly node: { readonly datasetId: string } }[];
}

test('a page of a search without words reads as much of a large catalog as of a small one, in each order', async () => {
  const small = 600;
  const tooMuch: object[] = [];
  const blocksOfSmall = new Map<string, number>();
  for (const count of [small, 4 * small]) {
    await seedEntries(count);
    await grant(10);
    for (const [name, client] of Object.entries(readers))
      for (const sort of sorts) {
        const cursor = (await search(client, sort, 'first: 1, offset: 180')).at(-1)?.cursor ?? '';
        for (const args of ['first: 5', `first: 5, after: "${cursor}"`, 'last: 5', `last: 5, before: "${cursor}"`]) {
          pages.length = 0;
          await search(client, sort, args);
          const [statement] = pages.splice(0).slice(-1);
          const { rows, blocks } = await readsOf(exploreDb, statement?.render());
          const of = [name, sort, args.replace(cursor, '')].join(', ');
          // six entries in each of three parts of two ranges, and the ten restricted ones of the reader
          if (rows > 6 * 3 * 2 + 10) tooMuch.push({ of, count, rows });
          if (count === small) blocksOfSmall.set(of, blocks);
          else if (blocks > 1.5 * (blocksOfSmall.get(of) ?? 0) + 20) tooMuch.push({ of, count, blocks });
        }
      }
  }
  expect(tooMuch).toEqual([]);
});

test.each(Object.entries(readers))(
  'the pages that %s finds are those of the order, whatever the access',
  async (name, client) => {
    await seedEntries(120);
    await grant(15);
    for (const sort of sorts) {
      const expected = await db.rows<{ id: string }>(sql`select e.dataset_id as id from catalog_entry e
      where ${visible[name]} order by ${sqlText(orders[sort])}, e.dataset_id`);
      const ids = expected.map(({ id }) => id);
      const idsOf = async (args: string) => (await search(client, sort, args)).map(({ node }) => node.datasetId);
      expect(await idsOf('first: 200')).toEqual(ids);
      expect(await idsOf('first: 7, offset: 30')).toEqual(ids.slice(30, 37));
      expect(await idsOf('last: 7, offset: 30')).toEqual(ids.slice(-37, -30));
      const walked: string[] = [];
      for (let after = ''; ;) {
        const edges = await search(client, sort, `first: 7, offset: 1${after}`);
        walked.push(...edges.map(({ node }) => node.datasetId));
        const last = edges.at(-1);
        if (!last) break;
        after = `, after: "${last.cursor}"`;
      }
      expect(walked).toEqual(ids.filter((_id, index) => index % 8 > 0));
    }
  },
);
