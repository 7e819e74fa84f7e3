import { fail } from '../../../kernel/fail.ts';
import { fetchAs } from '../oauth/fetch-as.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { fetchedContent } from './fetched-content.ts';
import { belowUrl } from './join-url.ts';
import { sentHeaders } from './sent-headers.ts';
import type { BasicAuth, OAuth2, Oidc, SentHeader } from '../authentication.ts';

/** Bytes at an http or https address. */
export interface HttpSettings {
  readonly type: 'http';
  readonly connection: {
    readonly url: string;
    readonly headers: readonly SentHeader[];
    readonly auth: BasicAuth | OAuth2 | Oidc | null;
  };
  /** Relative to the connection's URL; empty for that URL itself. */
  readonly relativeUrl: string;
  readonly headers: readonly SentHeader[];
}

/** Bytes at an http or https address. */
export const http: DatasourceClient<HttpSettings> = {
  async openStream({ connection, relativeUrl, headers }, ports, { signal, validators }) {
    const address =
      belowUrl(connection.url, relativeUrl) ??
      fail('SOURCE_FAILED', { reason: 'relative_url leads to another host, or out of the path of its connection.' });
    const request = { headers: sentHeaders([...connection.headers, ...headers]), signal, validators };
    return fetchedContent(await fetchAs(connection.auth, ports, address, request));
  },
};
