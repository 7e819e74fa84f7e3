import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';

/** Fails INVALID_INPUT when one of the groups does not exist. */
export async function requireGroups({ db }: RequestContext, groups: readonly string[]): Promise<void> {
  const unknown = await db.rows<{ uid: string }>(sql`
    select uid from unnest(${groups}::text[]) uid where not exists (select 1 from user_group g where g.uid = uid.uid)`);
  if (unknown.length > 0) failFields({ groups: unknown.map(({ uid }) => `There is no group ${uid}.`) });
}

/** Makes a user a member of these groups, which exist, and of no others. */
export async function replaceGroups(
  { db }: RequestContext,
  username: string,
  groups: readonly string[],
): Promise<void> {
  await db.rows(sql`delete from membership where username = ${username} and group_uid <> all(${groups}::text[])`);
  await db.rows(sql`
    insert into membership (username, group_uid) select ${username}::text, uid from unnest(${groups}::text[]) uid on conflict do nothing`);
}

/** Adds users to a group; current members stay, also when a sign-in provider ends the membership that it gave. Fails INVALID_INPUT for an unknown user. */
export async function addMembers(
  { db }: RequestContext,
  groupUid: string,
  usernames: readonly string[],
): Promise<void> {
  const unknown = await db.rows<{ username: string }>(sql`
    select username from unnest(${usernames}::text[]) username where not exists (select 1 from user_account u where u.username = username.username)`);
  if (unknown.length > 0) failFields({ usernames: unknown.map(({ username }) => `There is no user ${username}.`) });
  await db.rows(sql`
    insert into membership (username, group_uid) select distinct username, ${groupUid}::text from unnest(${usernames}::text[]) username
    on conflict (username, group_uid) do update set provider_uid = null`);
}

/** Removes users from a group; users who are not members are ignored. */
export const removeMembers = (
  { db }: RequestContext,
  groupUid: string,
  usernames: readonly string[],
): Promise<unknown> =>
  db.rows(sql`delete from membership where group_uid = ${groupUid} and username = any(${usernames}::text[])`);
