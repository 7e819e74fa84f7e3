import type { Oidc } from '../authentication.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';
import { DecryptionFailed } from '#platform/secrets/encryption.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** The rotated refresh tokens that replace configured ones (RFC 6749, 6). */
export interface RefreshTokens {
  /** The latest replacement of the configured token, or the configured token itself. */
  current(auth: Oidc): Promise<string>;
  /** Stores the token that the provider issued in exchange for `used`; does nothing when `used` is no longer current. */
  replace(auth: Oidc, used: string, issued: string): Promise<void>;
}

/**
 * Creates the store of refresh tokens in the table `refresh_token`, encrypted. The key is a fingerprint of the configured token, so
 * that everything that refers to the configured token (a version, a restored dataset, an unsaved source) uses the current token. The
 * fingerprint includes owner, provider and client, so that no other owner can obtain the current token by sending an expired token.
 */
export const createRefreshTokens = ({
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
    async current(auth) {
      const uid = uidOf(auth);
      const stored = await firstRow<{ sealed: string }>(db, sql`select sealed from refresh_token where uid = ${uid}`);
      try {
        // `replace` encrypted a string for this record.
        return stored ? (secrets.decrypt(stored.sealed, record(uid)) as string) : auth.refreshToken;
      } catch (error) {
        if (error instanceof DecryptionFailed)
          fail('SOURCE_FAILED', { reason: 'its refresh token cannot be decrypted. Send a new one.' });
        throw error;
      }
    },
    async replace(auth, used, issued) {
      const uid = uidOf(auth);
      const [fingerprint, sealed] = [secrets.fingerprint(issued), secrets.encrypt(issued, record(uid))];
      await db.rows(
        used === auth.refreshToken
          ? sql`insert into refresh_token as t (uid, owner, fingerprint, sealed) values (${uid}, ${auth.owner}, ${fingerprint}, ${sealed})
            on conflict (uid) do update set fingerprint = excluded.fingerprint, sealed = excluded.sealed where t.fingerprint = ${secrets.fingerprint(used)}`
          : sql`update refresh_token set fingerprint = ${fingerprint}, sealed = ${sealed} where uid = ${uid} and fingerprint = ${secrets.fingerprint(used)}`,
      );
    },
  } satisfies RefreshTokens);
};
