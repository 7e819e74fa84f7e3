import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isActiveUser } from './active-user.ts';
import { asUser } from './as-user.ts';
import type { TokenProvider } from './provision-user.ts';

/** An account at a provider, and the session of the person whose it is. */
interface OwnAccount {
  readonly provider: Pick<TokenProvider, 'uid'>;
  readonly subject: string;
  readonly linkingSession: string;
}

/**
 * Links an account to the user whom an invitation brought here, so that the person signs in with it from then on. An account that is linked to the
 * user already stays. Fails SESSION_ENDED, and IDENTITY_TAKEN for an account of another user, or a user with another account at the provider.
 */
export const linkOwnIdentity = (
  ctx: RequestContext,
  { provider, subject, linkingSession }: OwnAccount,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.identity}::bigint)`);
    const { username } =
      (await firstRow<{ username: string }>(
        tx.db,
        sql`
        select s.username from sign_in_session s join user_account u on u.username = s.username
        where s.uid = ${linkingSession} and s.identity_uid is null and s.expires_at > now() and ${isActiveUser}`,
      )) ?? fail('SESSION_ENDED');
    const linked = await firstRow<{ username: string; subject: string }>(
      tx.db,
      sql`
      select username, subject from external_identity
      where provider_uid = ${provider.uid} and (subject = ${subject} or username = ${username})`,
    );
    if (linked?.username === username && linked.subject === subject) return;
    if (linked) fail('IDENTITY_TAKEN');
    await tx.db.rows(sql`
      insert into external_identity (uid, provider_uid, subject, username, created_at)
      values (${newUid('externalIdentity')}, ${provider.uid}, ${subject}, ${username}, ${tx.app.clock.now()})`);
    const input = { provider: provider.uid, subject };
    await recordChange(asUser(tx, username), { action: 'linkIdentity', type: 'User', input }, username);
  });
