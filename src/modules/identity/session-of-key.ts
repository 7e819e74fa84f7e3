import { hash } from 'node:crypto';
import { domainPermissions, type Permission } from '../../api/permissions.ts';
import { expandPermissions, type Session } from '../../api/session.ts';
import { batched } from '../../kernel/batched.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import type { Database } from '../../platform/database/database.ts';

interface KeyRow {
  readonly uid: string;
  readonly hash: string;
  readonly username: string;
  readonly keyPermissions: Permission[] | null;
  readonly permissions: Permission[];
  readonly groups: string[];
}

/** The SHA-256 of a key's text, in hexadecimal; the only form in which a key is stored. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex');

/** Finds out who speaks with a key; fails UNAUTHORIZED when it is unknown, revoked or expired, or its owner is inactive. */
export type SessionOfKey = (key: string) => Promise<Session>;

/** Looks keys up when they are used, so that a revoked one is dead at once; those of requests at the same time together. */
export function sessionsOf({ reserve }: { readonly reserve: Database }): SessionOfKey {
  const lookUp = batched((hashes) => sessionsByHash(reserve, hashes));
  return async (key) => await lookUp(hashOfKey(key)) ?? fail('UNAUTHORIZED');
}

async function sessionsByHash(db: Database, hashes: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const rows = await db.rows<KeyRow>(sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions
    from api_key k join user_account u on u.username = k.username cross join lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m join user_group ug on ug.uid = m.group_uid left join unnest(ug.permissions) p(permission) on true
      where m.username = k.username) g
    where k.hash = any(${hashes}::text[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`);
  return new Map(rows.map((row) => [row.hash, sessionFrom(row)]));
}

function sessionFrom({ uid, username, groups, keyPermissions, permissions }: KeyRow): Session {
  const keyAllows = expandPermissions(keyPermissions ?? domainPermissions);
  return { username, keyUid: uid, groups, keyAllows, permissions: expandPermissions(permissions).intersection(keyAllows) };
}
