import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';

/** An SSH server and the owner of its trusted key: a dataset or a saved connection. */
export interface SshHost {
  /** The uid of the dataset or the connection. */
  readonly owner: string;
  /** The server, as `host:port`. */
  readonly address: string;
}

/** The trusted keys of SSH servers (trust on first use), as SHA-256 fingerprints in base64 without padding. */
export interface HostKeys {
  /** Returns the trusted key of a server. For an unknown server, the key `found` becomes the trusted one. */
  getOrTrust(host: SshHost, found: string): Promise<string>;
  /** Replaces the trusted key of a server. */
  trust(host: SshHost, fingerprint: string): Promise<void>;
}

/** Creates the store of trusted keys in the table `host_key`. When several first connections are concurrent, the key stored first wins. */
export const createHostKeys = (db: DatabaseClient): HostKeys =>
  Object.freeze({
    async getOrTrust({ owner, address }, found) {
      await db.rows(
        sql`insert into host_key (owner, address, fingerprint) values (${owner}, ${address}, ${found}) on conflict do nothing`,
      );
      const stored = await firstRow<{ fingerprint: string }>(
        db,
        sql`select fingerprint from host_key where owner = ${owner} and address = ${address}`,
      );
      return stored?.fingerprint ?? found;
    },
    async trust({ owner, address }, fingerprint) {
      await db.rows(sql`insert into host_key as k (owner, address, fingerprint) values (${owner}, ${address}, ${fingerprint})
      on conflict (owner, address) do update set fingerprint = excluded.fingerprint where k.fingerprint <> excluded.fingerprint`);
    },
  } satisfies HostKeys);
