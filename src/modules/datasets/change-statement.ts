import type { RequestContext } from '#api/context.ts';
import { sql, type Sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import {
  changeDataset,
  changedTables,
  checkPartLimit,
  checkRevision,
  checkRights,
  findDatasetWithRights,
  partLimit,
  raisedRevision,
  type RecordedChange,
  recordedVersion,
  selectWithRights,
} from './change-dataset.ts';
import { writeWithPayload } from '#api/planning/execute-mutation.ts';
import { inTransaction, retryOnConflict } from '#api/transaction.ts';
import { CatalogError } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetPayload } from './dataset.source.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';

/** A change of a dataset that SQL expresses, with the dataset before as `t`, and after as `d`, empty without a change. */
interface ChangeInSql extends RecordedChange {
  readonly expectedRevision?: number | null | undefined;
  /** Columns of `t` in addition to the state of the dataset. */
  readonly columns: Sql;
  /** The condition over `t` under which the change is made. */
  readonly condition: Sql;
  /** Assignments of new values to the dataset. */
  readonly assignments?: Sql;
  /** Common table expressions that change the parts of `d`, under the names of their tables the parts after the change. */
  readonly parts?: Sql;
}

/**
 * The statement that makes a change of a dataset, records the version and reads a payload. It changes nothing when the caller lacks a right,
 * when the revision is not the expected one, or when another transaction has changed the dataset since the statement began: every change
 * of a part changes the row of its dataset as well, so the parts are then as the statement sees them.
 */
function changeStatement(ctx: RequestContext, uid: string, change: ChangeInSql, result: Sql, payload: Sql): Sql {
  const { columns, condition, assignments, parts, expectedRevision } = change;
  const t = selectWithRights(ctx.session, uid, ['edit'], sql`t.uid, t.revision, t.xmin, ${columns}`);
  return sql`
    with t as materialized (${t}),
    d as (update dataset set ${raisedRevision(ctx, change)}${assignments ? sql`, ${assignments}` : sql``} from t
      where dataset.uid = t.uid and dataset.xmin = t.xmin and t.missing is null
        and t.revision = coalesce(${expectedRevision ?? null}::int, t.revision) and ${condition}
      returning dataset.*),${parts ? sql`${parts},` : sql``}
    ${recordedVersion(ctx, uid, change)}, ${changedTables(uid)}
    select ${result}, d.uid is not null as "isWritten", case when d.uid is not null then ${payload} end as payload
    from t left join d on true`;
}

/** A stack of parts of a dataset, which are ordered by `position`, from 0. */
export interface Stack {
  readonly section: 'processors' | 'fields';
  readonly table: string;
  /** The kind of the identifiers of the parts. */
  readonly part: 'processor' | 'field';
}

/** The values of the columns of a part, apart from those of its identifier, its dataset and its position. */
type PartColumns = Readonly<Record<string, Sql>>;

/** A part to append. */
interface AppendedPart {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
  /** Parses the input. Fails where it is invalid. */
  readonly parse: (ctx: RequestContext) => Promise<PartColumns> | PartColumns;
  /** The parts of the mutation's payload. */
  readonly payload: (uid: string) => Readonly<Record<string, () => unknown>>;
}

/**
 * Appends a part to a stack and returns its uid, as `changeDataset` changes a dataset. One statement makes the change and reads the payload.
 * Where it changes nothing, a transaction locks the dataset, and makes the change or fails. Requests with an Idempotency-Key need the
 * transaction.
 */
export async function appendPart(ctx: RequestContext, stack: Stack, part: AppendedPart): Promise<string> {
  if (ctx.claim) return appendToLocked(ctx, stack, part);
  const columns = await parseIfValid(ctx, part);
  const appended = columns && (await retryOnConflict(() => appendAtOnce(ctx, stack, part, columns)));
  if (appended === undefined) return appendToLocked(ctx, stack, part);
  ctx.loaders.clear();
  return appended;
}

