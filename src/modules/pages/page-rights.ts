import { caller } from '../../api/session/caller.ts';
import type { RulesetPermission } from '../../api/session/permissions.ts';
import type { Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

/** The permissions of a ruleset that apply to pages. */
const pagePermissions = [
  'explore_restricted_page',
  'edit_page',
  'manage_page',
] as const satisfies readonly RulesetPermission[];

/** A right on a page. */
export type PagePermission = (typeof pagePermissions)[number];

/** The permissions that the creator of a page holds without a ruleset. */
const creatorPermissions: readonly PagePermission[] = ['edit_page', 'manage_page'];

/** Condition: the caller has one of these rights on a page, for the domain, as its creator, or by a ruleset, direct or through a group, within the scopes of the key. */
function hasAnyPermission(session: Session, page: Sql, ...anyOf: readonly PagePermission[]): Sql {
  if (anyOf.some((permission) => session.permissions.has(permission))) return sqlText('true');
  const allowed = anyOf.filter((permission) => session.scopes.has(permission));
  if (session.username === undefined || allowed.length === 0) return sqlText('false');
  const byRuleset = sql`exists (select 1 from page_ruleset r where r.page_uid = ${page}.uid
    and (r.username = ${caller.username} or r.group_uid = any(${caller.groups})) and r.permissions && ${allowed}::text[])`;
  return allowed.some((permission) => creatorPermissions.includes(permission))
    ? sql`(${page}.created_by = ${caller.username} or ${byRuleset})`
    : byRuleset;
}

/**
 * The rights on a page: for each the condition, on a row of `portal_page` under an alias, that the caller has it. All lists, counts, lookups
 * and changes use these conditions.
 */
export const pageRights = Object.freeze({
  /** To read its draft, to change, publish and delete it. */
  edit: (session: Session, page: Sql): Sql => hasAnyPermission(session, page, 'edit_page', 'manage_page'),
  /** To decide who sees it. */
  manage: (session: Session, page: Sql): Sql => hasAnyPermission(session, page, 'manage_page'),
  /** To find it on the portal: published; and where it is restricted, with the right to explore, edit or manage it. */
  see: (session: Session, page: Sql): Sql =>
    sql`(${page}.published_at is not null and (not ${page}.is_restricted or ${hasAnyPermission(session, page, ...pagePermissions)}))`,
});
