import { relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { pageConfigurations } from './page-configuration.source.ts';
import { PageGroupRuleset, PageUserRuleset } from './page-ruleset.type.ts';

/** The rights besides seeing the page. On a studio page they are one, because managing it includes editing it. */
const permissions = (ruleset: Sql): Sql => sql`case
  when ${ruleset}.page_kind <> 'studio_page' then array_remove(${ruleset}.permissions, 'explore_restricted_page')
  when ${ruleset}.permissions && '{edit_page,manage_page}' then '{edit_page}'::text[]
  else '{}'::text[] end`;

/** The rulesets of users on a page, by username. Reached only through a page that the caller may edit, or from the caller's own change. */
export const pageUserRulesets = source(PageUserRuleset, {
  table: 'page_ruleset',
  key: 'id',
  columns: { permissions, user: (ruleset) => sql`jsonb_build_object('username', ${ruleset}.username)` },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.username is not null`,
});

/** The rulesets of groups on a page, by uid. Reached in the same way as those of users. */
export const pageGroupRulesets = source(PageGroupRuleset, {
  table: 'page_ruleset',
  key: 'id',
  columns: { permissions, group: (ruleset) => sql`jsonb_build_object('uid', ${ruleset}.group_uid)` },
  order: { by: [{ column: 'group_uid', type: 'text' }] },
  visible: (_session, ruleset) => sql`${ruleset}.group_uid is not null`,
});

const ofPage = { from: pageConfigurations, on: ['uid', 'page_uid'], isForRest: true } as const;
relation({
  ...ofPage,
  to: pageUserRulesets,
  field: 'userRulesets',
  returns: 'page',
  description: 'The rulesets of users, by username.',
});
relation({
  ...ofPage,
  to: pageUserRulesets,
  field: 'userRuleset',
  returns: 'byArgument',
  argumentColumn: 'username',
  argument: 'username',
  description: 'The ruleset of one user. Null when the user has none.',
  argumentDescription: 'The name of the user.',
});
relation({
  ...ofPage,
  to: pageGroupRulesets,
  field: 'groupRulesets',
  returns: 'page',
  description: 'The rulesets of groups, by uid.',
});
relation({
  ...ofPage,
  to: pageGroupRulesets,
  field: 'groupRuleset',
  returns: 'byArgument',
  argumentColumn: 'group_uid',
  description: 'The ruleset of one group. Null when the group has none.',
  argumentDescription: 'The uid of the group.',
});
