import { recordChange, type AuditedChange } from '../../../api/audit/record-change.ts';
import type { RequestContext } from '../../../api/context.ts';
import { timestampColumn } from '../../../api/reading/declare/source.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';

/**
 * Locks the key in use, so that it cannot be revoked before the transaction ends. Fails UNAUTHORIZED when it was revoked,
 * or its owner deactivated, since the request began.
 */
export async function lockCurrentKey({ db, session }: RequestContext): Promise<{ readonly expiresAt: string | null }> {
  const k = sqlText('k');
  return (
    (await firstRow<{ expiresAt: string | null }>(
      db,
      sql`
    select ${timestampColumn('expires_at')(k, session)} as "expiresAt" from api_key k join user_account u on u.username = k.username
    where k.uid = ${session.keyUid ?? null}::text and k.revoked_at is null and u.is_active for share of k`,
    )) ?? fail('UNAUTHORIZED')
  );
}

/** Fails UNAUTHORIZED when the key was revoked since the request began. Sessions of jobs have no key, so nothing is checked. */
export async function requireValidKey(tx: RequestContext): Promise<void> {
  if (tx.session.keyUid !== undefined) await lockCurrentKey(tx);
}

/** Runs a change in one transaction in which the key in use cannot be revoked. Fails as `requireValidKey` does. */
export const withValidKey = <T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    await requireValidKey(tx);
    return work(tx);
  });

/** Runs a change as `withValidKey` does, and records it in the audit log under the key of the changed object, which `work` returns. */
export const withAuditEntry = (
  ctx: RequestContext,
  change: AuditedChange,
  work: (tx: RequestContext) => Promise<string>,
): Promise<string> =>
  withValidKey(ctx, async (tx) => {
    const key = await work(tx);
    await recordChange(tx, change, key);
    return key;
  });
