import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { addTerm } from '#test/support/portal/glossary.ts';
import { seedCodeEditorPage } from '#test/support/portal/pages.ts';
import { seedUser } from '#test/support/seed.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db, orm },
} = app;

const schema = [
  'drop trigger page_ruleset_copy on page_ruleset',
  'drop trigger portal_page_copy on portal_page',
  'drop function copy_from_page',
  'drop function copy_to_page_rulesets',
  'alter table page_ruleset drop column page_kind, drop column page_slug, drop column page_title, drop column restricted_title',
  'drop index portal_page_title_slug_uid_index, portal_page_created_by_title_slug_uid_index, portal_page_public_index, portal_page_restricted_index',
  'create index portal_page_created_by_index on portal_page (created_by)',
  `delete from migration where name in ('2026-11-22-page-access-paths', '2026-11-26-page-title-order')`,
];

test('after an upgrade a user finds the pages that rulesets of an earlier version grant', async () => {
  const reader = await seedUser(app, 'reader', { groups: ['readers'] });
  await seedCodeEditorPage(admin, { titles: { en: 'Water' }, isRestricted: true });
  for (const statement of schema) await db.rows(sqlText(statement));
  await db.rows(
    sql`insert into page_ruleset (page_uid, group_uid, permissions) select uid, 'readers', '{edit_page}' from portal_page`,
  );

  await upgradeDatabase(app);

  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  const lists = '{ pageConfigurations { totalCount nodes { slug } } codeEditorPages { totalCount nodes { slug } } }';
  const one = { totalCount: 1, nodes: [{ slug: 'water' }] };
  expect(await reader.data(lists)).toEqual({ pageConfigurations: one, codeEditorPages: one });
});

test('after an upgrade tags and aliases that were stored as a missing value are texts again', async () => {
  const uid = await addTerm(admin, { name: 'Nothing', aliases: ['none', 'null'] });
  await seedCodeEditorPage(admin, { titles: { en: 'Air' } });
  await db.rows(sqlText(`update glossary_term set aliases = '{none,null}', search_aliases = '{NONE,null}'`));
  await db.rows(sqlText(`update portal_page set tags = '{null}' where slug = 'air'`));
  await db.rows(sqlText(`delete from migration where name = '2026-11-28-null-texts'`));

  await upgradeDatabase(app);

  const { glossaryTerms } = await admin.data('{ glossaryTerms(filter: { text: "null" }) { nodes { uid aliases } } }');
  expect(glossaryTerms.nodes).toEqual([{ uid, aliases: ['none', 'null'] }]);
  const { pageConfigurations } = await admin.data(
    '{ pageConfigurations { nodes { slug ... on CodeEditorPageConfiguration { tags } } } }',
  );
  expect(pageConfigurations.nodes).toContainEqual({ slug: 'air', tags: ['null'] });
});
