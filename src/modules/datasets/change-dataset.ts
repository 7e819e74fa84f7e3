import type { RequestContext } from '#api/context.ts';
import { type SectionName, sectionNames } from '#api/section-name.ts';
import { allInOrder } from '#kernel/concurrency.ts';
import { inTransaction } from '#api/transaction.ts';
import { type DatasetRight, datasetRights, permissionOfRight } from '#access/index.ts';
import { DatasetEntity } from './dataset.entity.ts';
import { forCaller, type Session } from '#api/session.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type CredentialRow, currentCredentialColumn, renewSession } from '#identity/index.ts';
import { newUid } from '#kernel/ids.ts';

/** What a change affects and requires. */
interface DatasetChange {
  /** The sections that the version lists as changed. */
  readonly sections: readonly SectionName[];
  /** Sections that change as well, but are not listed by the version. */
  readonly unlistedSections?: readonly SectionName[];
  /** The rights that the caller needs. By default `edit`, and `manage` where the security changes. */
  readonly rights?: readonly DatasetRight[];
  /** The revision that the caller last read. Any other revision fails with REVISION_MISMATCH. */
  readonly expectedRevision?: number | null | undefined;
  /** Whether the input changes nothing. `apply` then only checks that the objects of the input exist, and no version is recorded. */
  readonly isEmpty?: boolean;
}

/** Rows that a change needs besides the dataset. */
export interface RowsOfChange<Rows> {
  /** Reads the rows. Its statement is sent behind that of the lock, so it reads what is true while the dataset is locked, and takes no round trip. */
  readonly read: (tx: RequestContext) => Promise<Rows>;
}

/** Changes a locked dataset, and returns the result of the change. */
type ApplyChange<T, Rows> = (tx: RequestContext, dataset: DatasetEntity, rows: Rows) => Promise<T> | T;

/**
 * Changes a dataset's configuration, except its metadata, which `changeMetadata` changes. In one transaction, it locks the dataset,
 * authorizes the caller, runs `apply`, raises the revision, sets updated_at and updated_by, and records a version. Fails NOT_FOUND,
 * PERMISSION_DENIED, REVISION_MISMATCH, in this order.
 */
export function changeDataset<T, Rows>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange & RowsOfChange<Rows>,
  apply: ApplyChange<T, Rows>,
): Promise<T>;
export function changeDataset<T>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange,
  apply: ApplyChange<T, undefined>,
): Promise<T>;
export function changeDataset<T, Rows>(
  ctx: RequestContext,
  uid: string,
  change: DatasetChange & Partial<RowsOfChange<Rows>>,
  apply: ApplyChange<T, Rows | undefined>,
): Promise<T> {
  const changesSecurity = [...change.sections, ...(change.unlistedSections ?? [])].includes('security');
  return inTransaction(ctx, async (tx) => {
    const [dataset, rows] = await allInOrder([
      lockDataset(tx, uid, change.rights ?? rightsToChange(change.sections), change.expectedRevision),
      change.read?.(tx) ?? Promise.resolve(undefined),
    ]);
    tx.state.changedUid = changesSecurity ? undefined : uid;
    const result = await apply(tx, dataset, rows);
    if (change.isEmpty) return result;
    await tx.em.flush();
    await recordVersion(tx, uid, { ...change, isFirst: dataset.revision === 0 });
    // the security decides what readers see of the dataset
    if (changesSecurity) for (const hook of tx.app.registry.onPublicationChanged) await hook(tx, uid);
    return result;
  });
}

/** The right to edit, and the right to manage where the security changes (docs/contract/rest.md, Who may do what). */
export const rightsToChange = (sections: readonly SectionName[]): readonly DatasetRight[] =>
  sections.includes('security') ? ['edit', 'manage'] : ['edit'];

/**
 * Locks a dataset for the rest of the transaction. Rights are checked once the lock is held, so that a right revoked during
 * the wait does not count. Fails UNAUTHORIZED without a key or when it is revoked, NOT_FOUND when the caller may not read the dataset,
 * PERMISSION_DENIED when a right is missing, REVISION_MISMATCH when another revision was expected, in this order
 * (docs/contract/rest.md 1).
 */