/** The parsed part; undefined for invalid input, which is reported once the rights of the caller are checked. */
async function parseIfValid(ctx: RequestContext, { parse }: AppendedPart): Promise<PartColumns | undefined> {
  try {
    return await parse(ctx);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

/** Appends a part by one statement and returns its uid; undefined when the statement has changed nothing. */
async function appendAtOnce(
  ctx: RequestContext,
  stack: Stack,
  { datasetUid, expectedRevision, payload }: AppendedPart,
  columns: PartColumns,
): Promise<string | undefined> {
  const uid = newUid(stack.part);
  const table = sqlName(stack.table);
  const change = {
    sections: [stack.section],
    expectedRevision,
    columns: sql`${countParts(stack, sqlText('t.uid'))} as position`,
    condition: sql`t.position < ${partLimit(stack.section)}::int`,
    parts: sql`
    appended as (${insertPart(stack, uid, columns)} d.uid, t.position from d, t returning *),
    ${table} as not materialized (select * from appended union all select * from ${table})`,
  };
  const found = await writeWithPayload<{ isWritten: boolean }>(ctx, payload(uid), (text) =>
    changeStatement(ctx, datasetUid, change, sqlText('t.uid'), text),
  );
  return found?.isWritten ? uid : undefined;
}

/** Appends a part to the stack of a locked dataset. Fails as `changeDataset` does, and INVALID_INPUT when the stack is full. */
const appendToLocked = (
  ctx: RequestContext,
  stack: Stack,
  { datasetUid, expectedRevision, parse }: AppendedPart,
): Promise<string> =>
  changeDataset(
    ctx,
    datasetUid,
    {
      sections: [stack.section],
      expectedRevision,
      read: ({ db }) =>
        firstRow<{ count: number }>(db, sql`select ${countParts(stack, sql`${datasetUid}::text`)} as count`),
    },
    async (tx, _dataset, found) => {
      const position = found?.count ?? 0;
      checkPartLimit(stack.section, position + 1);
      const uid = newUid(stack.part);
      await tx.db.send(sql`${insertPart(stack, uid, await parse(tx))} ${datasetUid}::text, ${position}::int`);
      return uid;
    },
  );

const countParts = ({ table }: Stack, datasetUid: Sql): Sql =>
  sql`(select count(*)::int from ${sqlName(table)} part where part.dataset_uid = ${datasetUid})`;

/** The beginning of a statement that inserts a part, up to the values of its dataset and its position. */
const insertPart = ({ table }: Stack, uid: string, columns: PartColumns): Sql => sql`
  insert into ${sqlName(table)} (uid, ${sqlJoin(Object.keys(columns).map(sqlName), ', ')}, dataset_uid, position)
  select ${uid}::text, ${sqlJoin(Object.values(columns), ', ')},`;

/** A change of the metadata of a dataset. */
interface MetadataChange {
  /** Computes the new metadata from the stored ones. Fails where the input is invalid. */
  readonly apply: (stored: DatasetMetadata) => DatasetMetadata;
  /** The same in SQL; absent where only `apply` computes it. */
  readonly inSql?: MetadataInSql | undefined;
  /** Whether the caller has begun a transaction, in which the dataset is locked first. */
  readonly isInTransaction?: boolean;
}

/** New metadata in SQL. */
export interface MetadataInSql {
  /** The expression of the new metadata, from that of the stored ones. */
  readonly written: (stored: Sql) => Sql;
  /** The condition under which the expression equals what `apply` computes. */
  readonly isExact: (stored: Sql, written: Sql) => Sql;
}

/** The state of a dataset from which new metadata is computed. `xmin` is the transaction that wrote the row. */
interface StoredState {
  readonly metadata: DatasetMetadata;
  readonly revision: number;
  readonly xmin: string;
}

/** The number of attempts without a lock. If all of them meet a concurrent change, the next attempt locks the dataset. */
const maxOptimisticAttempts = 2;

/**
 * Changes the metadata of a dataset, and records a version. This is the most frequent change, so it does not lock the dataset first: one
 * statement reads the rights and the stored metadata, writes the new ones with their version, and reads the payload. It writes nothing
 * when the row has changed since it was read, or when SQL does not express the new metadata; then they are computed from the metadata
 * that the statement returned. Fails as `changeDataset` does.
 */
export async function changeMetadata(
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  { apply, inSql, isInTransaction = false }: MetadataChange,
): Promise<void> {
  const write = (metadata: MetadataInSql) => retryOnConflict(() => writeMetadata(ctx, uid, expectedRevision, metadata));
  const computedFrom = (stored: StoredState) => computedMetadata(apply(stored.metadata), stored);

  if (ctx.claim || isInTransaction) return changeLocked(ctx, uid, expectedRevision, computedFrom);
  let stored = inSql ? await write(inSql) : await readState(ctx, uid, expectedRevision, '');
  for (let attempt = 1; stored && attempt <= maxOptimisticAttempts; attempt += 1) {
    stored = await write(computedFrom(stored));
  }
  if (!stored) return ctx.loaders.clear();
  await changeLocked(ctx, uid, expectedRevision, computedFrom);
}

/** Changes the metadata of a dataset that it locks first. Requests with an Idempotency-Key need the transaction. */
const changeLocked = (
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  computedFrom: (stored: StoredState) => MetadataInSql,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const locked = await readState(tx, uid, expectedRevision, 'for update');
    await writeMetadata(tx, uid, expectedRevision, computedFrom(locked));
  });

/** Reads what the change is computed from. Fails NOT_FOUND, PERMISSION_DENIED, REVISION_MISMATCH, in this order. */
async function readState(
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  lockClause: string,
): Promise<StoredState> {
  const columns = sqlText('t.metadata, t.revision, t.xmin::text as xmin');
  const stored = await findDatasetWithRights<StoredState>(ctx, uid, ['edit'], columns, sqlText(lockClause));
  checkRevision(stored.revision, expectedRevision);
  return stored;
}

/** Metadata that were computed from a state, exact while the row is unchanged: remote metadata do not raise the revision. */
const computedMetadata = (metadata: DatasetMetadata, { xmin }: StoredState): MetadataInSql => ({
  written: () => sql`${JSON.stringify(metadata)}::jsonb`,
  isExact: () => sql`t.xmin = ${xmin}::xid`,
});

/**
 * Writes metadata and records their version. Returns the stored state when nothing was written, because the row has changed since the
 * statement began, or because the metadata are not exact. Fails as `readState` does.
 */
async function writeMetadata(
  ctx: RequestContext,
  uid: string,
  expectedRevision: number | null | undefined,
  { written, isExact }: MetadataInSql,
): Promise<StoredState | undefined> {
  const stored = sqlText('t.metadata');
  const change = {
    sections: ['metadata'],
    expectedRevision,
    columns: sql`t.metadata, ${written(stored)} as written`,
    condition: isExact(stored, sqlText('t.written')),
    assignments: sqlText('metadata = t.written'),
  } as const;
  const state = sqlText(
    't.missing, t.revision, t.xmin::text as xmin, case when d.uid is null then t.metadata end as metadata',
  );
  const found = await writeWithPayload<{ missing: string | null; isWritten: boolean } & StoredState>(
    ctx,
    datasetPayload(ctx, uid),
    (payload) => changeStatement(ctx, uid, change, state, payload),
  );
  const { isWritten, ...current } = checkRights(found);
  if (isWritten) return undefined;
  checkRevision(current.revision, expectedRevision);
  return current;
}
