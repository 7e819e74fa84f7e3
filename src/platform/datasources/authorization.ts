import type { BasicAuth } from './settings.ts';

/** The header that tells a server who asks. */
export const authorization = (auth: BasicAuth | null): Record<string, string> =>
  (auth ? { authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}` } : {});
