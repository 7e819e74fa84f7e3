import type { RequestContext } from '#api/context.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { slugify } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type Dependents, findDependents } from './dependents.ts';
import { parseExploreLimits } from './explore-limits.type.ts';
import { checkGroupUid, checkPermissions, checkText, checkTitle } from './identity.rules.ts';
import type { CreateGroupInput, DeleteGroupInput, GroupMembersInput, UpdateGroupInput } from './identity.inputs.ts';
import { assignments } from './user-fields.ts';
import type { Deletion } from './users.service.ts';
import { changeIdentity } from './valid-key.ts';

/**
 * Creates a group and returns its uid. Fails as `changeIdentity` does, and with INVALID_INPUT when a value is invalid or the given uid is taken.
 */
export const createGroup = (ctx: RequestContext, input: CreateGroupInput): Promise<string> =>
  changeIdentity(ctx, { action: 'createGroup', type: 'Group', input }, async (tx) => {
    const { title } = input;
    const [, { permissions, ...columns }, given] = checkAll(
      () => {
        checkTitle(title);
      },
      () => parseGroupFields(input),
      () => {
        const uid = input.uid ?? uidFromTitle(title);
        checkGroupUid(uid);
        return uid;
      },
    );
    const uid = input.uid == null ? await findFreeUid(tx, given) : given;
    const { username } = tx.session;
    const now = tx.app.clock.now();
    const created = await firstRow(
      tx.db,
      sql`
      insert into user_group (uid, title, permissions, description, explore_limits, created_by, updated_by, created_at, updated_at)
      values (${uid}, ${title}, ${permissions ?? sql`'{}'`}, ${columns.description ?? sql`''`},
        ${columns.explore_limits ?? sql`'{}'`}, ${username ?? null}, ${username ?? null}, ${now}, ${now})
      on conflict
      do nothing
      returning 1`,
    );
    if (!created) failFields({ uid: [`A group with the uid ${uid} already exists; choose another uid.`] });
    return uid;
  });

const maxUidLength = 150;
const suffixLength = 10;

/** The uid that is derived from the title. Fails INVALID_INPUT when the title has no letters or digits for it. */
function uidFromTitle(title: string): string {
  const uid = slugify(title, '_')
    .slice(0, maxUidLength - suffixLength)
    .replace(/_$/, '');
  return uid === '' ? failFields({ uid: ['No uid can be made from this title; choose one.'] }) : uid;
}

/** The uid, or where a group has it, the first one with a number that no group has. */
async function findFreeUid({ db }: RequestContext, uid: string): Promise<string> {
  const isFree = (candidate: Sql) => sql`not exists (select 1 from user_group g where g.uid = ${candidate})`;
  const found = await firstRow<{ uid: string }>(
    db,
    sql`
    select ${uid}::text as uid where ${isFree(sql`${uid}::text`)}
    union all (select ${uid} || '_' || n from generate_series(2, (select count(*)::int + 2 from user_group)) n
      where ${isFree(sql`${uid} || '_' || n`)} order by n limit 1)
    limit 1`,
  );
  return found?.uid ?? fail('INTERNAL_ERROR');
}

type GroupFields = Partial<Record<'description' | 'explore_limits' | 'permissions', Sql>>;

const maxDescriptionLength = 2_000;

/** The columns that an input gives besides the title. Fails INVALID_INPUT. */
function parseGroupFields({
  permissions,
  description,
  exploreLimits,
}: Pick<UpdateGroupInput, 'permissions' | 'description' | 'exploreLimits'>): GroupFields {
  const [, , limits] = checkAll(
    () => {
      checkPermissions(permissions);
    },
    () => {
      checkText('description', description ?? '', maxDescriptionLength);
    },
    () => (exploreLimits === undefined ? undefined : parseExploreLimits(exploreLimits)),
  );
  return {
    ...(permissions !== undefined && { permissions: sql`${permissions ?? []}::text[]` }),
    ...(description !== undefined && { description: sql`${description ?? ''}` }),
    ...(limits !== undefined && { explore_limits: sql`${JSON.stringify(limits)}::jsonb` }),
  };
}

/** Changes a group; omitted fields are kept. Fails as `changeGroup` does, and with INVALID_INPUT when a value is invalid. */
export const updateGroup = (ctx: RequestContext, input: UpdateGroupInput): Promise<string> =>
  changeGroup(ctx, 'updateGroup', input, async (tx) => {
    const { uid, title } = input;
    const [, fields] = checkAll(
      () => {
        if (title != null) checkTitle(title);
      },
      () => parseGroupFields(input),
    );
    const columns = {
      ...fields,
      ...(title != null && { title: sql`${title}` }),
      updated_at: sql`${tx.app.clock.now()}::timestamptz`,
      updated_by: sql`${tx.session.username ?? null}::text`,
    };
    await tx.db.rows(sql`update user_group set ${assignments(columns)} where uid = ${uid}`);
  });

/** Deletes a group with its memberships and rulesets, but not its members. Fails as `changeGroup` does. */
export async function deleteGroup(ctx: RequestContext, input: DeleteGroupInput): Promise<Deletion> {
  let dependents: readonly Dependents[] = [];
  const key = await changeGroup(ctx, 'deleteGroup', input, async (tx) => {
    dependents = await findDependents(tx, 'user_group', input.uid);
    await tx.db.rows(sql`delete from user_group where uid = ${input.uid}`);
  });
  return { key, dependents };
}

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
