import type { RequestContext } from '#api/context.ts';
import { checkAll, checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { endSessionsOf } from './sign-in.service.ts';
import { changeIdentity } from './valid-key.ts';
import { checkGroupUid, checkPermissions, checkTitle, checkUsername } from './identity.rules.ts';
import type {
  CreateGroupInput,
  CreateUserInput,
  DeleteGroupInput,
  DeleteUserInput,
  GroupMembersInput,
  UpdateGroupInput,
  UpdateUserInput,
} from './identity.inputs.ts';
import { slugify } from '#kernel/text.ts';

/** Creates a user and returns the name. Fails as `changeIdentity` does, and INVALID_INPUT, also for a taken name. */
export const createUser = (ctx: RequestContext, input: CreateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'createUser', type: 'User', input }, async (tx) => {
    const { username, isActive, permissions, groupUids } = input;
    await checkAllAsync(
      () => {
        checkUsername(username);
      },
      () => {
        checkPermissions(permissions);
      },
      () => requireGroups(tx, groupUids ?? []),
    );
    const created = await firstRow(
      tx.db,
      sql`
      insert into user_account (username, is_active, permissions, created_at)
      values (${username}, ${isActive ?? true}, ${permissions ?? []}, ${tx.app.clock.now()})
      on conflict
      do nothing
      returning 1`,
    );
    if (!created) failFields({ username: [`A user with the name ${username} already exists.`] });
    await replaceGroups(tx, username, groupUids ?? []);
    return username;
  });

/** Changes a user. Fails as `changeIdentity` does, NOT_FOUND, and INVALID_INPUT where callers would deactivate themselves. */
export const updateUser = (ctx: RequestContext, input: UpdateUserInput): Promise<string> =>
  changeIdentity(ctx, { action: 'updateUser', type: 'User', input }, async (tx) => {
    const { username, isActive, permissions, groupUids } = input;
    await requireUser(tx, username);
    await checkAllAsync(
      () => {
        checkPermissions(permissions);
      },
      () => {
        if (isActive === false && username === tx.session.username)
          failFields({ isActive: ['You cannot deactivate yourself; another administrator can.'] });
      },
      () => requireGroups(tx, groupUids ?? []),
    );
    // null removes all permissions; undefined keeps them
    const newPermissions = permissions === null ? [] : permissions;
    await tx.db.rows(sql`
      update user_account
      set is_active = coalesce(${isActive ?? null}::boolean, is_active),
        permissions = coalesce(${newPermissions ?? null}::text[], permissions)
      where username = ${username}`);
    if (groupUids !== undefined) await replaceGroups(tx, username, groupUids ?? []);
    if (isActive === false) await endSessionsOf(tx, { username });
    return username;
  });

/** Deletes a user with what is theirs but datasets. Fails as `changeIdentity` does, NOT_FOUND, and INVALID_INPUT for the caller. */
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

/**
 * Creates a group and returns its uid. Fails as `changeIdentity` does, and with INVALID_INPUT when a value is invalid or the uid is taken.
 */
export const createGroup = (ctx: RequestContext, input: CreateGroupInput): Promise<string> =>
  changeIdentity(ctx, { action: 'createGroup', type: 'Group', input }, async (tx) => {
    const [, , uid] = checkAll(
      () => {
        checkTitle(input.title);
      },
      () => {
        checkPermissions(input.permissions);
      },
      () => {
        const uid = input.uid ?? uidFromTitle(input.title);
        checkGroupUid(uid);
        return uid;
      },
    );
    const created = await firstRow(
      tx.db,
      sql`
      insert into user_group (uid, title, permissions, created_at)
      values (${uid}, ${input.title}, ${input.permissions ?? []}, ${tx.app.clock.now()})
      on conflict
      do nothing
      returning 1`,
    );
    if (!created) failFields({ uid: [`A group with the uid ${uid} already exists; choose another uid.`] });
    return uid;
  });

/** The uid that is derived from the title. Fails INVALID_INPUT when the title has no letters or digits for it. */
function uidFromTitle(title: string): string {
  const uid = slugify(title, '_').slice(0, 150).replace(/_$/, '');
  return uid === '' ? failFields({ uid: ['No uid can be made from this title; choose one.'] }) : uid;
}

