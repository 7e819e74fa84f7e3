import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { CatalogError } from '#kernel/fail.ts';
import { tryParseJson } from '#kernel/json.ts';
import type { Fetched, Fetcher } from '#platform/fetcher/fetcher.ts';
import type { OAuth2, Oidc } from '../authentication.ts';

/** An access token and its lifetime. */
export interface Token {
  readonly token: string;
  readonly lifetimeSeconds: number;
  /** The rotated refresh token; undefined when the current refresh token stays valid. */
  readonly refreshToken?: string | undefined;
}

/** The error of a provider that issues no token. */
export interface TokenError {
  /** The error code of RFC 6749, 5.2. */
  readonly error: string;
  readonly host: string;
}

const maxResponseBytes = 2 ** 20;
/** The lifetime of a token when the response has no valid `expires_in`. */
const defaultLifetimeSeconds = 300;

/** A success response (RFC 6749, 5.1). Some providers send `expires_in` as a string. */
const tokenResponse = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().catch(defaultLifetimeSeconds),
  refresh_token: z
    .string()
    .regex(/^[\x20-\x7e]{1,10000}$/)
    .optional()
    .catch(undefined),
});
/** An error response (RFC 6749, 5.2). */
const errorResponse = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

const advice: Readonly<Record<string, string>> = {
  invalid_client: 'Check the client id and the client secret.',
  invalid_grant: 'The refresh token is no longer valid; get a new one.',
  invalid_scope: 'Check the scope.',
  unauthorized_client: 'Allow this grant type for the client at the provider.',
};

/**
 * Requests an access token from the provider. Client credentials are sent in a header (RFC 6749, 2.3.1); when the provider rejects
 * the client, they are sent again in the body. Fails SOURCE_REFUSED, SOURCE_FAILED.
 */
export async function requestToken(
  auth: OAuth2 | Oidc,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<Token | TokenError> {
  const grant: Record<string, string> =
    auth.type === 'oauth2'
      ? { grant_type: 'client_credentials', ...(auth.scope !== '' && { scope: auth.scope }) }
      : { grant_type: 'refresh_token', refresh_token: auth.refreshToken };
  const post = (headers: Record<string, string>, client: Record<string, string>) =>
    fetcher.fetch(auth.tokenUrl, {
      method: 'POST',
      content: encodeForm({ ...grant, ...client }),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      maxBytes: maxResponseBytes,
      acceptedStatuses: [400, 401],
      signal,
    });
  const { clientId, clientSecret } = auth;
  const basic = Buffer.from(`${encodeFormValue(clientId)}:${encodeFormValue(clientSecret)}`).toString('base64');
  const response = await readTokenResponse(await post({ authorization: `Basic ${basic}` }, {}));
  return 'token' in response || response.error !== 'invalid_client'
    ? response
    : readTokenResponse(await post({}, { client_id: clientId, client_secret: clientSecret }));
}

/** Converts a refusal to the error that the user receives. */
export const toTokenFailure = ({ error, host }: TokenError) =>
  new CatalogError('SOURCE_FAILED', {
    reason: `${host} gave no access token (${error}). ${advice[error] ?? 'Check the token URL.'}`,
  });

/** The token, or the error code of RFC 6749; some providers report an unknown client by the status alone. */
async function readTokenResponse({ status, url, body }: Fetched): Promise<Token | TokenError> {
  const { host } = new URL(url);
  const json = tryParseJson(await text(body));
  const error = errorResponse.safeParse(json).data?.error ?? (status === 401 ? 'invalid_client' : undefined);
  if (error !== undefined) return { error, host };
  const { data } = tokenResponse.safeParse(json);
  if (!data)
    throw new CatalogError('SOURCE_FAILED', {
      reason: `${host} did not answer like a token endpoint. Check the token URL.`,
    });
  return { token: data.access_token, lifetimeSeconds: data.expires_in, refreshToken: data.refresh_token };
}

const encodeForm = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** Form-encodes a value, as RFC 6749, 2.3.1 requires. */
const encodeFormValue = (text: string): string => encodeForm({ '': text }).slice(1);
