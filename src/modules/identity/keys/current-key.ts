import type { RequestContext } from '../../../api/context.ts';
import { timestamp } from '../../../api/reading/source.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';

/**
 * The key in use, kept from being revoked until the transaction ends, so that nothing is done with it after that.
 * Fails UNAUTHORIZED when it was revoked, or its owner deactivated, since the request began.
 */
export async function lockCurrentKey({ db, session }: RequestContext): Promise<{ readonly expiresAt: string | null }> {
  const k = sqlText('k');
  return (
    (await firstRow<{ expiresAt: string | null }>(
      db,
      sql`
    select ${timestamp('expires_at')(k, session)} as "expiresAt" from api_key k join user_account u on u.username = k.username
    where k.uid = ${session.keyUid ?? null}::text and k.revoked_at is null and u.is_active for share of k`,
    )) ?? fail('UNAUTHORIZED')
  );
}

/** Fails UNAUTHORIZED when a long request has outlived its key; what the service does by itself has none. */
export async function requireValidKey(tx: RequestContext): Promise<void> {
  if (tx.session.keyUid !== undefined) await lockCurrentKey(tx);
}

/** Runs a caller's change in one transaction with the key in use: it is not revoked before the change is made, or nothing is done. Fails as `checkKey`. */
export const withValidKey = <T>(ctx: RequestContext, work: (tx: RequestContext) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    await requireValidKey(tx);
    return work(tx);
  });
