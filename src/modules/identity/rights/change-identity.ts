import { recordChange, type AuditedChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requirePermission, type Session } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { lockCurrentKey } from '../keys/current-key.ts';

/**
 * Every change of users, groups and memberships goes through this function. It runs one change at a time, records it in the audit log, and returns the key of the changed object. Fails UNAUTHORIZED without a
 * valid key, PERMISSION_DENIED without `administer`, and LAST_ADMINISTRATOR when no active administrator would remain; the change is then
 * rolled back.
 */
export async function changeIdentity(
  ctx: RequestContext,
  change: AuditedChange,
  apply: (tx: RequestContext) => Promise<string>,
): Promise<string> {
  requireAdministrator(ctx.session);
  return inTransaction(ctx, async (tx) => {
    await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.identity}::bigint)`);
    await lockCurrentKey(tx);
    const key = await apply(tx);
    if (!(await hasAdministrator(tx))) fail('LAST_ADMINISTRATOR');
    await recordChange(tx, change, key);
    return key;
  });
}

/** Memberships that a sign-in provider gave do not count, because the provider may end them without asking. */
const hasAdministrator = async ({ db }: RequestContext): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
  select 1 from user_account u where u.is_active and ('administer' = any(u.permissions) or exists (
    select 1 from membership m join user_group g on g.uid = m.group_uid where m.username = u.username and m.provider_uid is null
      and 'administer' = any(g.permissions)))
  limit 1`,
  )) !== undefined;

/** Fails UNAUTHORIZED without a key, PERMISSION_DENIED without the right `administer`. */
export const requireAdministrator = (session: Session): void => {
  requirePermission(session, 'administer');
};
