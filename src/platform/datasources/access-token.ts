import { LRUCache } from 'lru-cache';
import type { Fetched, Fetcher, FetchRequest } from '../fetcher/fetcher.ts';
import { statusFailure } from '../fetcher/source-failure.ts';
import type { DatasourcePorts } from './datasource.ts';
import { requestToken } from './request-token.ts';
import type { OAuth2, Oidc } from './settings.ts';

type TokenPorts = Pick<DatasourcePorts, 'fetcher'>;
type TokenRequest = FetchRequest & { readonly signal: AbortSignal };

/** In seconds: how long before its end a token is not used any more, and how long it is kept at most. */
const reserve = 60;
const longestLife = 86_400;

/** The tokens live as long as the fetcher that got them, in memory only. */
const tokensOf = new WeakMap<Fetcher, LRUCache<string, string>>();

/**
 * An access token: the one in memory while it is good, or else a new one. What it takes to get it goes to the token URL's
 * origin only. Fails SOURCE_REFUSED, and SOURCE_FAILED when the provider gives none.
 */
export async function accessToken(auth: OAuth2 | Oidc, { fetcher }: TokenPorts, signal: AbortSignal): Promise<string> {
  const tokens = tokensIn(fetcher);
  const remembered = tokens.get(keyOf(auth));
  if (remembered !== undefined) return remembered;
  const { token, life } = await requestToken(auth, fetcher, signal);
  // A time to live of 0 would be for ever.
  if (life > reserve) tokens.set(keyOf(auth), token, { ttl: (Math.min(life, longestLife) - reserve) * 1000 });
  return token;
}

/** Fetches with an access token. One in memory that the server does not take any more is forgotten, and a new one tried once. */
export async function fetchWithToken(auth: OAuth2 | Oidc, ports: TokenPorts, url: string, request: TokenRequest): Promise<Fetched> {
  const tokens = tokensIn(ports.fetcher);
  const isRemembered = tokens.has(keyOf(auth));
  const authorization = `Bearer ${await accessToken(auth, ports, request.signal)}`;
  const fetched = await ports.fetcher.fetch(url, { ...request, headers: { authorization, ...request.headers }, also: [...request.also ?? [], 401] });
  if (fetched.status !== 401) return fetched;
  fetched.body.destroy();
  tokens.delete(keyOf(auth));
  if (!isRemembered) throw statusFailure(401, new URL(fetched.url).host);
  return fetchWithToken(auth, ports, url, request);
}

function tokensIn(fetcher: Fetcher): LRUCache<string, string> {
  const tokens = tokensOf.get(fetcher) ?? new LRUCache<string, string>({ max: 1_000 });
  tokensOf.set(fetcher, tokens);
  return tokens;
}

const keyOf = (auth: OAuth2 | Oidc): string =>
  JSON.stringify([auth.type, auth.tokenUrl, auth.clientId, auth.clientSecret, auth.type === 'oauth2' ? auth.scope : auth.refreshToken]);
