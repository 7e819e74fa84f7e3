import { LRUCache } from 'lru-cache';
import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import type { Fetched, Fetcher, FetchRequest } from '#platform/fetcher/fetcher.ts';
import { toStatusFailure } from '#platform/fetcher/source-failure.ts';
import type { DatasourcePorts } from '../datasource-client.ts';
import { renewToken } from './renew-token.ts';
import { requestToken, toTokenFailure } from './request-token.ts';
import type { OAuth2, Oidc } from '../authentication.ts';

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
