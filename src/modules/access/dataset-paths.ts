import { caller } from '#api/session/caller.ts';
import type { Session } from '#api/session/session.ts';
import type { AccessPath } from '#api/reading/declare/type-source.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import {
  datasetRights,
  findsAllPublished,
  grantsOneOf,
  readingPermissions,
  readsAllDatasets,
  withinLimit,
  withinScopes,
} from './dataset-rights.ts';

const d = sqlText('d');

/**
 * The paths to the datasets on which the caller has a right, in the order of their creation. Each path is an index of the migration
 * `access-paths`, so its conditions are those of the index. Undefined for callers whose rights no ruleset decides.
 */
export const datasetPaths = Object.freeze({
  /** The paths to the datasets that `datasetRights.read` allows. */
  read(session: Session): readonly AccessPath[] | undefined {
    const allowed = withinScopes(session, readingPermissions);
    if (session.username === undefined || readsAllDatasets(session) || allowed.length === 0) return undefined;
    if (session.datasetLimit) return [datasetsWhere(datasetRights.read(session, d))];
    const isNarrowed = allowed.length < readingPermissions.length;
    const byRuleset = sqlAnd(grantsOneOf(readingPermissions), isNarrowed ? grantsOneOf(allowed) : undefined);
    return [createdByCaller(), ...grantedByRulesets(byRuleset)];
  },
  /** The paths to the datasets that `datasetRights.see` allows. */
  see(session: Session): readonly AccessPath[] | undefined {
    if (session.username === undefined || findsAllPublished(session)) return undefined;
    return [datasetsWhere(sqlText('d.is_published and not d.is_restricted')), ...restrictedEntries(session)];
  },
});

/** The paths to the restricted datasets of the catalog that the caller sees by a right on them. */
export function restrictedEntries(session: Session): readonly AccessPath[] {
  const mayExplore = session.scopes.has('explore_restricted_dataset');
  const allowed = withinScopes(session, ['explore_restricted_dataset', ...readingPermissions]);
  if (session.username === undefined || allowed.length === 0) return [];
  if (session.datasetLimit)
    return [datasetsWhere(sql`d.is_restricted and ${withinLimit(session, d, datasetRights.see(session, d))}`)];
  const byRuleset = sqlAnd(sqlText('r.is_restricted_entry'), mayExplore ? undefined : grantsOneOf(allowed));
  return [createdByCaller(sqlText('d.is_published and d.is_restricted')), ...grantedByRulesets(byRuleset)];
}

const datasetsWhere = (condition: Sql): AccessPath => ({
  rows: sql`select d.uid, d.created_at from dataset d where ${condition}`,
});

const createdByCaller = (condition?: Sql): AccessPath =>
  datasetsWhere(sqlAnd(sql`d.created_by = ${caller.username}`, condition));

const grantedByRulesets = (condition: Sql): readonly AccessPath[] => [
  rulesetsWhere(sqlAnd(sql`r.username = ${caller.username}`, condition)),
  { ...rulesetsWhere(sqlAnd(sqlText('r.group_uid = grantee'), condition)), grantees: caller.groups },
];

const rulesetsWhere = (condition: Sql): AccessPath => ({
  rows: sql`select r.dataset_uid as uid, r.dataset_created_at as created_at from ruleset r where ${condition}`,
});
