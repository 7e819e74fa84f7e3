import type { Platform } from '#api/platform.ts';
import { sql } from '#kernel/sql.ts';
import type { SecretRecord } from '#platform/encryption.ts';
import { decryptSecrets, noSecrets, type StoredSecrets } from '#connections/index.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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

const secretName = 'push_key';

/** The secrets of a realtime resource: the stored push key, or a new push key when none is stored. */
export const pushSecrets = (stored: StoredSecrets = noSecrets): StoredSecrets => ({
  [secretName]: stored[secretName] ?? { audience: '', value: randomBytes(24).toString('base64url') },
});

/** The push key among the secrets of a resource; undefined when there is none. */
export const pushKeyOf = (secrets: StoredSecrets): string | undefined => secrets[secretName]?.value;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Whether a key equals the push key of these secrets; compared in constant time. */
export const isPushKey = (key: string, secrets: StoredSecrets): boolean => {
  const storedKey = pushKeyOf(secrets);
  return storedKey !== undefined && timingSafeEqual(digest(key), digest(storedKey));
};
