import type { Platform } from '#api/platform.ts';
import type { RequestContext } from '#api/context.ts';
import { caller } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { decryptSecrets, encryptSecrets, type StoredSecrets } from './stored-secrets.ts';

/** A connection with its decrypted secrets; never sent to a client, never logged. */
export interface DecryptedConnection {
  readonly uid: string;
  readonly type: string;
  readonly settings: ConnectionSettings;
  readonly secrets: StoredSecrets;
  /** The dataset of an inline connection; null for a saved one. */
  readonly datasetUid: string | null;
}

/** Where the encrypted secrets of a connection are stored. They cannot be decrypted in any other record. */
const secretRecord = (uid: string) => ({ table: 'connection', uid });

/** The decrypted connections with these uids, by uid. Deleted connections are left out. */
export async function decryptConnections(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, DecryptedConnection>> {
  if (uids.length === 0) return new Map();
  const rows = await db.rows<Omit<DecryptedConnection, 'secrets'> & { secrets: string | null }>(sql`
    select uid, type, settings, secrets, dataset_uid as "datasetUid" from connection where uid = any(${uids}::text[])`);
  return new Map(
    rows.map((row) => [row.uid, { ...row, secrets: decryptSecrets(secrets, row.secrets, secretRecord(row.uid)) }]),
  );
}

interface Sharing {
  /** Whether more resources may use the connection; false for an inline connection. */
  readonly isReusable: boolean;
}

/** Stores a new connection that the caller creates. */
export async function insertConnection(
  tx: RequestContext,
  { uid, type, settings, secrets, datasetUid }: DecryptedConnection,
  { isReusable }: Sharing,
): Promise<void> {
  const now = tx.app.clock.now();
  await tx.db.rows(sql`
    insert into connection (uid, type, settings, secrets, is_reusable, dataset_uid, created_by, created_at, updated_at)
    values (${uid}, ${type}, ${JSON.stringify(settings)}::jsonb,
      ${encryptSecrets(tx.app.secrets, secrets, secretRecord(uid))}, ${isReusable}, ${datasetUid},
      ${caller.username}, ${now}, ${now})`);
}

/** Replaces the settings and secrets of a connection. */
export const writeSettings = (
  { db, app }: RequestContext,
  { uid, settings, secrets }: Pick<DecryptedConnection, 'uid' | 'settings' | 'secrets'>,
  { isReusable }: Sharing,
): Promise<unknown> =>
  db.rows(sql`
    update connection
    set settings = ${JSON.stringify(settings)}::jsonb,
      secrets = ${encryptSecrets(app.secrets, secrets, secretRecord(uid))}, is_reusable = ${isReusable},
      updated_at = ${app.clock.now()} where uid = ${uid}`);

/**
 * Copies the inline connections among these, without their secrets, to another dataset. Returns a map from the uid of each copied
 * connection to the uid of its copy.
 */
export async function copyInlineConnections(
  tx: RequestContext,
  uids: readonly string[],
  datasetUid: string,
): Promise<ReadonlyMap<string, string>> {
  const copyUids = new Map<string, string>();
  for (const [uid, connection] of await decryptConnections({ db: tx.db, secrets: tx.app.secrets }, uids)) {
    if (connection.datasetUid === null) continue;
    const copyUid = newUid('connection');
    await insertConnection(tx, { ...connection, uid: copyUid, datasetUid, secrets: {} }, { isReusable: false });
    copyUids.set(uid, copyUid);
  }
  return copyUids;
}

/** A header as it is stored: null where the value is a secret. */
export interface StoredHeader {
  readonly name: string;
  readonly value: string | null;
}

/** How the catalog authenticates at a datasource, as it is stored: without secrets. */
export type StoredAuth =
  | { readonly type: 'basic_auth'; readonly username: string }
  | { readonly type: 'oauth2'; readonly tokenUrl: string; readonly clientId: string; readonly scope: string }
  | { readonly type: 'oidc'; readonly tokenUrl: string; readonly clientId: string }
  | { readonly type: 'aws_signature_v4'; readonly accessKeyId: string; readonly region: string }
  | { readonly type: 'iam_role' }
  | { readonly type: 'shared_key'; readonly accountName: string };

/** An authentication type. */
export type AuthType = StoredAuth['type'];

/** The stored settings of a connection, without secrets. A setting that the kind of the connection does not have is absent. */
export interface ConnectionSettings {
  readonly url?: string;
  readonly headers?: readonly StoredHeader[];
  readonly auth?: StoredAuth | null;
  readonly connectionString?: string;
}
