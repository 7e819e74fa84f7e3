import { recordChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { VerifiedToken } from '#platform/openid/token-verifier.ts';
import { claimedUsername } from './claims.ts';
import type { TokenProvider } from './token-provider.ts';

/**
 * Creates the user of a person who visits for the first time, and the identity by which later tokens find the user. The user has no rights
 * and a name that no user has. Fails NO_ACCOUNT when the provider may not create users.
 */
export async function createExternalUser(
  tx: RequestContext,
  provider: TokenProvider,
  { subject, claims }: VerifiedToken,
): Promise<{ readonly uid: string; readonly username: string }> {
  if (!provider.createsUsers) fail('NO_ACCOUNT');
  const uid = newUid('externalIdentity');
  const username = await freeUsername(tx, claimedUsername(claims), uid);
  const now = tx.app.clock.now();
  await tx.db.rows(sql`insert into user_account (username, created_at) values (${username}, ${now})`);
  await tx.db.rows(sql`
    insert into external_identity (uid, provider_uid, subject, username, created_at)
    values (${uid}, ${provider.uid}, ${subject}, ${username}, ${now})`);
  await recordChange(
    asUser(tx, username),
    { action: 'provisionUser', type: 'User', input: { provider: provider.uid, subject } },
    username,
  );
  return { uid, username };
}

/** The context in which the audit log names a user as the author of a change. */
export const asUser = (tx: RequestContext, username: string): RequestContext => ({
  ...tx,
  session: { ...tx.session, username },
});

/** The name, or where a user has it in any case, the name with a suffix: no one gets a name that others know as someone else's. */
async function freeUsername({ db }: RequestContext, name: string, identityUid: string): Promise<string> {
  const isTaken = await firstRow(db, sql`select 1 from user_account where lower(username) = lower(${name})`);
  return isTaken ? `${name}-${identityUid.slice(-6)}` : name;
}
