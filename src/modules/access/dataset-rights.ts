import {
  caller,
  callerOnDatasets,
  creatorPermissions,
  orChanged,
  requireCaller,
  type RulesetPermission,
  type Session,
} from '#api/session.ts';
import { sql, type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type CountedTable, rowTotal } from '#api/reading/declare-source.ts';
import type { AccessPath } from '#api/reading/type-source.ts';

const never = sqlText('false');
const always = sqlText('true');

/** Whether the session holds a right on every dataset that its key reaches. */
const hasDomainPermission = ({ permissions, datasetLimit }: Session, permission: RulesetPermission): boolean =>
  (datasetLimit?.permissions ?? permissions).has(permission);

/** The condition, and where the key is limited to datasets, that the dataset is one of them. */
export function withinLimit(session: Session, dataset: Sql, condition: Sql): Sql {
  const { datasets } = callerOnDatasets(session);
  return datasets ? sql`(${dataset}.uid = any(${datasets}) and ${condition})` : condition;
}

/**
 * Condition: the caller holds at least one of these permissions on the dataset, as its creator or by a ruleset of the caller or of one of
 * their groups. Permissions outside the scopes of the key do not count.
 */
function hasDatasetPermission(session: Session, dataset: Sql, ...anyOf: readonly RulesetPermission[]): Sql {
  const allowed = withinScopes(session, anyOf);
  if (session.username === undefined || allowed.length === 0) return never;
  const byRuleset = hasRuleset(session, dataset, grantsOneOf(allowed));
  return allowed.some((permission) => creatorPermissions.includes(permission))
    ? withinLimit(
        session,
        dataset,
        sql`(${dataset}.created_by = ${callerOnDatasets(session).username} or ${byRuleset})`,
      )
    : byRuleset;
}

/** The permissions that the scopes of the key include. */
export const withinScopes = (
  session: Session,
  permissions: readonly RulesetPermission[],
): readonly RulesetPermission[] => permissions.filter((permission) => session.scopes.has(permission));

/** Condition: the ruleset `r` grants one of the permissions. They are part of the text, so that the indexes of some rulesets match. */
export const grantsOneOf = (permissions: readonly RulesetPermission[]): Sql =>
  sql`r.permissions && ${sqlText(`'{${permissions.join(',')}}'`)}::text[]`;

/** The permissions that allow their holder to read the configuration of a dataset. */
const readingPermissions = ['edit_dataset', 'publish_dataset'] as const satisfies readonly RulesetPermission[];

/** Condition: the caller holds a right on a dataset, for the whole domain or on this dataset. */
export const hasPermission = (session: Session, dataset: Sql, permission: RulesetPermission): Sql =>
  hasDomainPermission(session, permission)
    ? withinLimit(session, dataset, always)
    : hasDatasetPermission(session, dataset, permission);

/** The rights on a dataset (docs/contract/rest.md, Who may do what), as SQL conditions on the alias of its table. */
export const datasetRights = Object.freeze({
  /** The right to change the dataset. */
  edit: (session: Session, dataset: Sql): Sql => hasPermission(session, dataset, 'edit_dataset'),
  /** The right to publish the dataset; `publish_dataset` for the whole domain also needs the right to edit. */
  publish: (session: Session, dataset: Sql): Sql =>
    hasDomainPermission(session, 'publish_dataset')
      ? sql`
        (${hasDatasetPermission(session, dataset, 'publish_dataset')}
          or ${hasPermission(session, dataset, 'edit_dataset')})`
      : hasDatasetPermission(session, dataset, 'publish_dataset'),
  /** The right to change the security of the dataset. */
  manage: (session: Session, dataset: Sql): Sql =>
    sql`(${hasPermission(session, dataset, 'edit_dataset')} and ${hasPermission(session, dataset, 'manage_dataset')})`,
  /** The right to read the configuration of the dataset. */
  read: (session: Session, dataset: Sql): Sql =>
    hasDomainPermission(session, 'edit_dataset')
      ? withinLimit(session, dataset, always)
      : orChanged(session, sql`${dataset}.uid`, hasDatasetPermission(session, dataset, ...readingPermissions)),
  /**
   * The right to find the dataset in the catalog (docs/contract/specification.md 2.1, Visibility rules). The dataset must
   * be published. If it is restricted, the caller also needs a ruleset on it, whatever its permissions, or the right to
   * explore or to configure the dataset.
   */
  see: (session: Session, dataset: Sql): Sql =>
    sql`(${dataset}.is_published and ${maySeeIfPublished(session, dataset)})`,
});

