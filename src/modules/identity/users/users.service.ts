import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { changeIdentity } from '../rights/change-identity.ts';
import { checkPermissions, checkUsername } from '../identity.rules.ts';
import { replaceGroups, requireGroups } from '../groups/memberships.service.ts';
import type { CreateUserInput, DeleteUserInput, UpdateUserInput } from './user.inputs.ts';

/**
 * Creates a user and returns the name. Fails as `changeIdentity` does, and with INVALID_INPUT when a value is invalid or the name is
 * taken.
 */
export const createUser = (ctx: RequestContext, input: CreateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'createUser', type: 'User', input }, async (tx) => {
    const { username, isActive, permissions, groups } = input;
    await checkAllAsync(
      () => {
        checkUsername(username);
      },
      () => {
        checkPermissions(permissions);
      },
      () => requireGroups(tx, groups ?? []),
    );
    const created = await firstRow(
      tx.db,
      sql`
      insert into user_account (username, is_active, permissions, created_at)
      values (${username}, ${isActive ?? true}, ${permissions ?? []}, ${tx.app.clock.now()}) on conflict do nothing returning 1`,
    );
    if (!created) failFields({ username: [`A user with the name ${username} already exists.`] });
    await replaceGroups(tx, username, groups ?? []);
    return username;
  });

/**
 * Changes a user; omitted fields are kept. Fails as `changeIdentity` does, and with NOT_FOUND when there is no such user or INVALID_INPUT
 * when a value is invalid or the caller would deactivate themselves.
 */
export const updateUser = (ctx: RequestContext, input: UpdateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'updateUser', type: 'User', input }, async (tx) => {
    const { username, isActive, permissions, groups } = input;
    await requireUser(tx, username);
    await checkAllAsync(
      () => {
        checkPermissions(permissions);
      },
      () => {
        if (isActive === false && username === tx.session.username)
          failFields({ isActive: ['You cannot deactivate yourself; another administrator can.'] });
      },
      () => requireGroups(tx, groups ?? []),
    );
    // null removes all permissions; undefined keeps them
    const newPermissions = permissions === null ? [] : permissions;
    await tx.db.rows(sql`
      update user_account set is_active = coalesce(${isActive ?? null}::boolean, is_active), permissions = coalesce(${newPermissions ?? null}::text[], permissions)
      where username = ${username}`);
    if (groups !== undefined) await replaceGroups(tx, username, groups ?? []);
    return username;
  });

/**
 * Deletes a user with their keys, memberships and rulesets, but not their datasets. Fails as `changeIdentity` does, and with NOT_FOUND
 * when there is no such user or INVALID_INPUT when the user is the caller.
 */
export const deleteUser = (ctx: RequestContext, input: DeleteUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'deleteUser', type: 'User', input }, async (tx) => {
    const { username } = input;
    await requireUser(tx, username);
    if (username === tx.session.username)
      failFields({ username: ['You cannot delete yourself; another administrator can.'] });
    await tx.db.rows(sql`delete from user_account where username = ${username}`);
    for (const hook of tx.app.registry.onUserDeleted) await hook(tx, username);
    return username;
  });

async function requireUser({ db }: RequestContext, username: string): Promise<void> {
  if (!(await firstRow(db, sql`select 1 from user_account where username = ${username}`))) fail('NOT_FOUND');
}
