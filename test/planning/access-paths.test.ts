import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anonymous, type Permission, type RulesetPermission, rulesetPermissions, type Session } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { seedUser } from '../support/seed.ts';
import { comparePages } from './support/compare-pages.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { readsOf } from './support/reads-of.ts';

const app = await testApp();
const { db } = app.services;
const ways = await planAndResolvers(app);
const compare = comparePages(app, ways);
const users = ['ada', 'bo'];
const groups = ['few', 'some', 'many'];
for (const user of users) await seedUser(app, user, { groups });

/** Datasets of which some are published, some of these restricted, some of ada, and several of the same moment. */
const seedDatasets = (count: number) =>
  db.rows(sql`
    insert into dataset (uid, dataset_id, created_at, updated_at, status_since, created_by, is_published, is_restricted, default_security, metadata)
    select 'da_' || md5(n::text), 'dataset-' || n, made, made, made, case when n % 7 = 0 then 'ada' end, n % 3 > 0, n % 4 = 0, '{}', '{}'
    from generate_series(1, ${count}::int) n, lateral (select timestamptz '2026-01-01' + (n / 2) * interval '1 minute') at(made)`);

/** Gives a group a ruleset on the first datasets in an order. */
const grant = (group: string, order: string, count: number) =>
  db.rows(sql`
    insert into ruleset (dataset_uid, group_uid, permissions, security)
    select uid, ${group}::text, '{edit_dataset}', '{}' from dataset order by ${sqlText(order)} limit ${count}::int`);

const orders = { oldest: 'created_at, uid', newest: 'created_at desc, uid', random: 'uid' };
const counts = { few: 10, some: 100, many: 1_000 };

const sessionOf = (username: string | undefined, rest: Partial<Session> = {}): Session => ({
  ...anonymous,
  username,
  scopes: new Set(rulesetPermissions),
  ...rest,
});

test.each(Object.entries(orders))(
  'a page reads as much with ten rulesets as with a thousand, on the %s datasets',
  async (_title, order) => {
    await db.rows(sql`delete from dataset`);
    await db.rows(sql`delete from ruleset`);
    await seedDatasets(3_000);
    for (const [group, count] of Object.entries(counts)) await grant(group, order, count);
    await db.rows(sql`vacuum analyze dataset, ruleset`);
    for (const list of ['datasets', 'catalog'] as const) {
      for (const group of groups) {
        const session = sessionOf('bo', { groups: [group] });
        const question = { query: `{ ${list}(first: 5) { nodes { uid } pageInfo { endCursor } } }` };
        const { rows, blocks } = await readsOf(db, ways.explain(session, question)?.[list]);
        // six keys of the page and of the row after it, from two paths at most, and six rows by key
        expect(rows).toBeLessThanOrEqual(3 * 6);
        expect(blocks).toBeLessThanOrEqual(50);
      }
    }
  },
);

