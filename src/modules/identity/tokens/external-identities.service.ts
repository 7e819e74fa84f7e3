import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isSubject } from '#platform/openid/token-verifier.ts';
import { changeIdentity } from '../rights/change-identity.ts';
import type { LinkIdentityInput, UnlinkIdentityInput } from './external-identity.inputs.ts';

/**
 * Links an account at a sign-in provider to a user, and returns the uid of the identity. Fails as `changeIdentity` does, and with
 * INVALID_INPUT for a value that is invalid or an account or user that is already linked.
 */
export async function linkIdentity(ctx: RequestContext, input: LinkIdentityInput): Promise<string> {
  const { username, provider, subject } = input;
  let uid = '';
  await changeIdentity(ctx, { action: 'linkIdentity', type: 'User', input }, async (tx) => {
    await checkAllAsync(
      () => requireExisting(tx, input),
      () => {
        if (!isSubject(subject)) failFields({ subject: ['Give 1 to 255 ASCII characters.'] });
      },
    );
    uid = newUid('externalIdentity');
    const linked = await firstRow(
      tx.db,
      sql`
      insert into external_identity (uid, provider_uid, subject, username, created_at)
      values (${uid}, ${provider}, ${subject}, ${username}, ${tx.app.clock.now()})
      on conflict (provider_uid, subject) do nothing returning 1`,
    );
    if (!linked) failFields({ subject: ['This account is linked to a user already. Unlink it first.'] });
    return username;
  });
  return uid;
}

/**
 * Removes an identity, with the memberships that its provider gave, and returns its uid. Fails as `changeIdentity` does, and with NOT_FOUND
 * when there is no such identity.
 */
export async function unlinkIdentity(ctx: RequestContext, input: UnlinkIdentityInput): Promise<string> {
  await changeIdentity(ctx, { action: 'unlinkIdentity', type: 'User', input }, async ({ db }) => {
    const removed = await firstRow<{ username: string }>(
      db,
      sql`
      with removed as (delete from external_identity where uid = ${input.uid} returning username, provider_uid), ended as (
        delete from membership m using removed where m.username = removed.username and m.provider_uid = removed.provider_uid)
      select username from removed`,
    );
    return removed?.username ?? fail('NOT_FOUND');
  });
  return input.uid;
}

/** Fails INVALID_INPUT when there is no such user or provider, or the user already has an identity at the provider. */
async function requireExisting({ db }: RequestContext, { username, provider }: LinkIdentityInput): Promise<void> {
  const found = await firstRow<{ hasUser: boolean; hasProvider: boolean; isLinked: boolean }>(
    db,
    sql`
    select exists (select 1 from user_account where username = ${username}) as "hasUser",
      exists (select 1 from identity_provider where uid = ${provider}) as "hasProvider",
      exists (select 1 from external_identity where username = ${username} and provider_uid = ${provider}) as "isLinked"`,
  );
  if (!found?.hasUser || !found.hasProvider)
    failFields({
      ...(found?.hasUser ? {} : { username: [`There is no user ${username}.`] }),
      ...(found?.hasProvider ? {} : { provider: [`There is no provider ${provider}.`] }),
    });
  if (found.isLinked)
    failFields({ username: [`${username} has an identity at this provider already. Unlink it first.`] });
}
