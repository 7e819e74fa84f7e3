import { LRUCache } from 'lru-cache';
import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import type { Fetched, Fetcher, FetchRequest } from '../fetcher/fetcher.ts';
import { toStatusFailure } from '../fetcher/send-request.ts';
import type { DatasourcePorts, RefreshTokens } from './datasource-client.ts';
import type { OAuth2, Oidc } from './authentication.ts';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { tryParseJson } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '../database/database-client.ts';
import { DecryptionFailed } from '../encryption.ts';
import type { Secrets } from '../secrets.ts';
import { setTimeout as pause } from 'node:timers/promises';

type TokenPorts = Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>;
type TokenRequest = FetchRequest & { readonly signal: AbortSignal };

/** How long before its expiry a cached token is dropped. */
const expiryMarginSeconds = 60;
const maxLifetimeSeconds = 86_400;

/** The maximum size of the cached tokens of a fetcher, with their keys. */
const maxBytes = 4 * 1024 * 1024;

/** The time limit of a token request. */
const timeoutSeconds = 30;

/** The tokens of a fetcher, by the credentials that request them. */
interface Tokens {
  readonly cached: LRUCache<string, string>;
  /** Token requests in progress. */
  readonly pending: Map<string, Promise<string>>;
}

/** The tokens of each fetcher. They are in memory only and are dropped with their fetcher. */
const tokensOf = new WeakMap<Fetcher, Tokens>();

/**
 * Returns the cached access token until it expires, then requests a new token. The credentials are sent to the origin of the token URL only.
 * Fails SOURCE_REFUSED, and SOURCE_FAILED when the provider issues no token.
 */
export async function getAccessToken(auth: OAuth2 | Oidc, ports: TokenPorts, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const { cached, pending } = tokensIn(ports.fetcher);
  const key = keyOf(auth);
  const token = cached.get(key);
  if (token !== undefined) return token;
  // A caller that aborts does not cancel the shared request: a rotated refresh token in the response would be lost.
  const request =
    pending.get(key) ??
    obtainToken(auth, ports).finally(() => {
      pending.delete(key);
    });
  pending.set(key, request);
  return untilAborted(signal, () => request);
}

async function obtainToken(auth: OAuth2 | Oidc, ports: TokenPorts): Promise<string> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  const response = await (
    auth.type === 'oauth2' ? requestToken(auth, ports.fetcher, signal) : renewToken(auth, ports, signal)
  ).catch((error: unknown) => {
    throw signal.aborted
      ? new CatalogError('SOURCE_FAILED', {
          reason: `${URL.parse(auth.tokenUrl)?.host ?? 'the token URL'} gave no access token within ${timeoutSeconds} seconds.`,
        })
      : error;
  });
  if (!('token' in response)) throw toTokenFailure(response);
  const { token, lifetimeSeconds } = response;
  // The cache would never expire an entry with a time to live of 0.
  if (lifetimeSeconds > expiryMarginSeconds)
    tokensIn(ports.fetcher).cached.set(keyOf(auth), token, {
      ttl: (Math.min(lifetimeSeconds, maxLifetimeSeconds) - expiryMarginSeconds) * 1000,
    });
  return token;
}

/** Fetches with an access token. When the server rejects a cached token, the token is dropped and the request is repeated with a new token. */
export async function fetchWithToken(
  auth: OAuth2 | Oidc,
  ports: TokenPorts,
  url: string,
  request: TokenRequest,
): Promise<Fetched> {
  const { cached } = tokensIn(ports.fetcher);
  const isCached = cached.has(keyOf(auth));
  const authorization = `Bearer ${await getAccessToken(auth, ports, request.signal)}`;
  const fetched = await ports.fetcher.fetch(url, {
    ...request,
    headers: { authorization, ...request.headers },
    acceptedStatuses: [...(request.acceptedStatuses ?? []), 401],
  });
  if (fetched.status !== 401) return fetched;
  fetched.body.destroy();
  cached.delete(keyOf(auth));
  if (!isCached) throw toStatusFailure(401, new URL(fetched.url).host);
  return fetchWithToken(auth, ports, url, request);
}

