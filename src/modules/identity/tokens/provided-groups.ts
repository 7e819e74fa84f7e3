import { recordChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { asUser } from './create-external-user.ts';
import type { TokenProvider } from './token-provider.ts';

/**
 * Makes a user a member of those of the groups that exist, and ends the other memberships that the provider has given. Memberships that an
 * administrator gave stay.
 */
export async function replaceProvidedGroups(
  tx: RequestContext,
  provider: TokenProvider,
  username: string,
  groups: readonly string[],
): Promise<void> {
  const changed = await tx.db.rows(sql`
    with ended as (
      delete from membership where username = ${username} and provider_uid = ${provider.uid} and group_uid <> all(${groups}::text[])
      returning 1
    ), added as (
      insert into membership (username, group_uid, provider_uid)
      select ${username}::text, g.uid, ${provider.uid}::text from user_group g where g.uid = any(${groups}::text[])
      on conflict do nothing returning 1
    ) select 1 from ended union all select 1 from added`);
  if (changed.length > 0)
    await recordChange(asUser(tx, username), { action: 'provisionGroups', type: 'User', input: { groups } }, username);
}
