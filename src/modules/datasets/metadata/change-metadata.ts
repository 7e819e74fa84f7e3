import type { RequestContext } from '#api/context.ts';
import { inTransaction, retryOnConflict } from '#api/transaction.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { changeStatement } from '../change/change-statement.ts';
import { checkRevision, checkRights, findDatasetWithRights } from '../change/lock-dataset.ts';
import { writeWithPayload } from '#api/planning/write-with-payload.ts';
import { datasetPayload } from '../dataset-payload.ts';
import type { DatasetMetadata } from './dataset-metadata.ts';

/** A change of the metadata of a dataset. */
export interface MetadataChange {
  /** Computes the new metadata from the stored ones. Fails where the input is invalid. */
  readonly apply: (stored: DatasetMetadata) => DatasetMetadata;
  /** The same in SQL; absent where only `apply` computes it. */
  readonly inSql?: MetadataInSql | undefined;
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
  { apply, inSql }: MetadataChange,
): Promise<void> {
  const write = (metadata: MetadataInSql) => retryOnConflict(() => writeMetadata(ctx, uid, expectedRevision, metadata));
  const computedFrom = (stored: StoredState) => computedMetadata(apply(stored.metadata), stored);

  if (ctx.claim) return changeLocked(ctx, uid, expectedRevision, computedFrom);
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

/**
 * Metadata that were computed from a state. They are exact while the row is unchanged. Comparing the revision would not be enough: a
 * publication that refreshes remote metadata does not raise it.
 */
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
