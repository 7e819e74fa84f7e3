import { defineEntity, p } from '@mikro-orm/core';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import { inTitleOrder, PageEntity } from './page.entity.ts';
import type { PagePermission } from './page-rights.ts';

/** An index from which lists read the pages of a grantee in the order of their titles. */
const index = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "page_ruleset" ${definition}`,
});

/** The rights of a user or a group on one page. */
const schema = defineEntity({
  name: 'PageRuleset',
  tableName: 'page_ruleset',
  properties: {
    id: p.integer().primary().autoincrement(),
    page: () => p.manyToOne(PageEntity).joinColumn('page_uid').deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).joinColumn('username').nullable().deleteRule('cascade').index(),
    group: () => p.manyToOne(GroupEntity).joinColumn('group_uid').nullable().deleteRule('cascade').index(),
    permissions: p.array().$type<PagePermission[]>().columnType('text[]'),
    /** Copies of the page that triggers maintain; `restrictedTitle` is the published title of a restricted page. */
    pageKind: p.text().nullable(),
    pageSlug: p.text().nullable(),
    pageTitle: p.text().nullable(),
    restrictedTitle: p.text().nullable(),
  },
  indexes: (['username', 'group_uid'] as const).flatMap((grantee) => [
    index(
      `page_ruleset_${grantee}_editing_index`,
      `("${grantee}", ${inTitleOrder('page_title')}, "page_slug", "page_uid") where "${grantee}" is not null and "permissions" && '{edit_page,manage_page}'`,
    ),
    index(
      `page_ruleset_${grantee}_restricted_index`,
      `("${grantee}", "page_kind", ${inTitleOrder('restricted_title')}, "page_slug", "page_uid") where "${grantee}" is not null and "restricted_title" is not null`,
    ),
  ]),
  uniques: [{ properties: ['page', 'user'] }, { properties: ['page', 'group'] }],
  checks: [{ name: 'page_ruleset_names_one_grantee', expression: 'num_nonnulls(username, group_uid) = 1' }],
});
export class PageRulesetEntity extends schema.class {}
schema.setClass(PageRulesetEntity);
