import { fail } from '#kernel/fail.ts';
import type { DatasourceClient, DatasourcePorts, DatasourceResponse } from './datasource-client.ts';
import { type DatasourceRequest, fetchWhenReady, joinUrlBelow } from './provider-requests.ts';
import { type BasicAuth, type OAuth2, type Oidc, type SentHeader, toHeaderMap } from './authentication.ts';
import { fetchWithToken } from './access-token.ts';
import type { Fetched } from '../fetcher/fetcher.ts';

/** Bytes at an http or https address. */
export interface HttpSettings {
  readonly type: 'http';
  readonly connection: {
    readonly url: string;
    readonly headers: readonly SentHeader[];
    readonly auth: BasicAuth | OAuth2 | Oidc | null;
  };
  /** The address relative to the connection's URL; empty for that URL itself. */
  readonly relativeUrl: string;
  readonly headers: readonly SentHeader[];
}

/** Reads bytes at an http or https address. */
export const httpClient: DatasourceClient<HttpSettings> = {
  async openStream({ connection, relativeUrl, headers }, ports, { signal, validators }) {
    const address =
      joinUrlBelow(connection.url, relativeUrl) ??
      fail('SOURCE_FAILED', { reason: 'relative_url leads to another host, or out of the path of its connection.' });
    const request = { headers: toHeaderMap([...connection.headers, ...headers]), signal, validators };
    return toDatasourceResponse(await fetchAs(connection.auth, ports, address, request));
  },
};

/** Fetches with the configured authentication; an `authorization` header of the request takes precedence. */
function fetchAs(
  auth: BasicAuth | OAuth2 | Oidc | null,
  ports: Pick<DatasourcePorts, 'fetcher' | 'refreshTokens'>,
  url: string,
  request: DatasourceRequest,
): Promise<Fetched> {
  if (auth === null) return fetchWhenReady(ports.fetcher, url, request);
  if (auth.type !== 'basic_auth')
    return fetchWhenReady({ fetch: (address, sent) => fetchWithToken(auth, ports, address, sent) }, url, request);
  const authorization = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
  return fetchWhenReady(ports.fetcher, url, { ...request, headers: { authorization, ...request.headers } });
}

/** Converts an HTTP response; undefined for 304 Not Modified. */
export function toDatasourceResponse({
  status,
  filename,
  mimetype,
  size,
  validators,
  body,
  receivedBytes,
}: Fetched): DatasourceResponse | undefined {
  if (status !== 304) return { filename, mimetype, size, validators, content: body, receivedBytes };
  body.destroy();
  return undefined;
}
