import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import {
  domainPermissions,
  expandPermissions,
  forCaller,
  hasCredential,
  limitToDatasets,
  type Permission,
  type Session,
  type TokenInUse,
} from '#api/session.ts';
import { createBatchLoader } from '#kernel/concurrency.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import { writtenPosition } from '#platform/database/route-reads.ts';
import { parseLogPosition } from '#platform/database/replica.ts';
import { clockToleranceSeconds, createAddressCheck, createTokenVerifier } from '#platform/token-verifier.ts';
import { createActivityRecorder, isActiveUser } from './active-user.ts';
import { acceptsTokens, findTokenProvider, provision, startsSignIn, tokenRulesColumn } from './provision-user.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { hash } from 'node:crypto';

/** What a caller identifies themselves with. */
export interface Credential {
  readonly type: 'key' | 'token' | 'session';
  readonly text: string;
}

/**
 * Finds the session of a credential. Fails UNAUTHORIZED when a key is unknown, revoked or expired, or its owner is inactive. Fails as
 * `TokenIdentifier` does for a token, and INVALID_TOKEN when its user is inactive. Fails SESSION_ENDED for the text of a cookie that is of no session. `visit` gives the context in which the user of a first
 * visit is created.
 */
export type FindSession = (credential: Credential, visit: () => RequestContext) => Promise<Session>;

/** A session, and what the provider of its token requires now; null for a key. */
interface FoundSession extends Pick<CredentialRow, 'tokenRules'> {
  readonly session: Session;
}

/**
 * Creates the function that finds the session of a credential. It looks the key, or the identity of the token, up on each call, so that a
 * revoked key and an inactive user are refused at once. Concurrent calls share one statement, and calls that find the same row share its
 * session.
 */
export function createSessionLookup(platform: Pick<Platform, 'reserveDb' | 'replica'> & TokenPorts): FindSession {
  const findKey = createRowLookup(platform, 'hash', selectValidKeys(sql`k.hash = any(${keysParameter})`));
  const findIdentity = createRowLookup(platform, 'uid', selectValidIdentities(sql`i.uid = any(${keysParameter})`));
  const identifier = createTokenIdentifier(platform);

  const sessionOfKey = async (key: string): Promise<Session> =>
    (await findKey(hashKey(key)))?.session ?? fail('UNAUTHORIZED');

  async function sessionOfToken(token: string, visit: () => RequestContext): Promise<Session> {
    const known = await identifier.identify(token, visit);
    return (
      (await sessionOfIdentity(known)) ??
      // The provider was changed, or the identity removed, since the token was verified.
      (await sessionOfIdentity(await identifier.identifyAgain(token, visit))) ??
      fail('INVALID_TOKEN')
    );
  }

  async function sessionOfIdentity({ identityUid, rules, expiresAt }: IdentifiedToken): Promise<Session | undefined> {
    const found = await findIdentity(identityUid);
    return found?.tokenRules === rules ? { ...found.session, token: { identityUid, expiresAt } } : undefined;
  }

  const findSignIn = createSignInLookup(platform);
  const recordActivity = createActivityRecorder(platform);
  return async ({ type, text }, visit) => {
    const session = await (type === 'session'
      ? findSignIn(text)
      : type === 'key'
        ? sessionOfKey(text)
        : sessionOfToken(text, visit));
    await recordActivity(session.username);
    return session;
  };
}

/** How often a process stores that a session is in use. */
const seenForMs = 60_000;

/** The maximum size of the hashes of the sessions of which a process knows that it did, in bytes. */
const maxSeenBytes = 4 * 1024 * 1024;
const seenEntryBytes = 256;

