import type { RequestContext } from '#api/context.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { sql } from '#kernel/sql.ts';

/** Users by username and groups by uid, as rulesets name them. */
export interface Grantees {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/**
 * Returns the users and groups that do not exist, in the form `user ada` or `group readers`. Locks the existing ones, so that they cannot
 * be deleted until the transaction ends.
 */
export async function findMissingGrantees({ db }: RequestContext, { users, groups }: Grantees): Promise<string[]> {
  const rows = await allInOrder([
    db.rows<{ grantee: string }>(sql`
      select 'user ' || username as grantee from user_account where username = any(${users}::text[]) order by username for key share`),
    db.rows<{ grantee: string }>(sql`
      select 'group ' || uid as grantee from user_group where uid = any(${groups}::text[]) order by uid for key share`),
  ]);
  const existing = new Set(rows.flat().map(({ grantee }) => grantee));
  return [...users.map((name) => `user ${name}`), ...groups.map((uid) => `group ${uid}`)].filter(
    (grantee) => !existing.has(grantee),
  );
}
