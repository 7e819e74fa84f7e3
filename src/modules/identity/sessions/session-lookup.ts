import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session/session.ts';
import { createBatchLoader } from '#kernel/batch-loader.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlName, SqlParameter, sqlText, type Sql } from '#kernel/sql.ts';
import { writtenPosition } from '#platform/database/replica/caller-writes.ts';
import { parseLogPosition } from '#platform/database/replica/log-position.ts';
import { hashKey } from '../keys/hash-key.ts';
import { createTokenIdentifier, type IdentifiedToken, type TokenPorts } from '../tokens/token-identifier.ts';
import { selectValidIdentities, selectValidKeys, sessionOfRow, type CredentialRow } from './credential-row.ts';

/** What a caller identifies themselves with. */
export interface Credential {
  readonly type: 'key' | 'token';
  readonly text: string;
}

/**
 * Finds the session of a credential. Fails UNAUTHORIZED when a key is unknown, revoked or expired, or its owner is inactive. Fails as
 * `TokenIdentifier` does for a token, and INVALID_TOKEN when its user is inactive. `visit` gives the context in which the user of a first
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

  return ({ type, text }, visit) => (type === 'key' ? sessionOfKey(text) : sessionOfToken(text, visit));
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
