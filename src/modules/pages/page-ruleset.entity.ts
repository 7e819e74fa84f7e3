import { defineEntity, p } from '@mikro-orm/core';
import { GroupEntity, UserEntity } from '../identity/index.ts';
import { PageEntity } from './page.entity.ts';
import type { PagePermission } from './page-rights.ts';

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
  },
  uniques: [{ properties: ['page', 'user'] }, { properties: ['page', 'group'] }],
  checks: [{ name: 'page_ruleset_names_one_grantee', expression: 'num_nonnulls(username, group_uid) = 1' }],
});
export class PageRulesetEntity extends schema.class {}
schema.setClass(PageRulesetEntity);
