import { fail } from '../../kernel/fail.ts';
import { authorization } from './authorization.ts';
import type { DatasourceAdapter } from './datasource.ts';
import { joinUrl } from './join-url.ts';
import type { HttpSettings, SentHeader } from './settings.ts';

/** Bytes at an http or https address. */
export const http: DatasourceAdapter<HttpSettings> = {
  async open({ connection, relativeUrl, headers }, { fetcher }, { signal, known }) {
    const address = joinUrl(connection.url, relativeUrl) ?? fail('SOURCE_FAILED', { reason: 'the relative address leads to another host.' });
    const fetched = await fetcher.fetch(address, { headers: { ...authorization(connection.auth?.type === 'basic_auth' ? connection.auth : null), ...byName(connection.headers), ...byName(headers) }, signal, known });
    if (fetched.status === 304) return undefined;
    const { filename, mimetype, size, body, validators } = fetched;
    return { filename, mimetype, size, validators, content: body };
  },
};

/** Later ones win, whatever the case of their names. */
const byName = (headers: readonly SentHeader[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
