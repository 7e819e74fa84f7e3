import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { forCaller } from '../../../api/session/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { domainPermissions, type Permission } from '../../../api/session/permissions.ts';
import { expandPermissions, limitToDatasets, type Session } from '../../../api/session/session.ts';
import { createBatchLoader } from '../../../kernel/batch-loader.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, SqlParameter, sqlText, type Sql } from '../../../kernel/sql.ts';
import type { Platform } from '../../../api/platform.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { writtenPosition } from '../../../platform/database/replica/caller-writes.ts';
import { parseLogPosition } from '../../../platform/database/replica/log-position.ts';

/** A key with the rights of its owner, as stored. */
export interface KeyRow {
  readonly uid: string;
  readonly hash: string;
  readonly username: string;
  /** The scopes of the key; null for all rights of its owner. */
  readonly keyPermissions: Permission[] | null;
  readonly isReadOnly: boolean;
  /** The uids of the datasets that the key is limited to; null for a key without this limit. */
  readonly datasets: string[] | null;
  /** The rights of the owner for the whole domain, direct and through groups. */
  readonly permissions: Permission[];
  /** The uids of the owner's groups. */
  readonly groups: string[];
}

/** The SHA-256 of a key's text, in hexadecimal; the only form in which a key is stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');

/** Finds the session of a key. Fails UNAUTHORIZED when the key is unknown, revoked or expired, or its owner is inactive. */
export type FindSession = (key: string) => Promise<Session>;

/**
 * Creates the function that finds the session of a key. It looks the key up on each call, so that a revoked key is refused at once.
 * Concurrent calls share one statement, and calls that find the same row share its session.
 */
export function createSessionLookup(platform: Pick<Platform, 'reserveDb' | 'replica'>): FindSession {
  const { replica } = platform;
  const position = replica
    ? sql`, ${writtenPosition(sql`v.username`, replica.maxLagSeconds)} as position`
    : sqlText('');
  const statement = sql`select v.hash, row_to_json(v)::text as row${position}
    from (${selectValidKeys(sql`k.hash = any(${new SqlParameter('hashes')}::text[])`)}) v`;
  const sessionOfRow = createSessionCache();
  const lookUp = createBatchLoader(async (hashes) => {
    const rows = await platform.reserveDb.rows<{ hash: string; row: string; position?: string | null }>(statement, {
      hashes,
    });
    return new Map(
      rows.map(({ hash: found, row, position: written }) => [found, withPosition(sessionOfRow(row), written)]),
    );
  });
  return async (key) => (await lookUp(hashKey(key))) ?? fail('UNAUTHORIZED');
}

/** Sessions are shared by calls with and without a position. */
const withPosition = (session: Session, position: string | null | undefined): Session =>
  position == null ? session : { ...session, position: parseLogPosition(position) };

/** The maximum size of the rows whose sessions are kept, in characters. */
const maxRowCharacters = 4 * 1024 * 1024;

/** Creates the function that makes the session of a `KeyRow` in JSON, once for each row. */
function createSessionCache(): (row: string) => Session {
  const sessions = new LRUCache<string, Session>({
    maxSize: maxRowCharacters,
    sizeCalculation: (_session, row) => row.length,
  });
  return (row) => {
    const known = sessions.get(row);
    if (known) return known;
    const session = sessionFrom(JSON.parse(row) as KeyRow);
    sessions.set(row, session);
    return session;
  };
}

/**
 * The query of the valid keys that meet a condition, with the rights of their owners. A valid key is neither revoked nor expired, and its
 * owner is active.
 */
const selectValidKeys = (condition: Sql): Sql => sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", k.is_read_only as "isReadOnly", k.datasets, g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions
    from api_key k join user_account u on u.username = k.username cross join lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m join user_group ug on ug.uid = m.group_uid left join unnest(ug.permissions) p(permission) on true
      where m.username = k.username) g
    where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`;

function sessionFrom({ uid, username, groups, keyPermissions, isReadOnly, datasets, permissions }: KeyRow): Session {
  const scopes = expandPermissions(keyPermissions ?? domainPermissions);
  const session = {
    username,
    keyUid: uid,
    groups,
    scopes,
    permissions: expandPermissions(permissions).intersection(scopes),
    isReadOnly,
  };
  return datasets ? limitToDatasets(session, datasets) : session;
}

/** The SQL expression of the current `KeyRow` of the session's key; null when the key is no longer valid. */
export const currentKeyColumn = ({ keyUid }: Session): Sql =>
  sql`(select row_to_json(s) from (${selectValidKeys(sql`k.uid = ${keyUid ?? null}::text`)}) s)`;

/**
 * The session with the rights that its caller holds now. Returns the same object when nothing has changed, or for a session
 * without a key, such as that of a job. Fails UNAUTHORIZED when the key is no longer valid.
 */
export function renewSession(session: Session, key: KeyRow | null): Session {
  if (session.keyUid === undefined) return session;
  const renewed = sessionFrom(key ?? fail('UNAUTHORIZED'));
  const isSame = (['groups', 'permissions', 'scopes'] as const).every((property) =>
    areEqualSets(session[property], renewed[property]),
  );
  const isSameOnDatasets = areEqualSets(
    session.datasetLimit?.permissions ?? [],
    renewed.datasetLimit?.permissions ?? [],
  );
  return isSame && isSameOnDatasets ? session : { ...session, ...renewed };
}

/**
 * The context with the rights that its caller holds now, for decisions after waiting for a lock. Fails UNAUTHORIZED when the key is no
 * longer valid.
 */
export async function withCurrentRights(tx: RequestContext): Promise<RequestContext> {
  const row = await firstRow<{ key: KeyRow | null }>(tx.db, sql`select ${currentKeyColumn(tx.session)} as key`);
  const session = renewSession(tx.session, row?.key ?? null);
  return session === tx.session ? tx : { ...tx, session, db: forCaller(tx.db, session) };
}

/** Whether two lists or sets have the same elements, in any order. */
const areEqualSets = (one: Iterable<string>, other: Iterable<string>): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && left.isSubsetOf(right);
};
