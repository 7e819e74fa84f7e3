import type { AppServices } from '../../api/app-services.ts';
import type { Source } from '../../engine/source.ts';
import { fail } from '../../kernel/fail.ts';
import type { HttpSettings, SentHeader } from '../../platform/datasources/settings.ts';
import { openCached } from './resource-cache.ts';
import type { DatasourceSecrets } from './datasource-secrets.ts';
import type { Datasource, HttpDatasource, HttpHeader } from './datasource.type.ts';

/** Everything that opening a resource takes. */
export interface SourceConfiguration {
  readonly datasource: Datasource | null;
  /** The address where there is no datasource. */
  readonly url: string | null;
  readonly secrets: DatasourceSecrets | null;
  /** The resource that it is kept for; null when it is not saved yet. */
  readonly resourceUid: string | null;
  /** The stored bytes of an uploaded file; null when the datasource is another, or the file is gone. */
  readonly file: { readonly content: string; readonly mimetype: string | null; readonly bytes: number } | null;
}

type Ports = Pick<AppServices, 'db' | 'storage' | 'datasources' | 'clock' | 'config'>;

/** The source of a resource's bytes; opened each time anew. */
export function sourceOf(ports: Ports, { datasource, url, secrets, file, resourceUid }: SourceConfiguration): Source {
  return {
    async open(signal) {
      if (datasource?.type === 'uploaded_file') {
        const { content, mimetype, bytes } = file ?? fail('FILE_MISSING');
        return { filename: datasource.file.uid, mimetype, size: bytes, content: await ports.storage.read(content) };
      }
      const settings = datasource ? settingsOf(datasource, secrets) : ofAddress(url ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give it one.' }));
      return openCached(ports, resourceUid, settings, signal);
    },
  };
}

const ofAddress = (url: string): HttpSettings => ({ type: 'http', connection: { url, headers: [], auth: null }, relativeUrl: '', headers: [] });

/** What reading a source takes. Its secrets go to no other origin than the one they were given for. */
function settingsOf({ type, connection, relativeUrl, headers }: HttpDatasource, secrets: DatasourceSecrets | null): HttpSettings {
  const known = secrets?.origin === URL.parse(connection.url)?.origin ? secrets?.values ?? {} : {};
  const filled = (list: readonly HttpHeader[], place: string): SentHeader[] => list.flatMap(({ name, value }) => {
    const text = value ?? known[`${place}.${name.toLowerCase()}`];
    return text === undefined ? [] : [{ name, value: text }];
  });
  const password = known['connection.auth.password'];
  return {
    type, relativeUrl,
    connection: {
      url: connection.url,
      headers: filled(connection.headers, 'connection.headers'),
      auth: connection.auth && password !== undefined ? { type: connection.auth.type, username: connection.auth.username, password } : null,
    },
    headers: filled(headers, 'headers'),
  };
}
