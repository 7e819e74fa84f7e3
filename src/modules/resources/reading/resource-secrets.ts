import type { Platform } from '#api/platform.ts';
import { sql } from '#kernel/sql.ts';
import type { SecretRecord } from '#platform/secrets/encryption.ts';
import { decryptSecrets, type StoredSecrets } from '#connections/index.ts';

/** The record to which the encryption binds the secrets of a resource. */
export const resourceSecretRecord = (uid: string): SecretRecord => ({ table: 'resource', uid });

/** A resource with its encrypted secrets. */
interface EncryptedResource {
  readonly uid: string;
  readonly secrets?: string | null | undefined;
}

/** The decrypted secrets of a resource. */
export const decryptResourceSecrets = (
  { secrets }: Pick<Platform, 'secrets'>,
  { uid, secrets: encrypted }: EncryptedResource,
): StoredSecrets => decryptSecrets(secrets, encrypted, resourceSecretRecord(uid));

/** The decrypted secrets of resources, by uid; resources without secrets are left out. */
export async function loadResourceSecrets(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, StoredSecrets>> {
  const rows = await db.rows<{ uid: string; secrets: string }>(sql`
    select uid, secrets from resource where uid = any(${uids}::text[]) and secrets is not null`);
  return new Map(rows.map((row) => [row.uid, decryptResourceSecrets({ secrets }, row)]));
}
