import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlJoin, sqlName } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type Dependents, findDependents } from './dependents.ts';
import { checkUsername } from './identity.rules.ts';
import type { CreateUserInput, DeleteUserInput, UpdateUserInput } from './identity.inputs.ts';
import { endInvitation } from './invitations.service.ts';
import { endSessionsOf } from './sessions.service.ts';
import { assignments, type ParsedUserFields, parseUserFields, replaceGroups } from './user-fields.ts';
import { changeIdentity } from './valid-key.ts';

/** Creates a user and returns the name. Fails as `changeIdentity` does, and INVALID_INPUT, also for a taken name. */
export const createUser = (ctx: RequestContext, input: CreateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'createUser', type: 'User', input }, async (tx) => {
    const { username, isActive } = input;
    const [, fields] = await checkAllAsync(
      () => {
        checkUsername(username);
      },
      () => parseUserFields(tx, '', input),
    );
    await storeUser(tx, username, fields, { is_active: sql`${isActive ?? true}` });
    return username;
  });

/** Stores a new user. Fails INVALID_INPUT for a taken name. */
export async function storeUser(
  tx: RequestContext,
  username: string,
  { columns, groups }: ParsedUserFields,
  others: Readonly<Record<string, Sql>> = {},
): Promise<void> {
  const all = {
    username: sql`${username}`,
    created_at: sql`${tx.app.clock.now()}::timestamptz`,
    ...columns,
    ...others,
  };
  const created = await firstRow(
    tx.db,
    sql`
    insert into user_account (${sqlJoin(Object.keys(all).map(sqlName), ', ')})
    values (${sqlJoin(Object.values(all), ', ')})
    on conflict (username) do nothing
    returning 1`,
  );
  if (!created) failFields({ username: [`A user with the name ${username} already exists.`] });
  await replaceGroups(tx, username, groups ?? []);
}

/** Changes a user. Fails as `changeIdentity` does, NOT_FOUND, and INVALID_INPUT where callers would deactivate themselves. */
export const updateUser = (ctx: RequestContext, input: UpdateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'updateUser', type: 'User', input }, async (tx) => {
    const { username, isActive, sameUsername } = input;
    await requireUser(tx, username);
    const [{ columns, groups }] = await checkAllAsync(
      () => parseUserFields(tx, username, input),
      () => {
        if (isActive === false && username === tx.session.username)
          failFields({ isActive: ['You cannot deactivate yourself; another administrator can.'] });
      },
      () => {
        if (sameUsername != null && sameUsername !== username)
          failFields({ sameUsername: ['The name of a user cannot change.'] });
      },
    );
    // An account that is given more time does not take up the sessions that ended with it.
    const hadEnded =
      'expires_at' in columns &&
      (await firstRow(tx.db, sql`select 1 from user_account where username = ${username} and expires_at <= now()`));
    // The link of an invitation went to the earlier address.
    const hasOtherEmail =
      'email' in columns &&
      (await firstRow(
        tx.db,
        sql`select 1 from user_account where username = ${username} and email <> ${columns.email}`,
      ));
    const all = { ...columns, ...(isActive != null && { is_active: sql`${isActive}` }) };
    if (Object.keys(all).length > 0)
      await tx.db.rows(sql`update user_account set ${assignments(all)} where username = ${username}`);
    if (groups !== undefined) await replaceGroups(tx, username, groups);
    if (isActive === false || hadEnded) await endSessionsOf(tx, { username });
    if (isActive === false || hadEnded || hasOtherEmail) await endInvitation(tx, username);
    return username;
  });

/** A deleted user or group, and what referred to it. */
export interface Deletion {
  readonly key: string;
  readonly dependents: readonly Dependents[];
}

/** Deletes a user with what is theirs but datasets. Fails as `changeIdentity` does, NOT_FOUND, and INVALID_INPUT for the caller. */
export async function deleteUser(ctx: RequestContext, input: DeleteUserInput): Promise<Deletion> {
  const { username } = input;
  let dependents: readonly Dependents[] = [];
  await changeIdentity(ctx, { action: 'deleteUser', type: 'User', input }, async (tx) => {
    await requireUser(tx, username);
    if (username === tx.session.username)
      failFields({ username: ['You cannot delete yourself; another administrator can.'] });
    dependents = await findDependents(tx, 'user_account', username);
    await tx.db.rows(sql`delete from user_account where username = ${username}`);
    for (const hook of tx.app.registry.onUserDeleted) await hook(tx, username);
    return username;
  });
  return { key: username, dependents };
}

export async function requireUser({ db }: RequestContext, username: string): Promise<void> {
  if (!(await firstRow(db, sql`select 1 from user_account where username = ${username}`))) fail('NOT_FOUND');
}
