import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { CatalogError } from '../../../kernel/fail.ts';
import { tryParseJson } from '../../../kernel/json.ts';
import type { Fetched, Fetcher } from '../../fetcher/fetcher.ts';
import type { OAuth2, Oidc } from '../authentication.ts';

/** A token, and for how many seconds it is good. */
export interface Token {
  readonly token: string;
  readonly life: number;
  /** What the provider gave in place of the refresh token; undefined where that one stays. */
  readonly refreshToken?: string | undefined;
}

/** That a provider gives no token. */
export interface Refusal {
  /** By its name in RFC 6749, 5.2. */
  readonly error: string;
  readonly host: string;
}

/** In bytes, of a provider's answer. */
const maxAnswer = 2 ** 20;
/** In seconds, where the provider does not tell. */
const usualLife = 300;

/** RFC 6749, 5.1; some providers write the number as a text. */
const granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().catch(usualLife),
  refresh_token: z
    .string()
    .regex(/^[\x20-\x7e]{1,10000}$/)
    .optional()
    .catch(undefined),
});
/** RFC 6749, 5.2. */
const refused = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

const advice: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client id and the client secret.',
  invalid_grant: 'The refresh token is not good any more; get a new one.',
  invalid_scope: 'Check the scope.',
  unauthorized_client: 'Allow the client this way of getting a token there.',
};

/**
 * A new access token from the provider. Clients are to be known by a header (RFC 6749, 2.3.1), yet some providers read the body
 * alone, so that comes second. Fails SOURCE_REFUSED, SOURCE_FAILED.
 */
export async function requestToken(
  auth: OAuth2 | Oidc,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<Token | Refusal> {
  const grant: Record<string, string> =
    auth.type === 'oauth2'
      ? { grant_type: 'client_credentials', ...(auth.scope !== '' && { scope: auth.scope }) }
      : { grant_type: 'refresh_token', refresh_token: auth.refreshToken };
  const post = (headers: Record<string, string>, client: Record<string, string>) =>
    fetcher.fetch(auth.tokenUrl, {
      method: 'POST',
      content: formOf({ ...grant, ...client }),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      maxBytes: maxAnswer,
      acceptedStatuses: [400, 401],
      signal,
    });
  const { clientId, clientSecret } = auth;
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64');
  const known = await read(await post({ authorization: `Basic ${basic}` }, {}));
  return 'token' in known || known.error !== 'invalid_client'
    ? known
    : read(await post({}, { client_id: clientId, client_secret: clientSecret }));
}

/** A refusal as people are told of it. */
export const tokenRefused = ({ error, host }: Refusal) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} gave no access token (${error}). ${advice[error] ?? 'Check the token URL.'}`,
  });

/** The token, or the error's name of RFC 6749; a client that is not known may be told by the status alone. */
async function read({ status, url, body }: Fetched): Promise<Token | Refusal> {
  const { host } = new URL(url);
  const answer = tryParseJson(await text(body));
  const error = refused.safeParse(answer).data?.error ?? (status === 401 ? 'invalid_client' : undefined);
  if (error !== undefined) return { error, host };
  const { data } = granted.safeParse(answer);
  if (!data)
    throw new CatalogError('SOURCE_FAILED', {
      reason: `${host} did not answer as a token URL does. Check the token URL.`,
    });
  return { token: data.access_token, life: data.expires_in, refreshToken: data.refresh_token };
}

const formOf = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** As forms are encoded (RFC 6749, 2.3.1). */
const encoded = (text: string): string => formOf({ '': text }).slice(1);
