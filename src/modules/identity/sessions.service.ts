import type { RequestContext } from '#api/context.ts';
import { recordChange } from '#api/record-change.ts';
import { requireAccount } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { findExceededScope } from './api-keys.service.ts';
import type { EndOtherSessionsInput, EndSessionInput } from './sign-in-session.inputs.ts';
import { withValidKey } from './valid-key.ts';

/** Ends the session in use, where there is one, and records it in the audit log. Returns the uid of its provider, which a session by an invitation lacks. */
export async function signOut(ctx: RequestContext): Promise<string | undefined> {
  const { username, token } = ctx.session;
  const uid = token?.sessionUid;
  if (username === undefined || uid === undefined) return undefined;
  return inTransaction(ctx, async (tx) => {
    const ended = await firstRow<{ provider: string | null }>(
      tx.db,
      sql`
      delete from sign_in_session s where s.uid = ${uid}
      returning (select i.provider_uid from external_identity i where i.uid = s.identity_uid) as provider`,
    );
    if (ended) await recordChange(tx, { action: 'signOut', type: 'User', input: {} }, username);
    return ended?.provider ?? undefined;
  });
}

/**
 * Ends a session of the caller, whose next request finds none. Returns its uid. Fails NOT_FOUND for a session of someone else, and PERMISSION_DENIED
 * with a key that has fewer scopes than a session.
 */
export async function endSession(ctx: RequestContext, input: EndSessionInput): Promise<string> {
  const username = requireOwner(ctx);
  return withValidKey(ctx, async (tx) => {
    const ended = await firstRow(
      tx.db,
      sql`delete from sign_in_session where uid = ${input.uid} and username = ${username} returning 1`,
    );
    if (!ended) fail('NOT_FOUND');
    await recordChange(tx, { action: 'endSession', type: 'User', input }, username);
    return input.uid;
  });
}

/** Ends all sessions of the caller but one, which must be theirs. Returns the uids of those that ended. Fails as `endSession` does. */
export async function endOtherSessions(ctx: RequestContext, input: EndOtherSessionsInput): Promise<readonly string[]> {
  const username = requireOwner(ctx);
  return withValidKey(ctx, async (tx) => {
    const remaining = await firstRow(
      tx.db,
      sql`select 1 from sign_in_session where uid = ${input.uid} and username = ${username} for update`,
    );
    if (!remaining) fail('NOT_FOUND');
    const ended = await tx.db.rows<{ uid: string }>(sql`
      delete from sign_in_session where uid <> ${input.uid} and username = ${username} returning uid`);
    await recordChange(tx, { action: 'endOtherSessions', type: 'User', input }, username);
    return ended.map(({ uid }) => uid);
  });
}

/** The caller, whose credential has all the rights that a session has. */
function requireOwner({ session }: RequestContext): string {
  const username = requireAccount(session);
  const permission = findExceededScope(session, null);
  return permission === undefined ? username : fail('PERMISSION_DENIED', { permission });
}

/** Ends all sessions of a user, or of those who signed in with a provider. */
export const endSessionsOf = (
  { db }: RequestContext,
  { username, provider }: { readonly username?: string; readonly provider?: string },
): Promise<unknown> =>
  db.rows(sql`
    delete from sign_in_session s where s.username = ${username ?? null}::text
      or s.identity_uid in (select i.uid from external_identity i where i.provider_uid = ${provider ?? null}::text)`);