export async function lockDataset(
  tx: RequestContext,
  uid: string,
  rights: readonly DatasetRight[],
  expectedRevision?: number | null,
): Promise<DatasetEntity> {
  // both statements are sent at once; the second sees what is true once the first has the lock
  const [, { missing: _none, ...row }] = await allInOrder([
    findDatasetWithRights(tx, uid, rights, sqlText('t.uid'), sqlText('for update')),
    findDatasetWithCurrentRights(tx, uid, rights),
  ]);
  const dataset = tx.em.map(DatasetEntity, row);
  checkRevision(dataset.revision, expectedRevision);
  return dataset;
}

/** Reads the row of a locked dataset, and checks the rights that the caller holds now. */
async function findDatasetWithCurrentRights(tx: RequestContext, uid: string, rights: readonly DatasetRight[]) {
  const { credential, ...found } = await findDatasetWithRights<{ credential: CredentialRow | null }>(
    tx,
    uid,
    rights,
    sql`t.*, ${currentCredentialColumn(tx.session)} as credential`,
    sqlText(''),
  );
  const session = renewSession(tx.session, credential);
  return session === tx.session
    ? found
    : findDatasetWithRights(
        { ...tx, session, db: forCaller(tx.db, session) },
        uid,
        rights,
        sqlText('t.*'),
        sqlText(''),
      );
}

/** Fails REVISION_MISMATCH when another revision was expected. */
export function checkRevision(revision: number, expected: number | null | undefined): void {
  if (expected != null && expected !== revision) fail('REVISION_MISMATCH', { revision });
}

/** Fails UNAUTHORIZED without a key, NOT_FOUND when the caller may not read the dataset, PERMISSION_DENIED when one of the rights is missing. */
export async function requireRights(ctx: RequestContext, uid: string, rights: readonly DatasetRight[]): Promise<void> {
  await findDatasetWithRights(ctx, uid, rights, sqlText('t.uid'), sqlText(''));
}

/**
 * Reads columns of the dataset under the alias `t`; `lock` is the locking clause, or empty. Fails as `requireRights` does.
 */
export const findDatasetWithRights = async <Columns extends object>(
  ctx: RequestContext,
  uid: string,
  rights: readonly DatasetRight[],
  columns: Sql,
  lock: Sql,
): Promise<Columns & WithRights> =>
  checkRights(
    await firstRow<Columns & WithRights>(ctx.db, sql`${selectWithRights(ctx.session, uid, rights, columns)} ${lock}`),
  );

/** A row of a dataset, and the permission that the caller lacks; null when the caller has all rights. */
interface WithRights {
  readonly missing: string | null;
}

/**
 * The query of a dataset under the alias `t` that the caller may read: the columns, and `missing`. Fails UNAUTHORIZED without a key, because
 * no configuration is for everyone: "not found" would send a caller who forgot the key after a wrong uid.
 */
export function selectWithRights(session: Session, uid: string, rights: readonly DatasetRight[], columns: Sql): Sql {
  if (session.username === undefined) fail('UNAUTHORIZED');
  const t = sqlText('t');
  const missing = sqlJoin(
    rights.map((right) => sql`when not ${datasetRights[right](session, t)} then ${permissionOfRight[right]}::text`),
    ' ',
  );
  return sql`
    select case ${missing} end as missing, ${columns}
    from dataset t
    where t.uid = ${uid} and ${datasetRights.read(session, t)}`;
}

/** Fails NOT_FOUND when the query found no dataset, PERMISSION_DENIED when the caller lacks a right. */
export function checkRights<Row extends WithRights>(found: Row | undefined): Row {
  if (!found) fail('NOT_FOUND');
  if (found.missing !== null) fail('PERMISSION_DENIED', { permission: found.missing });
  return found;
}

/** How many versions a dataset keeps (docs/contract/specification.md 8). */
const maxVersions = 20;

/** A change to record. */
export interface RecordedChange {
  /** The sections that the version lists as changed. */
  readonly sections: readonly SectionName[];
  /** Sections that change as well, but are not listed by the version. */
  readonly unlistedSections?: readonly SectionName[];
  /** Whether this is the dataset's first version. */
  readonly isFirst?: boolean;
}

/** Raises the revision of a locked dataset, sets updated_at and updated_by, and records the state after the change, in one statement. */
export async function recordVersion(tx: RequestContext, uid: string, change: RecordedChange): Promise<void> {
  await tx.db.send(
    sql`
      with d as (update dataset set ${raisedRevision(tx, change)} where uid = ${uid} returning *),
        ${recordedVersion(tx, uid, change)}
      select`,
  );
}

