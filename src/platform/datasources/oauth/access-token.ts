import { LRUCache } from 'lru-cache';
import { CatalogError } from '../../../kernel/fail.ts';
import { untilAborted } from '../../../kernel/until-aborted.ts';
import type { Fetched, Fetcher, FetchRequest } from '../../fetcher/fetcher.ts';
import { statusFailure } from '../../fetcher/source-failure.ts';
import type { DatasourcePorts } from '../datasource-client.ts';
import { renewToken } from './renew-token.ts';
import { requestToken, tokenRefused } from './request-token.ts';
import type { OAuth2, Oidc } from '../authentication.ts';

type TokenPorts = Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>;
type TokenRequest = FetchRequest & { readonly signal: AbortSignal };

/** In seconds: how long before its end a token is not used any more, and how long it is kept at most. */
const reserve = 60;
const longestLife = 86_400;

/** For a provider's answer, in seconds. */
const patience = 30;

/** What is known of tokens, by what they are got with. */
interface Tokens {
  readonly good: LRUCache<string, string>;
  /** Those that are being asked for. */
  readonly asked: Map<string, Promise<string>>;
}

/** The tokens live as long as the fetcher that got them, in memory only. */
const tokensOf = new WeakMap<Fetcher, Tokens>();

/**
 * An access token: the one in memory while it is good, or else a new one. What it takes to get it goes to the token URL's
 * origin only. Fails SOURCE_REFUSED, and SOURCE_FAILED when the provider gives none.
 */
export async function accessToken(auth: OAuth2 | Oidc, ports: TokenPorts, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const { good, asked } = tokensIn(ports.fetcher);
  const key = keyOf(auth);
  const remembered = good.get(key);
  if (remembered !== undefined) return remembered;
  // whoever stops waiting does not break it off: a refresh token that comes with the answer would be lost
  const asking =
    asked.get(key) ??
    newToken(auth, ports).finally(() => {
      asked.delete(key);
    });
  asked.set(key, asking);
  return untilAborted(signal, () => asking);
}

async function newToken(auth: OAuth2 | Oidc, ports: TokenPorts): Promise<string> {
  const signal = AbortSignal.timeout(patience * 1000);
  const answer = await (
    auth.type === 'oauth2' ? requestToken(auth, ports.fetcher, signal) : renewToken(auth, ports, signal)
  ).catch((error: unknown) => {
    throw signal.aborted
      ? new CatalogError('SOURCE_FAILED', {
          reason: `${URL.parse(auth.tokenUrl)?.host ?? 'the token URL'} gave no access token within ${patience} seconds.`,
        })
      : error;
  });
  if (!('token' in answer)) throw tokenRefused(answer);
  const { token, life } = answer;
  // A time to live of 0 would be for ever.
  if (life > reserve)
    tokensIn(ports.fetcher).good.set(keyOf(auth), token, { ttl: (Math.min(life, longestLife) - reserve) * 1000 });
  return token;
}

/** Fetches with an access token. One in memory that the server does not take any more is forgotten, and a new one tried once. */
export async function fetchWithToken(
  auth: OAuth2 | Oidc,
  ports: TokenPorts,
  url: string,
  request: TokenRequest,
): Promise<Fetched> {
  const { good } = tokensIn(ports.fetcher);
  const isRemembered = good.has(keyOf(auth));
  const authorization = `Bearer ${await accessToken(auth, ports, request.signal)}`;
  const fetched = await ports.fetcher.fetch(url, {
    ...request,
    headers: { authorization, ...request.headers },
    acceptedStatuses: [...(request.acceptedStatuses ?? []), 401],
  });
  if (fetched.status !== 401) return fetched;
  fetched.body.destroy();
  good.delete(keyOf(auth));
  if (!isRemembered) throw statusFailure(401, new URL(fetched.url).host);
  return fetchWithToken(auth, ports, url, request);
}

function tokensIn(fetcher: Fetcher): Tokens {
  const tokens = tokensOf.get(fetcher) ?? {
    good: new LRUCache<string, string>({ max: 1_000 }),
    asked: new Map<string, Promise<string>>(),
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