/** Creates the function that finds the session of the text of a cookie, and stores that it is in use. Fails SESSION_ENDED. */
function createSignInLookup({
  reserveDb,
  replica,
  log,
  config,
}: Pick<Platform, 'reserveDb' | 'replica' | 'log' | 'config'>): (text: string) => Promise<Session> {
  const inUse = sql`s.hash = any(${keysParameter})
    and s.last_seen_at > now() - make_interval(mins => ${config.sessions.idleMinutes}::int)`;
  const find = createRowLookup({ reserveDb, replica }, 'hash', selectValidSessions(inUse));
  const seen = new LRUCache<string, true>({
    maxSize: maxSeenBytes,
    sizeCalculation: () => seenEntryBytes,
    ttl: seenForMs,
  });

  async function storeUse(hash: string): Promise<void> {
    if (seen.has(hash)) return;
    seen.set(hash, true);
    await reserveDb
      .rows(
        sql`update sign_in_session set last_seen_at = now()
        where hash = ${hash} and last_seen_at < now() - make_interval(mins => 1)`,
      )
      .catch((error: unknown) => {
        log.warn({ reason: String(error) }, 'The use of a session could not be stored. It may end too early.');
      });
  }

  return async (text) => {
    const hash = hashKey(text);
    const { session } = (await find(hash)) ?? fail('SESSION_ENDED');
    await storeUse(hash);
    return session;
  };
}

/** The maximum size of the rows whose sessions are kept, in characters. */
const maxRowCharacters = 4 * 1024 * 1024;

const keysParameter = new SqlParameter('keys');

/** Creates the function that finds the row of a query by its column, and makes the session of the row once for each different row. */
function createRowLookup(
  platform: Pick<Platform, 'reserveDb' | 'replica'>,
  column: 'hash' | 'uid',
  query: Sql,
): (key: string) => Promise<FoundSession | undefined> {
  const { replica } = platform;
  const position = replica
    ? sql`, ${writtenPosition(sql`v.username`, replica.maxLagSeconds)} as position`
    : sqlText('');
  const statement = sql`select v.${sqlName(column)} as key, row_to_json(v)::text as row${position} from (${query}) v`;
  const sessions = new LRUCache<string, FoundSession>({
    maxSize: maxRowCharacters,
    sizeCalculation: (_session, row) => row.length,
  });
  return createBatchLoader(async (keys) => {
    const rows = await platform.reserveDb.rows<{ key: string; row: string; position?: string | null }>(statement, {
      keys,
    });
    return new Map(
      rows.map(({ key, row, position: written }) => [key, withPosition(foundSession(sessions, row), written)]),
    );
  });
}

/** The session of a `CredentialRow` in JSON, made once for each row. */
function foundSession(sessions: LRUCache<string, FoundSession>, row: string): FoundSession {
  const known = sessions.get(row);
  if (known) return known;
  const parsed = JSON.parse(row) as CredentialRow;
  const found = { session: sessionOfRow(parsed), tokenRules: parsed.tokenRules };
  sessions.set(row, found);
  return found;
}

/** Sessions are shared by calls with and without a position. */
const withPosition = (found: FoundSession, position: string | null | undefined): FoundSession =>
  position == null ? found : { ...found, session: { ...found.session, position: parseLogPosition(position) } };

/** What identifying tokens needs of the platform. */
type TokenPorts = Pick<Platform, 'reserveDb' | 'fetcher' | 'clock' | 'log' | 'config'>;

/** A token that was verified, and whose it is. */
interface IdentifiedToken {
  readonly identityUid: string;
  /** What the provider required of the token when it was verified. */
  readonly rules: string;
  readonly expiresAt: Date;
}

/**
 * Finds out whose a token is. Fails NOT_A_TOKEN for a text that is no token, INVALID_TOKEN for a token that is not accepted, NO_ACCOUNT when its person has no user and may not get
 * one, and PROVIDER_UNAVAILABLE.
 */
interface TokenIdentifier {
  /** Verifies a token when it comes for the first time, and remembers the result. */
  identify(token: string, visit: () => RequestContext): Promise<IdentifiedToken>;
  /** Verifies a token again. */
  identifyAgain(token: string, visit: () => RequestContext): Promise<IdentifiedToken>;
}

