import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';

/** Users by username and groups by uid, as rulesets name them. */
export interface Grantees {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** Those that are not there, `user ada` or `group readers`; the others stay until the transaction ends. */
export async function findMissingGrantees({ db }: RequestContext, { users, groups }: Grantees): Promise<string[]> {
  const there = new Set(
    [
      ...(await db.rows<{ holder: string }>(sql`
      select 'user ' || username as holder from user_account where username = any(${users}::text[]) order by username for key share`)),
      ...(await db.rows<{ holder: string }>(sql`
      select 'group ' || uid as holder from user_group where uid = any(${groups}::text[]) order by uid for key share`)),
    ].map(({ holder }) => holder),
  );
  return [...users.map((name) => `user ${name}`), ...groups.map((uid) => `group ${uid}`)].filter(
    (holder) => !there.has(holder),
  );
}
