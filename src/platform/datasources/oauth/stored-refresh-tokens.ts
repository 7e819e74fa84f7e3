import { fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../../database/database-client.ts';
import { DecryptionFailed, type Secrets } from '../../secrets/secrets.ts';
import type { RefreshTokens } from './refresh-tokens.ts';
import type { Oidc } from '../authentication.ts';

/**
 * Refresh tokens in the table `refresh_token`, sealed. Each is found by a fingerprint of the configured one that it descends from, so
 * that whatever names that one (a version, a restored dataset, a source that is not saved yet) goes on with the present one. Owner,
 * provider and client are part of it: who knows a dead token gets no living one elsewhere.
 */
export const storedRefreshTokens = ({
  db,
  secrets,
}: {
  readonly db: DatabaseClient;
  readonly secrets: Secrets;
}): RefreshTokens => {
  const uidOf = ({ owner, tokenUrl, clientId, refreshToken }: Oidc): string =>
    secrets.fingerprint(JSON.stringify([owner, URL.parse(tokenUrl)?.origin ?? '', clientId, refreshToken]));
  const record = (uid: string) => ({ table: 'refresh_token', uid });

  return Object.freeze({
    async present(auth) {
      const uid = uidOf(auth);
      const kept = await firstRow<{ sealed: string }>(db, sql`select sealed from refresh_token where uid = ${uid}`);
      try {
        // what `replace` sealed for this record
        return kept ? (secrets.decrypt(kept.sealed, record(uid)) as string) : auth.refreshToken;
      } catch (error) {
        if (error instanceof DecryptionFailed)
          fail('SOURCE_FAILED', { reason: 'its refresh token cannot be opened. Send a new one.' });
        throw error;
      }
    },
    async replace(auth, used, given) {
      const uid = uidOf(auth);
      const [fingerprint, sealed] = [secrets.fingerprint(given), secrets.encrypt(given, record(uid))];
      await db.rows(
        used === auth.refreshToken
          ? sql`insert into refresh_token as t (uid, owner, fingerprint, sealed) values (${uid}, ${auth.owner}, ${fingerprint}, ${sealed})
            on conflict (uid) do update set fingerprint = excluded.fingerprint, sealed = excluded.sealed where t.fingerprint = ${secrets.fingerprint(used)}`
          : sql`update refresh_token set fingerprint = ${fingerprint}, sealed = ${sealed} where uid = ${uid} and fingerprint = ${secrets.fingerprint(used)}`,
      );
    },
  } satisfies RefreshTokens);
};
