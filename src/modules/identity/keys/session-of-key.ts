import { hash } from 'node:crypto';
import { forCaller } from '../../../api/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { domainPermissions, type Permission } from '../../../api/permissions.ts';
import { expandPermissions, type Session } from '../../../api/session.ts';
import { batched } from '../../../kernel/batched.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, type Sql } from '../../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../../../platform/database/database-client.ts';

/** What is stored of a key and its owner. */
export interface KeyRow {
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
export type FindSession = (key: string) => Promise<Session>;

/** Looks keys up when they are used, so that a revoked one is dead at once; those of requests at the same time together. */
export function createSessionLookup(services: { readonly reserve: DatabaseClient }): FindSession {
  const lookUp = batched((hashes) => sessionsByHash(services.reserve, hashes));
  return async (key) => (await lookUp(hashOfKey(key))) ?? fail('UNAUTHORIZED');
}

async function sessionsByHash(db: DatabaseClient, hashes: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const rows = await db.rows<KeyRow>(liveKeys(sql`k.hash = any(${hashes}::text[])`));
  return new Map(rows.map((row) => [row.hash, sessionFrom(row)]));
}

/** The keys that a condition chooses, with what their owners hold; none that is revoked or expired, or whose owner is inactive. */
const liveKeys = (condition: Sql): Sql => sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions
    from api_key k join user_account u on u.username = k.username cross join lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m join user_group ug on ug.uid = m.group_uid left join unnest(ug.permissions) p(permission) on true
      where m.username = k.username) g
    where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`;

function sessionFrom({ uid, username, groups, keyPermissions, permissions }: KeyRow): Session {
  const scopes = expandPermissions(keyPermissions ?? domainPermissions);
  return {
    username,
    keyUid: uid,
    groups,
    scopes,
    permissions: expandPermissions(permissions).intersection(scopes),
  };
}

/** The session's key as it is when a statement reads it, as a column of that statement; null when nobody may use it any more. */
export const currentKey = ({ keyUid }: Session): Sql =>
  sql`(select row_to_json(s) from (${liveKeys(sql`k.uid = ${keyUid ?? null}::text`)}) s)`;

/**
 * The session with what its caller holds by now; the same object where nothing has changed, or where it has no key, as that
 * of a job. Fails UNAUTHORIZED when the key is gone.
 */
export function renewSession(session: Session, key: KeyRow | null): Session {
  if (session.keyUid === undefined) return session;
  const renewed = sessionFrom(key ?? fail('UNAUTHORIZED'));
  const isSame = (['groups', 'permissions', 'scopes'] as const).every((part) => sameSet(session[part], renewed[part]));
  return isSame ? session : { ...session, ...renewed };
}

/** The context with what its caller holds by now, for what is decided after a lock was awaited. Fails UNAUTHORIZED when the key is gone. */
export async function withCurrentRights(tx: RequestContext): Promise<RequestContext> {
  const row = await firstRow<{ key: KeyRow | null }>(tx.db, sql`select ${currentKey(tx.session)} as key`);
  const session = renewSession(tx.session, row?.key ?? null);
  return session === tx.session ? tx : { ...tx, session, db: forCaller(tx.db, session) };
}

const sameSet = (one: Iterable<string>, other: Iterable<string>): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && left.isSubsetOf(right);
};
