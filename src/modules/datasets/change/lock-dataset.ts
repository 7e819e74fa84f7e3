import { forCaller } from '#api/session/caller.ts';
import type { RequestContext } from '#api/context.ts';
import type { Session } from '#api/session/session.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlJoin, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights, permissionOfRight, type DatasetRight } from '#access/index.ts';
import { currentCredentialColumn, renewSession, type CredentialRow } from '#identity/index.ts';
import { DatasetEntity } from '../dataset.entity.ts';

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
    select case ${missing} end as missing, ${columns} from dataset t where t.uid = ${uid} and ${datasetRights.read(session, t)}`;
}

/** Fails NOT_FOUND when the query found no dataset, PERMISSION_DENIED when the caller lacks a right. */
export function checkRights<Row extends WithRights>(found: Row | undefined): Row {
  if (!found) fail('NOT_FOUND');
  if (found.missing !== null) fail('PERMISSION_DENIED', { permission: found.missing });
  return found;
}