test('a page of datasets in any order reads an index, or no more than the caller may edit', async () => {
  await db.rows(sql`delete from dataset`);
  await db.rows(sql`delete from ruleset`);
  await seedDatasets(3_000);
  await grant('few', 'uid', counts.few);
  await db.rows(sql`vacuum analyze dataset, ruleset`);
  const administrator = sessionOf('ada', { permissions: new Set(['edit_dataset']) });
  for (const keys of ['TITLE', 'DATASET_ID', 'CREATED_AT', 'UPDATED_AT'].flatMap((field) => [
    `{ field: ${field} }`,
    `{ field: ${field}, direction: DESC }`,
    `[{ field: ${field} }, { field: ${field === 'TITLE' ? 'UPDATED_AT' : 'TITLE'}, direction: DESC }]`,
  ])) {
    const question = { query: `{ datasets(first: 5, orderBy: ${keys}) { nodes { uid } pageInfo { endCursor } } }` };
    const all = await readsOf(db, ways.explain(administrator, question)?.['datasets']);
    // datasets without a title are equal in the first key, so that the second one sorts all of them; an index by the last change would slow every change
    if (!/^\[\{ field: TITLE|^\W+field: UPDATED_AT/.test(keys))
      expect({ keys, isBounded: all.rows <= 3 * 6 }).toEqual({ keys, isBounded: true });
    const few = await readsOf(db, ways.explain(sessionOf('bo', { groups: ['few'] }), question)?.['datasets']);
    expect({ keys, rows: few.rows, isBounded: few.rows <= 5 * counts.few }).toMatchObject({ keys, isBounded: true });
  }
});

const permissions = [
  'explore_restricted_dataset',
  'edit_dataset',
  'publish_dataset',
  'explore_restricted_page',
  'edit_page',
  'manage_page',
] as const;

/** A caller with some of the rights that there are. */
const anySession = fc
  .record({
    username: fc.constantFrom(...users, undefined),
    groups: fc.subarray(groups),
    scopes: fc.subarray<RulesetPermission>([...permissions]),
    domain: fc.subarray<Permission>([...permissions], { maxLength: 1 }),
  })
  .map(({ username, groups: own, scopes, domain }) =>
    username === undefined
      ? anonymous
      : sessionOf(username, {
          groups: own,
          scopes: new Set(scopes),
          permissions: new Set(domain.filter((permission) => scopes.some((scope) => scope === permission))),
        }),
  );

/** Statements that change who sees what, and in which order. */
const changes = [
  sql`update dataset set is_published = not is_published where uid like 'da_1%'`,
  sql`update dataset set is_restricted = not is_restricted where uid like 'da_2%'`,
  sql`update dataset set created_at = created_at + interval '10 minutes' where uid like 'da_3%'`,
  sql`update dataset set created_by = case when created_by is null then 'bo' end where uid like 'da_4%'`,
  sql`update ruleset set permissions = '{publish_dataset}' where dataset_uid like 'da_5%'`,
  sql`update ruleset set permissions = '{}' where dataset_uid like 'da_6%'`,
  sql`delete from ruleset where dataset_uid like 'da_7%'`,
];

const page = fc.record({
  length: fc.nat(7),
  isFromEnd: fc.boolean(),
  offset: fc.nat(12),
  after: fc.nat(90),
  before: fc.nat(90),
});

test('pages by access paths are those of the condition that the caller may see a dataset, whatever the rights', async () => {
  await db.rows(sql`delete from dataset`);
  await db.rows(sql`delete from ruleset`);
  await seedDatasets(60);
  for (const [group, count] of Object.entries({ few: 5, some: 15, many: 40 })) await grant(group, 'md5(uid)', count);
  await db.rows(sql`insert into ruleset (dataset_uid, username, permissions, security)
    select uid, 'bo', case when is_restricted then '{explore_restricted_dataset}' else '{edit_dataset}' end::text[], '{}' from dataset where uid like '%a'`);
  await fc.assert(
    fc.asyncProperty(anySession, page, fc.constantFrom(...changes), async (session, requested, change) => {
      await db.rows(change);
      if (session.username !== undefined) await compare(session, 'datasets', 'Dataset', requested);
      await compare(session, 'catalog', 'CatalogDataset', requested);
    }),
    { numRuns: 60 },
  );
});

/** Pages of both kinds of which some are published, some of these restricted, some of ada, and several of the same title. */
const seedPages = (count: number) =>
  db.rows(sql`
    insert into portal_page (uid, kind, slug, title, titles, content, published_title, published_titles, published_content, published_at, is_restricted, created_by, created_at, updated_at)
    select 'pa_' || md5(n::text), kind, 'page-' || n, title, '{}', '{}', published, '{}', '{}', case when n % 3 > 0 then now() end, n % 4 = 0,
      case when n % 7 = 0 then 'ada' end, now(), now()
    from generate_series(1, ${count}::int) n, lateral (select (array['studio_page', 'code_editor_page'])[1 + n % 2], 'Title ' || n / 3) of(kind, title),
      lateral (select case when n % 3 > 0 then title end) state(published)`);

test('a page of the portal reads as much with ten rulesets as with a thousand', async () => {
  await seedPages(3_000);
  for (const [group, count] of Object.entries(counts))
    await db.rows(sql`
      insert into page_ruleset (page_uid, group_uid, permissions)
      select uid, ${group}::text, '{edit_page}' from portal_page order by uid limit ${count}::int`);
  await db.rows(sql`vacuum analyze portal_page, page_ruleset`);
  for (const list of ['pageConfigurations', 'studioPages', 'codeEditorPages'] as const) {
    for (const group of groups) {
      const question = { query: `{ ${list}(first: 5) { nodes { uid } pageInfo { endCursor } } }` };
      const statement = ways.explain(sessionOf('bo', { groups: [group] }), question)?.[list];
      const { rows, blocks } = await readsOf(db, statement);
      expect(rows).toBeLessThanOrEqual(3 * 6);
      expect(blocks).toBeLessThanOrEqual(60);
    }
  }
});

/** Statements that change who sees which pages, and in which order. */
const pageChanges = [
  sql`update portal_page set is_restricted = not is_restricted where uid like 'pa_1%'`,
  sql`update portal_page set title = 'B' || title, published_title = case when published_title is not null then 'C' || title end where uid like 'pa_2%'`,
  sql`update portal_page set published_at = null, published_title = null where uid like 'pa_3%'`,
  sql`update portal_page set published_at = now(), published_title = title where uid like 'pa_4%'`,
  sql`update page_ruleset set permissions = '{explore_restricted_page}' where page_uid like 'pa_5%'`,
  sql`delete from page_ruleset where page_uid like 'pa_6%'`,
];

test('pages of the portal by access paths are those of the condition that the caller may see them, whatever the rights', async () => {
  await db.rows(sql`delete from portal_page`);
  await seedPages(60);
  await db.rows(sql`insert into page_ruleset (page_uid, username, group_uid, permissions)
    select uid, case when n = 0 then 'bo' end, case when n > 0 then (array['few', 'some', 'many'])[n] end,
      (array['{explore_restricted_page}', '{edit_page}', '{manage_page,edit_page}'])[1 + abs(hashtext(uid)) % 3]::text[]
    from portal_page, generate_series(0, 3) n where hashtext(uid || n) % 3 = 0`);
  await fc.assert(
    fc.asyncProperty(anySession, page, fc.constantFrom(...pageChanges), async (session, requested, change) => {
      await db.rows(change);
      if (session.username !== undefined) await compare(session, 'pageConfigurations', 'PageConfiguration', requested);
      await compare(session, 'studioPages', 'StudioPage', requested);
      await compare(session, 'codeEditorPages', 'CodeEditorPage', requested);
    }),
    { numRuns: 60 },
  );
});
