import { fetchWithToken } from './access-token.ts';
import type { Fetched, FetchRequest } from '../../fetcher/fetcher.ts';
import type { DatasourcePorts } from '../datasource-client.ts';
import type { BasicAuth, OAuth2, Oidc } from '../authentication.ts';

/** Fetches with the configured authentication; an `authorization` header of the request takes precedence. */
export function fetchAs(
  auth: BasicAuth | OAuth2 | Oidc | null,
  ports: Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>,
  url: string,
  request: FetchRequest & { readonly signal: AbortSignal },
): Promise<Fetched> {
  if (auth === null) return ports.fetcher.fetch(url, request);
  if (auth.type !== 'basic_auth') return fetchWithToken(auth, ports, url, request);
  const authorization = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
  return ports.fetcher.fetch(url, { ...request, headers: { authorization, ...request.headers } });
}
