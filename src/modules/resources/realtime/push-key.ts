import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { noSecrets, type StoredSecrets } from '#connections/index.ts';

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
