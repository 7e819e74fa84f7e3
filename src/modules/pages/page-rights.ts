import { caller, orChanged, type RulesetPermission, type Session } from '#api/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { grantsOneOf, withinScopes } from '#access/index.ts';

/** The permissions of a ruleset that apply to pages. */
export const pagePermissions = [
  'explore_restricted_page',
  'edit_page',
  'manage_page',
] as const satisfies readonly RulesetPermission[];

/** A right on a page. */
export type PagePermission = (typeof pagePermissions)[number];

/** The permissions that the creator of a page holds without a ruleset, and that allow their holder to edit the page. */
export const editingPermissions = ['edit_page', 'manage_page'] as const satisfies readonly PagePermission[];

/** Whether the creator of a page holds one of the permissions. */
export const isGrantedToCreator = (permissions: readonly RulesetPermission[]): boolean =>
  editingPermissions.some((permission) => permissions.includes(permission));

/**
 * SQL condition: the caller has one of these permissions on a page: for the domain, as the creator of the page, or by a ruleset of the caller
 * or of one of the caller's groups. The scopes of the key limit all of them.
 */
function hasAnyPermission(session: Session, page: Sql, ...anyOf: readonly PagePermission[]): Sql {
  if (anyOf.some((permission) => session.permissions.has(permission))) return sqlText('true');
  const allowed = withinScopes(session, anyOf);
  if (session.username === undefined || allowed.length === 0) return sqlText('false');
  const byRuleset = sql`exists (select 1 from page_ruleset r where r.page_uid = ${page}.uid
    and (r.username = ${caller.username} or r.group_uid = any(${caller.groups})) and ${grantsOneOf(allowed)})`;
  return isGrantedToCreator(allowed) ? sql`(${page}.created_by = ${caller.username} or ${byRuleset})` : byRuleset;
}

/**
 * The rights on a page. Each function returns the SQL condition that the caller has the right. The argument `page` is the
 * alias of the table `portal_page` in the query. All lists, counts, lookups and changes use these conditions.
 */
export const pageRights = Object.freeze({
  /** The right to read the draft of the page, and to change, publish and delete the page. */
  edit: (session: Session, page: Sql): Sql =>
    orChanged(session, page, hasAnyPermission(session, page, ...editingPermissions)),
  /** The right to decide who sees the page. */
  manage: (session: Session, page: Sql): Sql => hasAnyPermission(session, page, 'manage_page'),
  /**
   * The right to find the page on the portal. The page must be published; if it is restricted, the caller must have a right
   * to explore, edit or manage it.
   */
  see: (session: Session, page: Sql): Sql =>
    sql`(${page}.published_at is not null and (not ${page}.is_restricted or ${hasAnyPermission(session, page, ...pagePermissions)}))`,
});