/** A token that is being identified. */
interface Visit {
  readonly token: string;
  readonly visit: () => RequestContext;
}

/** The maximum size of the remembered tokens in bytes, of which each takes about `entryBytes`: its hash and what it says. */
const maxTokenBytes = 8 * 1024 * 1024;
const entryBytes = 512;

/** Creates the identifier of a process. Concurrent calls with one token verify it once. */
function createTokenIdentifier(platform: TokenPorts): TokenIdentifier {
  const { fetcher, clock, log, config } = platform;
  const verifier = createTokenVerifier({ fetcher, clock, log, isTrusted: createAddressCheck(config.fetchAllow) });
  const identified = new LRUCache<string, IdentifiedToken, Visit>({
    maxSize: maxTokenBytes,
    sizeCalculation: () => entryBytes,
    // A token that is evicted meanwhile is still identified for those who wait.
    ignoreFetchAbort: true,
    fetchMethod: (_hash, _known, { context: { token, visit } }) => verifyAndProvision(token, visit),
  });

  async function verifyAndProvision(token: string, visit: () => RequestContext): Promise<IdentifiedToken> {
    const provider = (await findTokenProvider(platform.reserveDb, verifier.issuerOf(token))) ?? fail('INVALID_TOKEN');
    const verified = await verifier.verify(token, provider);
    const identityUid = await provision(visit(), provider, verified);
    return { identityUid, rules: provider.rules, expiresAt: verified.expiresAt };
  }

  async function find(token: string, visit: () => RequestContext, forceRefresh: boolean): Promise<IdentifiedToken> {
    const found = await identified.fetch(hashKey(token), { context: { token, visit }, forceRefresh });
    return found && isCurrent(found) ? found : fail('INVALID_TOKEN');
  }

  const isCurrent = ({ expiresAt }: IdentifiedToken): boolean =>
    clock.now().getTime() < expiresAt.getTime() + clockToleranceSeconds * 1_000;

  return {
    identify: (token, visit) => find(token, visit, false),
    identifyAgain: (token, visit) => find(token, visit, true),
  };
}

/** A key, or the identity of a token, with the rights of its user, as stored. */
export interface CredentialRow {
  /** The uid of the key or of the identity; null for a session that an invitation began. */
  readonly uid: string | null;
  readonly username: string;
  /** The scopes of the key; null for all rights of its owner, as with a token. */
  readonly keyPermissions: Permission[] | null;
  readonly isReadOnly: boolean;
  /** The uids of the datasets that the key is limited to; null for a key without this limit. */
  readonly datasets: string[] | null;
  /** The rights of the user for the whole domain, direct and through groups. */
  readonly permissions: Permission[];
  /** The uids of the user's groups. */
  readonly groups: string[];
  /** What the provider requires of tokens now; null for a key and for a session. */
  readonly tokenRules: string | null;
  /** The session of a browser by which the identity is in use; absent for keys and tokens. */
  readonly signIn?: { readonly uid: string; readonly expiresAt: string };
}

/** The groups of the user `u`, and the rights that they give. */
const groupsOfUser = sqlText(`lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m
      join user_group ug on ug.uid = m.group_uid
      left join unnest(ug.permissions) p(permission) on true
      where m.username = u.username) g`);

