import { z } from 'zod';
import { fail } from '../../kernel/fail.ts';
import { ask } from './ask.ts';
import type { DatasourcePorts } from './datasource.ts';
import { maxAnswerBytes, readAnswer } from './read-answer.ts';
import type { OAuth2, Oidc } from './settings.ts';

/** RFC 6749, 5.1; a token that goes into a header (RFC 6750, 2.1). */
const granted = z.object({ access_token: z.string().regex(/^[\w.~+/=-]{1,16000}$/) });
/** RFC 6749, 5.2. Only the code is told: the description may hold anything. */
const refused = z.object({ error: z.string().regex(/^[\w.-]{1,50}$/).catch('') });

/** A bearer token for what a connection reads. Fails SOURCE_FAILED, with the server's code for what it does not like. */
export async function accessToken(auth: OAuth2 | Oidc, { fetcher }: Pick<DatasourcePorts, 'fetcher'>, signal: AbortSignal): Promise<string> {
  const content = new URLSearchParams({ ...grantOf(auth), client_id: auth.clientId, client_secret: auth.clientSecret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const answer = await ask(fetcher, auth.tokenUrl, { method: 'POST', content, headers, signal, maxBytes: maxAnswerBytes, also: [400, 401] });
  if (answer.status < 300) return (await readAnswer(answer, granted)).access_token;
  const { error } = await readAnswer(answer, refused).catch(() => ({ error: '' }));
  return fail('SOURCE_FAILED', {
    reason: `${new URL(answer.url).host} gives no access token${error === '' ? '' : ` (${error})`}. Check the client, its secret and ${auth.type === 'oidc' ? 'the refresh token' : 'the scope'}.`,
  });
}

function grantOf(auth: OAuth2 | Oidc): Record<string, string> {
  if (auth.type === 'oidc') return { grant_type: 'refresh_token', refresh_token: auth.refreshToken };
  return { grant_type: 'client_credentials', ...auth.scope !== '' && { scope: auth.scope } };
}
