import { createHash, timingSafeEqual } from 'node:crypto';
import { domainPermissions, type Permission } from '../../api/permissions.ts';
import { expandPermissions, type Session } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow, type Database } from '../../platform/database/database.ts';

interface KeyRow {
  readonly uid: string;
  readonly hash: string;
  readonly username: string;
  readonly keyPermissions: Permission[] | null;
  readonly permissions: Permission[];
  readonly groups: string[];
}

/** The SHA-256 of a key's text, in hexadecimal; the only form in which a key is stored. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Who speaks with this key; fails UNAUTHORIZED when it is unknown, revoked or expired, or its owner is inactive. */
export async function sessionOfKey(db: Database, key: string): Promise<Session> {
  const hash = hashOfKey(key);
  const row = await firstRow<KeyRow>(db, sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions
    from api_key k join user_account u on u.username = k.username cross join lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m join user_group ug on ug.uid = m.group_uid left join unnest(ug.permissions) p(permission) on true
      where m.username = k.username) g
    where k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`);
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return fail('UNAUTHORIZED');
  const keyAllows = expandPermissions(row.keyPermissions ?? domainPermissions);
  const granted = expandPermissions(row.permissions);
  return {
    username: row.username,
    keyUid: row.uid,
    groups: row.groups,
    keyAllows,
    permissions: granted.intersection(keyAllows),
  };
}
