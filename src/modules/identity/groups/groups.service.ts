import type { RequestContext } from '#api/context.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { changeIdentity } from '../rights/change-identity.ts';
import type { CreateGroupInput, DeleteGroupInput, GroupMembersInput, UpdateGroupInput } from './group.inputs.ts';
import { checkGroupUid, checkPermissions, checkTitle } from '../identity.rules.ts';
import { addMembers, removeMembers } from './memberships.service.ts';

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
      values (${uid}, ${input.title}, ${input.permissions ?? []}, ${tx.app.clock.now()}) on conflict do nothing returning 1`,
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
      update user_group set title = coalesce(${title ?? null}::text, title), permissions = coalesce(${newPermissions ?? null}::text[], permissions)
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

/**
 * Runs a change of a group and returns the uid of the group. Fails as `changeIdentity` does, and with NOT_FOUND when there is no such
 * group.
 */
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
