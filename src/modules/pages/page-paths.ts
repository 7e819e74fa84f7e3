import type { AccessPath, TypeSource } from '#api/reading/type-source.ts';
import { caller, type Session } from '#api/session.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import { grantsOneOf, withinScopes } from '#access/index.ts';
import type { PageKind } from './page.entity.ts';
import { editingPermissions, isGrantedToCreator, pagePermissions, type PagePermission } from './page-rights.ts';

/** Whether a page right of the whole domain, or the lack of a key, decides without rulesets. */
const needsNoRulesets = ({ username, permissions }: Session, anyOf: readonly PagePermission[]): boolean =>
  username === undefined || anyOf.some((permission) => permissions.has(permission));

/**
 * The paths to the pages that `pageRights.edit` allows, by the title of the draft. Each path here and below is an index of the migration
 * `page-access-paths`, so its conditions are those of the index.
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
        where p.kind = ${kind} and p.published_at is not null and ${condition}`,
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