/** Changes a group; omitted fields are kept. Fails as `changeGroup` does, and with INVALID_INPUT when a value is invalid. */
export const updateGroup = (ctx: RequestContext, input: UpdateGroupInput): Promise<string> =>
  changeGroup(ctx, 'updateGroup', input, async (tx) => {
    const { uid, title, permissions } = input;
    checkAll(
      () => {
        if (title != null) checkTitle(title);
      },
      () => {
        checkPermissions(permissions);
      },
    );
    // null removes all permissions; undefined keeps them
    const newPermissions = permissions === null ? [] : permissions;
    await tx.db.rows(sql`
      update user_group
      set title = coalesce(${title ?? null}::text, title),
        permissions = coalesce(${newPermissions ?? null}::text[], permissions)
      where uid = ${uid}`);
  });

/** Deletes a group with its memberships and rulesets, but not its members. Fails as `changeGroup` does. */
export const deleteGroup = (ctx: RequestContext, input: DeleteGroupInput): Promise<string> =>
  changeGroup(ctx, 'deleteGroup', input, (tx) => tx.db.rows(sql`delete from user_group where uid = ${input.uid}`));

/** Adds users to a group. Fails as `changeGroup` does, and with INVALID_INPUT when one of the users does not exist. */
export const addGroupMembers = (ctx: RequestContext, input: GroupMembersInput): Promise<string> =>
  changeGroup(ctx, 'addGroupMembers', input, (tx) => addMembers(tx, input.uid, input.usernames));

/** Removes users from a group. Fails as `changeGroup` does. */
export const removeGroupMembers = (ctx: RequestContext, input: GroupMembersInput): Promise<string> =>
  changeGroup(ctx, 'removeGroupMembers', input, (tx) => removeMembers(tx, input.uid, input.usernames));

/** Runs a change of a group and returns its uid. Fails as `changeIdentity` does, and NOT_FOUND. */
const changeGroup = (
  ctx: RequestContext,
  action: string,
  input: { readonly uid: string },
  apply: (tx: RequestContext) => Promise<unknown>,
): Promise<string> =>
  changeIdentity(ctx, { action, type: 'Group', input }, async (tx) => {
    const { uid } = input;
    if (!(await firstRow(tx.db, sql`select 1 from user_group where uid = ${uid}`))) fail('NOT_FOUND');
    await apply(tx);
    return uid;
  });

/** Fails INVALID_INPUT when one of the groups does not exist. */
async function requireGroups({ db }: RequestContext, groups: readonly string[]): Promise<void> {
  const unknown = await db.rows<{ uid: string }>(sql`
    select uid from unnest(${groups}::text[]) uid where not exists (select 1 from user_group g where g.uid = uid.uid)`);
  if (unknown.length > 0) failFields({ groupUids: unknown.map(({ uid }) => `There is no group ${uid}.`) });
}

/** Makes a user a member of these groups, which exist, and of no others. */
async function replaceGroups({ db }: RequestContext, username: string, groups: readonly string[]): Promise<void> {
  await db.rows(sql`delete from membership where username = ${username} and group_uid <> all(${groups}::text[])`);
  await db.rows(sql`
    insert into membership (username, group_uid)
    select ${username}::text, uid
    from unnest(${groups}::text[]) uid
    on conflict
    do nothing`);
}

/** Adds users to a group; current members stay, also when a sign-in provider ends the membership that it gave. Fails INVALID_INPUT for an unknown user. */
async function addMembers({ db }: RequestContext, groupUid: string, usernames: readonly string[]): Promise<void> {
  const unknown = await db.rows<{ username: string }>(sql`
    select username
    from unnest(${usernames}::text[]) username
    where not exists (select 1 from user_account u where u.username = username.username)`);
  if (unknown.length > 0) failFields({ usernames: unknown.map(({ username }) => `There is no user ${username}.`) });
  await db.rows(sql`
    insert into membership (username, group_uid)
    select distinct username, ${groupUid}::text
    from unnest(${usernames}::text[]) username
    on conflict (username, group_uid) do update set provider_uid = null`);
}

/** Removes users from a group; users who are not members are ignored. */
const removeMembers = ({ db }: RequestContext, groupUid: string, usernames: readonly string[]): Promise<unknown> =>
  db.rows(sql`delete from membership where group_uid = ${groupUid} and username = any(${usernames}::text[])`);
