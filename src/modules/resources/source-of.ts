import type { Readable } from 'node:stream';
import type { AppServices } from '../../api/app-services.ts';
import type { Source } from '../../engine/source.ts';
import { fail } from '../../kernel/fail.ts';
import { fileName } from '../../platform/storage/file-name.ts';
import type { DatasourceSecrets } from './datasource-secrets.ts';
import type { Datasource, HttpDatasource, HttpHeader } from './datasource.type.ts';
import { joinUrl } from './source-url.ts';

/** Everything that opening a resource takes. */
export interface SourceConfiguration {
  readonly datasource: Datasource | null;
  /** The address where there is no datasource. */
  readonly url: string | null;
  readonly secrets: DatasourceSecrets | null;
  /** The stored bytes of an uploaded file; null when the datasource is another, or the file is gone. */
  readonly file: { readonly content: string; readonly mimetype: string | null } | null;
}

/** An open source: an answer of the web tells its own name and media type. */
export interface OpenSource {
  readonly filename: string;
  readonly mimetype: string | null;
  readonly content: Readable;
}

/** A source that can also tell what it is called once it is open. */
export interface ResourceSource extends Source {
  /** Opens the content from its beginning. Fails SOURCE_REFUSED, SOURCE_FAILED, FILE_MISSING. */
  openNamed(signal: AbortSignal): Promise<OpenSource>;
}

type Ports = Pick<AppServices, 'storage' | 'fetcher'>;

/** The source of a resource's bytes; opened each time anew. */
export function sourceOf({ storage, fetcher }: Ports, { datasource, url, secrets, file }: SourceConfiguration): ResourceSource {
  if (datasource?.type === 'uploaded_file') {
    const { uid } = datasource.file;
    const mimetype = file?.mimetype ?? null;
    return opening(uid, mimetype, async () => ({ filename: uid, mimetype, content: await storage.read(file?.content ?? fail('FILE_MISSING')) }));
  }
  const address = datasource ? joinUrl(datasource.connection.url, datasource.relativeUrl) : url;
  const headers = datasource ? headersOf(datasource, secrets) : {};
  return opening(nameIn(address), null, async (signal) => {
    const target = address ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give it one.' });
    const { filename, mimetype, body } = await fetcher.fetch(target, { headers, signal });
    return { filename, mimetype, content: body };
  });
}

const opening = (filename: string, mimetype: string | null, openNamed: ResourceSource['openNamed']): ResourceSource =>
  ({ filename, mimetype, openNamed, open: async (signal) => (await openNamed(signal)).content });

/** The last part of an address's path. */
const nameIn = (address: string | null | undefined): string => fileName(URL.parse(address ?? '')?.pathname ?? '');

/** The request's headers with their secrets, which go to no other origin than the one they were given for. */
function headersOf({ connection, headers }: HttpDatasource, secrets: DatasourceSecrets | null): Record<string, string> {
  const known = secrets?.origin === URL.parse(connection.url)?.origin ? secrets?.values ?? {} : {};
  const filled = (list: readonly HttpHeader[], place: string): [string, string][] => list.flatMap(({ name, value }) => {
    const text = value ?? known[`${place}.${name.toLowerCase()}`];
    return text === undefined ? [] : [[name.toLowerCase(), text]];
  });
  const password = known['connection.auth.password'];
  return {
    ...connection.auth && password !== undefined && { authorization: `Basic ${Buffer.from(`${connection.auth.username}:${password}`).toString('base64')}` },
    ...Object.fromEntries([...filled(connection.headers, 'connection.headers'), ...filled(headers, 'headers')]),
  };
}