function tokensIn(fetcher: Fetcher): Tokens {
  const tokens = tokensOf.get(fetcher) ?? {
    cached: new LRUCache<string, string>({
      maxSize: maxBytes,
      sizeCalculation: (token, key) => key.length + token.length,
    }),
    pending: new Map<string, Promise<string>>(),
  };
  tokensOf.set(fetcher, tokens);
  return tokens;
}

const keyOf = (auth: OAuth2 | Oidc): string =>
  JSON.stringify([
    auth.type,
    auth.tokenUrl,
    auth.clientId,
    auth.clientSecret,
    ...(auth.type === 'oauth2' ? [auth.scope] : [auth.refreshToken, auth.owner]),
  ]);

/** An access token and its lifetime. */
interface Token {
  readonly token: string;
  readonly lifetimeSeconds: number;
  /** The rotated refresh token; undefined when the current refresh token stays valid. */
  readonly refreshToken?: string | undefined;
}

/** The error of a provider that issues no token. */
interface TokenError {
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
async function requestToken(auth: OAuth2 | Oidc, fetcher: Fetcher, signal: AbortSignal): Promise<Token | TokenError> {
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
const toTokenFailure = ({ error, host }: TokenError) =>
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

/**
 * Creates the store of refresh tokens in the table `refresh_token`, encrypted. The key is a fingerprint of the configured token, so
 * that everything that refers to the configured token (a version, a restored dataset, an unsaved source) uses the current token. The
 * fingerprint includes owner, provider and client, so that no other owner can obtain the current token by sending an expired token.
 */
export const createRefreshTokens = ({
  db,
  secrets,
}: {
  readonly db: DatabaseClient;
  readonly secrets: Secrets;
}): RefreshTokens => {
  const uidOf = ({ owner, tokenUrl, clientId, refreshToken }: Oidc): string =>
    secrets.fingerprint(JSON.stringify([owner, URL.parse(tokenUrl)?.origin ?? '', clientId, refreshToken]));
  const record = (uid: string) => ({ table: 'refresh_token', uid });

  return Object.freeze({
    async current(auth) {
      const uid = uidOf(auth);
      const stored = await firstRow<{ sealed: string }>(db, sql`select sealed from refresh_token where uid = ${uid}`);
      try {
        // `replace` encrypted a string for this record.
        return stored ? (secrets.decrypt(stored.sealed, record(uid)) as string) : auth.refreshToken;
      } catch (error) {
        if (error instanceof DecryptionFailed)
          fail('SOURCE_FAILED', { reason: 'its refresh token cannot be decrypted. Send a new one.' });
        throw error;
      }
    },
    async replace(auth, used, issued) {
      const uid = uidOf(auth);
      const [fingerprint, sealed] = [secrets.fingerprint(issued), secrets.encrypt(issued, record(uid))];
      await db.rows(
        used === auth.refreshToken
          ? sql`
            insert into refresh_token as t (uid, owner, fingerprint, sealed)
            values (${uid}, ${auth.owner}, ${fingerprint}, ${sealed})
            on conflict (uid)
            do update set fingerprint = excluded.fingerprint, sealed = excluded.sealed
            where t.fingerprint = ${secrets.fingerprint(used)}`
          : sql`
            update refresh_token
            set fingerprint = ${fingerprint}, sealed = ${sealed}
            where uid = ${uid} and fingerprint = ${secrets.fingerprint(used)}`,
      );
    },
  } satisfies RefreshTokens);
};

/** The waits before each check for a replacement that another process has stored. */
const retryDelaysMs = [0, 200, 400, 800];

/**
 * Requests an access token for the current refresh token. A rotated refresh token is stored before anything else happens. When the
 * provider rejects the refresh token, another process may just have exchanged it: the request is then repeated with the replacement
 * that the other process stored.
 */
async function renewToken(
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
