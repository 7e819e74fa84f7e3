import { setTimeout as pause } from 'node:timers/promises';
import type { DatasourcePorts } from '../datasource-client.ts';
import { requestToken, type Refusal, type Token } from './request-token.ts';
import type { Oidc } from '../authentication.ts';

/** In milliseconds: when to look whether another process has just kept the token that it was given for the same one. */
const looks = [0, 200, 400, 800];

/**
 * A new access token for the present refresh token; the one that the provider gives in its place is kept before anything else
 * happens. A refresh token that is not good any more may be so because another process has used it just now: then the one goes that it was
 * given.
 */
export async function renewToken(
  auth: Oidc,
  { fetcher, refreshTokens }: Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>,
  signal: AbortSignal,
): Promise<Token | Refusal> {
  const successor = async (used: string): Promise<string> => {
    for (const wait of looks) {
      await pause(wait, undefined, { signal });
      const present = await refreshTokens.present(auth);
      if (present !== used) return present;
    }
    return used;
  };
  for (let used = await refreshTokens.present(auth); ;) {
    const answer = await requestToken({ ...auth, refreshToken: used }, fetcher, signal);
    if ('token' in answer) {
      if (answer.refreshToken !== undefined && answer.refreshToken !== used)
        await refreshTokens.replace(auth, used, answer.refreshToken);
      return answer;
    }
    const next = answer.error === 'invalid_grant' ? await successor(used) : used;
    if (next === used) return answer;
    used = next;
  }
}
