import { caller, orChanged, type RulesetPermission, type Session } from '#api/session.ts';
import { sql, type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { grantsOneOf, withinScopes } from '#access/index.ts';
import type { AccessPath, TypeSource } from '#api/reading/type-source.ts';
import type { PageKind } from './page.type.ts';

/** The permissions of a ruleset that apply to pages. */
const pagePermissions = [
  'explore_restricted_page',
  'edit_page',
  'manage_page',
] as const satisfies readonly RulesetPermission[];

/** A right on a page. */
export type PagePermission = (typeof pagePermissions)[number];

/** The permissions that the creator of a page holds without a ruleset, and that allow their holder to edit the page. */
export const editingPermissions = ['edit_page', 'manage_page'] as const satisfies readonly PagePermission[];

/** Whether the creator of a page holds one of the permissions. */
const isGrantedToCreator = (permissions: readonly RulesetPermission[]): boolean =>
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

/** The rights on a page, as SQL conditions on the alias of its table. */
export const pageRights = Object.freeze({
  /** The right to read the draft of the page, and to change, publish and delete the page. */
  edit: (session: Session, page: Sql): Sql =>
    orChanged(session, sql`${page}.uid`, hasAnyPermission(session, page, ...editingPermissions)),
  /** The right to decide who sees the page. */
  manage: (session: Session, page: Sql): Sql => hasAnyPermission(session, page, 'manage_page'),
  /** The right to find the page on the portal: it is published and not archived, and if restricted, the caller has a right on it. */
  see: (session: Session, page: Sql): Sql =>
    sql`
      (${page}.published_at is not null and not ${page}.is_archived
        and (not ${page}.is_restricted or ${hasAnyPermission(session, page, ...pagePermissions)}))`,
});

/** Whether a page right of the whole domain, or the lack of a key, decides without rulesets. */
const needsNoRulesets = ({ username, permissions }: Session, anyOf: readonly PagePermission[]): boolean =>
  username === undefined || anyOf.some((permission) => permissions.has(permission));

/**
 * The paths to the pages that `pageRights.edit` allows, by the title of the draft. Each path here and below is an index of the migration
 * `page-access-paths`, so its conditions are those of the index, and that the page is not archived.
 */
export function pathsToEdit(session: Session): readonly AccessPath[] | undefined {
  const allowed = withinScopes(session, editingPermissions);
  if (needsNoRulesets(session, editingPermissions) || allowed.length === 0) return undefined;
  const pages = sql`select p.uid, p.slug, p.title from portal_page p where p.created_by = ${caller.username}`;
  const isNarrowed = allowed.length < editingPermissions.length;
  const condition = sqlAnd(grantsOneOf(editingPermissions), isNarrowed ? grantsOneOf(allowed) : undefined);
  return [{ rows: pages }, ...byRulesets(sqlText('r.page_title as title'), condition)];
}

/** The paths to the published pages of a kind that `pageRights.see` allows, by the published title. */
export const pathsToPublished =
  (kind: PageKind): NonNullable<TypeSource['accessPaths']> =>
  (session) => {
    if (needsNoRulesets(session, pagePermissions)) return undefined;
    const allowed = withinScopes(session, pagePermissions);
    const pages = (condition: Sql): AccessPath => ({
      rows: sql`select p.uid, p.slug, p.published_title from portal_page p
        where p.kind = ${kind} and p.published_at is not null and not p.is_archived and ${condition}`,
    });
    const condition = sqlAnd(
      sql`r.page_kind = ${kind}`,
      sqlText('r.restricted_title is not null'),
      grantsOneOf(allowed),
    );
    return [
      pages(sqlText('not p.is_restricted')),
      ...(isGrantedToCreator(allowed) ? [pages(sql`p.is_restricted and p.created_by = ${caller.username}`)] : []),
      ...(allowed.length > 0 ? byRulesets(sqlText('r.restricted_title as published_title'), condition) : []),
    ];
  };

/** The paths by the rulesets of the caller and of the caller's groups that meet a condition; `title` is the title that orders the pages. */
const byRulesets = (title: Sql, condition: Sql): readonly AccessPath[] => {
  const rows = (grantee: Sql) =>
    sql`select r.page_uid as uid, r.page_slug as slug, ${title} from page_ruleset r where ${grantee} and ${condition}`;
  return [
    { rows: rows(sql`r.username = ${caller.username}`) },
    { rows: rows(sqlText('r.group_uid = grantee')), grantees: caller.groups },
  ];
};
