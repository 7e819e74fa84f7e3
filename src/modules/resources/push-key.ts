import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatasourceSecrets } from './datasource-secrets.ts';

const place = 'push_key';

/** The secrets of a realtime resource: the push key that is stored, else a new one. */
export const pushSecrets = (stored: DatasourceSecrets | null = null): DatasourceSecrets =>
  (stored?.values[place] === undefined ? { origin: '', values: { [place]: randomBytes(24).toString('base64url') } } : stored);

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Whether a key is the one of these secrets; the time that this takes tells nothing. */
export const isPushKey = (key: string, secrets: DatasourceSecrets | null): boolean => {
  const known = secrets?.values[place];
  return known !== undefined && timingSafeEqual(digest(key), digest(known));
};
