import { setTimeout as pause } from 'node:timers/promises';
import type { DatasourcePorts } from '../datasource-client.ts';
import { requestToken, type TokenError, type Token } from './request-token.ts';
import type { Oidc } from '../authentication.ts';

/** The waits before each check for a replacement that another process has stored. */
const retryDelaysMs = [0, 200, 400, 800];

/**
 * Requests an access token for the current refresh token. A rotated refresh token is stored before anything else happens. When the
 * provider rejects the refresh token, another process may just have exchanged it: the request is then repeated with the replacement
 * that the other process stored.
 */
export async function renewToken(
  auth: Oidc,
  { fetcher, refreshTokens }: Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>,
  signal: AbortSignal,
): Promise<Token | TokenError> {
  const replacementOf = async (used: string): Promise<string> => {
    for (const delayMs of retryDelaysMs) {
      await pause(delayMs, undefined, { signal });
      const current = await refreshTokens.current(auth);
      if (current !== used) return current;
    }
    return used;
  };
  for (let used = await refreshTokens.current(auth); ;) {
    const response = await requestToken({ ...auth, refreshToken: used }, fetcher, signal);
    if ('token' in response) {
      if (response.refreshToken !== undefined && response.refreshToken !== used)
        await refreshTokens.replace(auth, used, response.refreshToken);
      return response;
    }
    const next = response.error === 'invalid_grant' ? await replacementOf(used) : used;
    if (next === used) return response;
    used = next;
  }
}
