import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { failFields, requiredMessage } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isActiveUser } from './active-user.ts';
import { checkMailLanguage, storeInvitation, type StoredInvitation } from './invitations.service.ts';
import { storeIdentity } from './identity-providers.service.ts';
import { checkUsername, isUsername } from './identity.rules.ts';
import { toUsername } from './provision-user.ts';
import type { InviteUserInput, ProvisionUserInput } from './user-fields.inputs.ts';
import { parseUserFields } from './user-fields.ts';
import { storeUser } from './users.service.ts';
import { changeIdentity } from './valid-key.ts';

/**
 * Creates a user with an e-mail address, and invites the user. Fails as `changeIdentity` does, and INVALID_INPUT, also for a given name that is taken.
 */
export async function inviteUser(ctx: RequestContext, input: InviteUserInput): Promise<StoredInvitation> {
  let url: string | null = null;
  const username = await changeIdentity(ctx, { action: 'inviteUser', type: 'User', input }, async (tx) => {
    const [username, fields] = await checkAllAsync(
      () => usernameFor(tx, input),
      () => parseUserFields(tx, '', input),
      () => {
        if (input.email === '') failFields({ email: [requiredMessage] });
      },
      () => {
        checkMailLanguage(input.language);
      },
    );
    await storeUser(tx, username, fields);
    if (await isActive(tx, username)) url = await storeInvitation(tx, username, input.language ?? null);
    return username;
  });
  return { username, url };
}

/** Whether a user may sign in: an account may be made that has ended already, which no link opens. */
const isActive = async ({ db }: RequestContext, username: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from user_account u where u.username = ${username} and ${isActiveUser}`)) !==
  undefined;

/**
 * Creates a user with an account at a sign-in provider, and returns the name. Fails as `changeIdentity` does, and INVALID_INPUT, also for an account that is
 * linked to another user.
 */
export const provisionUser = (ctx: RequestContext, input: ProvisionUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'provisionUser', type: 'User', input }, async (tx) => {
    const { identityProvider, identityProviderAttributes } = input;
    const [username, fields] = await checkAllAsync(
      () => usernameFor(tx, input),
      () => parseUserFields(tx, '', input),
      async () => {
        const provider = sql`select 1 from identity_provider where uid = ${identityProvider.uid}`;
        if (!(await firstRow(tx.db, provider)))
          failFields({ 'identityProvider.uid': [`There is no provider ${identityProvider.uid}.`] });
      },
    );
    await storeUser(tx, username, fields);
    await storeIdentity(tx, {
      uid: newUid('externalIdentity'),
      username,
      provider: identityProvider.uid,
      subject: identityProviderAttributes?.subject ?? username,
      field: 'identityProviderAttributes.subject',
    });
    return username;
  });

/** The given username, or one from the e-mail address that no user has. Fails INVALID_INPUT. */
async function usernameFor(
  tx: RequestContext,
  { username, email }: { readonly username?: string | null; readonly email?: string | null },
): Promise<string> {
  if (username != null) {
    checkUsername(username);
    return username;
  }
  if (email == null || email === '') return failFields({ username: ['Give a username or an e-mail address.'] });
  const name = toUsername(email.slice(0, email.lastIndexOf('@')));
  return findFreeUsername(tx, isUsername(name) ? name : 'user');
}

/** The name, or where a user has it in any case, the first one with a number that no user has. */
async function findFreeUsername({ db }: RequestContext, name: string): Promise<string> {
  const found = await firstRow<{ username: string }>(
    db,
    sql`
    select candidate.username from (
      select ${name}::text as username, 1 as n
      union all select ${name} || '_' || n, n from generate_series(2, (select count(*)::int + 2 from user_account)) n
    ) candidate
    where not exists (select 1 from user_account u where lower(u.username) = lower(candidate.username))
    order by candidate.n limit 1`,
  );
  return found?.username ?? name;
}