/** Whether the session may read the configuration of every dataset. */
export const readsAllDatasets = ({ permissions }: Session): boolean => permissions.has('edit_dataset');

/** Whether the session finds every published dataset in the catalog. */
export const findsAllPublished = (session: Session): boolean =>
  session.permissions.has('explore_restricted_dataset') || readsAllDatasets(session);

/** Condition: the caller may see the dataset in the catalog, provided that it is published. */
export const maySeeIfPublished = (session: Session, dataset: Sql): Sql =>
  sql`(not ${dataset}.is_restricted or ${mayExplore(session, dataset)})`;

/** Condition: a ruleset of any kind names the caller or one of their groups. */
export const hasAnyRuleset = (session: Session, dataset: Sql): Sql =>
  session.username === undefined ? never : hasRuleset(session, dataset, always);

/** The name of a right. */
export type DatasetRight = keyof typeof datasetRights;

/** The permission that an error names as missing. */
export const permissionOfRight = {
  edit: 'edit_dataset',
  publish: 'publish_dataset',
  manage: 'manage_dataset',
  read: 'edit_dataset',
  see: 'explore_restricted_dataset',
} as const satisfies Record<DatasetRight, RulesetPermission>;

/** Condition: the caller may see the dataset although it is restricted. */
function mayExplore(session: Session, dataset: Sql): Sql {
  if (session.username === undefined) return never;
  const byAnyRuleset = session.scopes.has('explore_restricted_dataset') ? hasRuleset(session, dataset, always) : never;
  return sql`
    (${hasPermission(session, dataset, 'explore_restricted_dataset')}
      or ${datasetRights.read(session, dataset)}
      or ${byAnyRuleset})`;
}

/**
 * Condition: a ruleset of the caller or of one of their groups on the dataset meets `condition`, which names the ruleset `r`. There are two
 * subqueries, so that each of them can use its own index: PostgreSQL looks up the rulesets of a few datasets, and hashes those of the caller
 * for many.
 */
function hasRuleset(session: Session, dataset: Sql, condition: Sql): Sql {
  const { username, groups } = callerOnDatasets(session);
  return withinLimit(
    session,
    dataset,
    sql`(
  exists (select from ruleset r where r.dataset_uid = ${dataset}.uid and r.username = ${username} and ${condition})
  or exists (select
    from ruleset r
    where r.dataset_uid = ${dataset}.uid and r.group_uid = any(${groups}) and ${condition}))`,
  );
}

/** Returns the result of `next` for callers who may configure a dataset or create one. Fails UNAUTHORIZED and PERMISSION_DENIED. */
export async function requireConfigurationRight<T>(ctx: RequestContext, next: () => T | Promise<T>): Promise<T> {
  const { permissions } = ctx.session;
  requireCaller(ctx.session);
  if (!permissions.has('create_dataset') && !permissions.has('edit_dataset') && !(await canEditAnyDataset(ctx))) {
    fail('PERMISSION_DENIED', { permission: 'create_dataset or edit_dataset' });
  }
  return next();
}

async function canEditAnyDataset({ db, session }: RequestContext): Promise<boolean> {
  const found = await firstRow(
    db,
    sql`select 1 from dataset d where ${datasetRights.edit(session, sqlText('d'))} limit 1`,
  );
  return found !== undefined;
}

/**
 * The number of published datasets that the session finds in the catalog. `restricted` is the number of restricted ones that it finds by
 * rights on them; only they are counted, and only for callers who have such rights.
 */
export function totalOfPublished(session: Session, table: CountedTable, restricted: Sql): Sql {
  const openToAll = rowTotal(table, { state: 'public' });
  if (findsAllPublished(session)) return sql`(${openToAll} + ${rowTotal(table, { state: 'restricted' })})`;
  return session.username === undefined ? openToAll : sql`(${openToAll} + ${restricted})`;
}

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
