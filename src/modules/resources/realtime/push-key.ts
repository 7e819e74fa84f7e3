import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { noSecrets, type StoredSecrets } from '../../connections/index.ts';

const place = 'push_key';

/** The secrets of a realtime resource: the push key that is stored, else a new one. */
export const pushSecrets = (stored: StoredSecrets = noSecrets): StoredSecrets => ({
  [place]: stored[place] ?? { audience: '', value: randomBytes(24).toString('base64url') },
});

/** The push key among secrets; undefined when there is none. */
export const pushKeyOf = (secrets: StoredSecrets): string | undefined => secrets[place]?.value;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Whether a key is the one of these secrets; the time that this takes tells nothing. */
export const isPushKey = (key: string, secrets: StoredSecrets): boolean => {
  const known = pushKeyOf(secrets);
  return known !== undefined && timingSafeEqual(digest(key), digest(known));
};
