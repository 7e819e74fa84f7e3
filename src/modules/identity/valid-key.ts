import { type AuditedChange, recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { timestampColumn } from '#api/reading/declare-source.ts';
import { hasCredential, requirePermission, type Session, type TokenInUse } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { toTimestamp } from '#kernel/clock.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isActiveUser } from './active-user.ts';
import { readDomainRights } from './definer.ts';
import { acceptsTokens, startsSignIn } from './provision-user.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';

/**
 * Locks the key, the identity or the session in use until the transaction ends, and returns when what is made with it must end: null for never, as
 * with a session that an invitation began, because its person has no other way back. Fails UNAUTHORIZED when it was revoked since the request began.
 */
export async function lockCurrentKey({ db, session }: RequestContext): Promise<{ readonly expiresAt: string | null }> {
  const { token } = session;
  return (
    (await firstRow<{ expiresAt: string | null }>(db, token ? lockIdentity(token) : lockKey(session))) ??
    fail('UNAUTHORIZED')
  );
}

const lockKey = (session: Session): Sql => sql`
  select ${timestampColumn('expires_at')(sqlText('k'), session)} as "expiresAt"
  from api_key k
  join user_account u on u.username = k.username
  where k.uid = ${session.keyUid ?? null}::text and k.revoked_at is null and ${isActiveUser} for share of k`;

const lockIdentity = ({ identityUid, expiresAt, sessionUid }: TokenInUse): Sql =>
  sessionUid === undefined
    ? sql`
  select ${toTimestamp(expiresAt)}::text as "expiresAt" from external_identity i
    join user_account u on u.username = i.username join identity_provider ip on ip.uid = i.provider_uid
  where i.uid = ${identityUid} and ${acceptsTokens} and ${isActiveUser} for share of i`
    : sql`
  select case when s.identity_uid is not null then ${toTimestamp(expiresAt)}::text end as "expiresAt" from sign_in_session s
    join user_account u on u.username = s.username
    left join external_identity i on i.uid = s.identity_uid left join identity_provider ip on ip.uid = i.provider_uid
  where s.uid = ${sessionUid} and (s.identity_uid is null or ${startsSignIn(sqlText('ip'))}) and ${isActiveUser} for share of s`;

/** Fails UNAUTHORIZED when the credential was revoked since the request began. Sessions of jobs have none. */
export async function requireValidKey(tx: RequestContext): Promise<void> {
  if (hasCredential(tx.session)) await lockCurrentKey(tx);
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
    await requireOwnRight(tx);
    await recordChange(tx, change, key);
    return key;
  });
}

/** Memberships that a sign-in provider gave, and accounts that end, do not count, because they end without asking. */
const hasAdministrator = async ({ db }: RequestContext): Promise<boolean> =>
  (await firstRow(
    db,
    sql`
  select 1 from user_account u where u.is_active and u.expires_at is null and ('administer' = any(u.permissions) or exists (
    select 1
    from membership m
    join user_group g on g.uid = m.group_uid
    where m.username = u.username and m.provider_uid is null
      and 'administer' = any(g.permissions)))
  limit 1`,
  )) !== undefined;

/** Fails INVALID_INPUT where a change of users or groups has taken the right from its author. */
async function requireOwnRight(tx: RequestContext): Promise<void> {
  const { username } = tx.session;
  if (username === undefined) return;
  const rights = await readDomainRights(tx.db, username);
  const granted = [rights?.permissions ?? [], ...(rights?.groups ?? []).map((group) => group.permissions)].flat();
  if (rights?.isActive !== true || !granted.includes('administer'))
    failFields({ permissions: ['You cannot take the right to administer from yourself; another administrator can.'] });
}

/** Fails UNAUTHORIZED without a key, PERMISSION_DENIED without the right `administer`. */
export const requireAdministrator = (session: Session): void => {
  requirePermission(session, 'administer');
};