/** The assignments that raise the revision of a dataset. A new dataset already has its timestamps. */
export const raisedRevision = ({ app, session }: RequestContext, { isFirst = false }: RecordedChange): Sql =>
  isFirst
    ? sql`revision = dataset.revision + 1`
    : sql`revision = dataset.revision + 1, updated_at = ${app.clock.now()}, updated_by = ${session.username ?? null}`;

/**
 * The common table expressions that record the state of the changed dataset, which the statement has as `d`. A changed section gets a new
 * snapshot; an unchanged one shares the snapshot of the previous version. Versions beyond the limit are deleted. Nothing is written when
 * `d` is empty.
 */
export const recordedVersion = (tx: RequestContext, uid: string, change: RecordedChange): Sql => sql`
    captured as (${captureSections(tx, change)}),
    versions as (select v.uid, v.snapshots, row_number() over (order by v.revision desc) as age
      from dataset_version v
      join d on d.uid = v.dataset_uid),
    latest as (select s.id, s.section, s.snapshot
      from versions v
      join section_snapshot s on s.dataset_uid = ${uid} and s.id = any(v.snapshots)
      where v.age = 1),
    fresh as (insert into section_snapshot (dataset_uid, section, snapshot)
      select ${uid}, c.section, c.snapshot from captured c left join latest l on l.section = c.section
      where l.id is null or l.snapshot is distinct from c.snapshot returning *),
    shared as (select id from latest where section not in (select section from fresh)),
    recorded as (insert into dataset_version (uid, dataset_uid, revision, sections, snapshots, created_by, created_at)
      select ${newUid('version')}, d.uid, d.revision,
        ${sectionNames.filter((name) => change.sections.includes(name))}::text[],
        array(select id from fresh union all select id from shared order by id), d.updated_by, d.updated_at
        from d
        returning *),
    pruned as (delete from dataset_version
      using versions v
      where dataset_version.uid = v.uid and v.age >= ${maxVersions}::int
      returning v.uid),
    unreferenced as (delete from section_snapshot s where s.dataset_uid = ${uid}
      and s.id in (select unnest(snapshots) from versions where age >= ${maxVersions}::int)
      and s.id not in (select unnest(snapshots) from versions where age < ${maxVersions}::int)
      and s.id not in (select id from shared))`;

/**
 * Common table expressions under the names of the tables that the statement changes, with their rows after the change: without them the
 * statement would read those from before. No view that a payload reads shows a column that a change of metadata writes.
 */
export const changedTables = (uid: string): Sql => sql`
    dataset as not materialized (select * from d union all select * from dataset where uid <> ${uid}),
    section_snapshot as not materialized (select * from fresh union all select * from section_snapshot),
    dataset_version as not materialized (
      select * from recorded union all select * from dataset_version where uid not in (select uid from pruned))`;

/** The sections that may differ from the previous version, as rows of (section, snapshot); all sections of a new dataset. */
function captureSections(
  { app }: RequestContext,
  { sections, unlistedSections = [], isFirst = false }: RecordedChange,
): Sql {
  // security is always captured: deleting a user or a group deletes rulesets without recording a version
  const captured = sectionNames
    .filter((name) => isFirst || name === 'security' || sections.includes(name) || unlistedSections.includes(name))
    .map((name) => app.registry.sections.get(name))
    .filter((section) => section !== undefined);
  const d = sqlText('d');
  return sqlJoin(
    captured.map((section) => sql`select ${section.name}::text as section, ${section.capture(d)} as snapshot from d`),
    ' union all ',
  );
}

/** The maximum number of parts, which bounds the cost of a record and the size of a version. */
const maxParts = {
  processors: { limit: 100, noun: 'processors' },
  fields: { limit: 1_000, noun: 'field configurations' },
  resources: { limit: 500, noun: 'resources' },
  alternativeExports: { limit: 100, noun: 'alternative exports' },
} as const;

/** The kind of a part whose number is limited. */
type LimitedPart = keyof typeof maxParts;

/** The maximum number of parts of a kind. */
export const partLimit = (part: LimitedPart): number => maxParts[part].limit;

/** Fails INVALID_INPUT when a dataset would have too many parts of a kind. */
export function checkPartLimit(part: LimitedPart, count: number): void {
  const { limit, noun } = maxParts[part];
  if (count > limit) failFields({ [part]: [`A dataset has at most ${limit} ${noun}.`] });
}