/** The query of the valid keys that meet a condition, neither revoked nor expired, with the rights of their active owners. */
const selectValidKeys = (condition: Sql): Sql => sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", k.is_read_only as "isReadOnly", k.datasets,
      g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions, null as "tokenRules"
    from api_key k join user_account u on u.username = k.username cross join ${groupsOfUser}
    where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and ${isActiveUser}`;

/** The query of the valid identities that meet a condition: active user, and a provider that accepts tokens. */
const selectValidIdentities = (condition: Sql): Sql => sql`
    select i.uid, i.username, null as "keyPermissions", false as "isReadOnly", null as datasets, g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions, ${tokenRulesColumn} as "tokenRules"
    from external_identity i
    join user_account u on u.username = i.username
    join identity_provider ip on ip.uid = i.provider_uid
      cross join ${groupsOfUser}
    where ${condition} and ${acceptsTokens} and ${isActiveUser}`;

/** The query of the valid sessions that meet a condition: active user, and an invitation or a provider with which people sign in. */
const selectValidSessions = (condition: Sql): Sql => sql`
    select s.identity_uid as uid, s.hash, s.username, null as "keyPermissions", false as "isReadOnly", null as datasets, g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions, null as "tokenRules",
      json_build_object('uid', s.uid, 'expiresAt', s.expires_at) as "signIn"
    from sign_in_session s
    join user_account u on u.username = s.username
    left join external_identity i on i.uid = s.identity_uid
    left join identity_provider ip on ip.uid = i.provider_uid
      cross join ${groupsOfUser}
    where ${condition} and s.expires_at > now() and (s.identity_uid is null or ${startsSignIn(sqlText('ip'))}) and ${isActiveUser}`;

/** The session of a key, a token or a browser. */
function sessionOfRow(row: CredentialRow): Session {
  const { uid, username, groups, keyPermissions, isReadOnly, datasets, permissions, tokenRules, signIn } = row;
  const scopes = expandPermissions(keyPermissions ?? domainPermissions);
  const session = {
    username,
    keyUid: tokenRules === null && !signIn ? (uid ?? undefined) : undefined,
    ...(signIn && { token: { identityUid: uid, expiresAt: new Date(signIn.expiresAt), sessionUid: signIn.uid } }),
    groups,
    scopes,
    permissions: expandPermissions(permissions).intersection(scopes),
    isReadOnly,
  };
  return datasets ? limitToDatasets(session, datasets) : session;
}

/** The SQL expression of the current `CredentialRow` of the session's key or token; null when it is no longer valid. */
export const currentCredentialColumn = ({ keyUid, token }: Session): Sql =>
  sql`(select row_to_json(v) from (${validCredential(keyUid, token)}) v)`;

/** The query of one credential, if it is still valid. */
function validCredential(keyUid: string | undefined, token: TokenInUse | undefined): Sql {
  if (!token) return selectValidKeys(sql`k.uid = ${keyUid ?? null}::text`);
  return token.sessionUid === undefined
    ? selectValidIdentities(sql`i.uid = ${token.identityUid}::text`)
    : selectValidSessions(sql`s.uid = ${token.sessionUid}::text`);
}

/** The session with the rights that its caller holds now; the same object when nothing has changed. Fails UNAUTHORIZED. */
export function renewSession(session: Session, credential: CredentialRow | null): Session {
  if (!hasCredential(session)) return session;
  const renewed = sessionOfRow(credential ?? fail('UNAUTHORIZED'));
  const isSame = (['groups', 'permissions', 'scopes'] as const).every((property) =>
    areEqualSets(session[property], renewed[property]),
  );
  const isSameOnDatasets = areEqualSets(
    session.datasetLimit?.permissions ?? [],
    renewed.datasetLimit?.permissions ?? [],
  );
  return isSame && isSameOnDatasets ? session : { ...session, ...renewed };
}

/** The context with the rights that its caller holds now, after waiting for a lock. Fails UNAUTHORIZED. */
export async function withCurrentRights(tx: RequestContext): Promise<RequestContext> {
  const row = await firstRow<{ credential: CredentialRow | null }>(
    tx.db,
    sql`select ${currentCredentialColumn(tx.session)} as credential`,
  );
  const session = renewSession(tx.session, row?.credential ?? null);
  return session === tx.session ? tx : { ...tx, session, db: forCaller(tx.db, session) };
}

/** Whether two lists or sets have the same elements, in any order. */
const areEqualSets = (one: Iterable<string>, other: Iterable<string>): boolean => {
  const [left, right] = [new Set(one), new Set(other)];
  return left.size === right.size && left.isSubsetOf(right);
};

/** The SHA-256 of a key's text, in hexadecimal; the only form in which a key is stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');
