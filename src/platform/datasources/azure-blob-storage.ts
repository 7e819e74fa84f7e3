import { fail } from '#kernel/fail.ts';
import { toConditionalHeaders } from '../fetcher/accept-response.ts';
import type { DatasourceClient } from './datasource-client.ts';
import { toDatasourceResponse } from './http.ts';
import { type AdviceByCode, fetchWhenReady, toProviderFailure } from './provider-requests.ts';
import { type SentHeader, type SharedKey, toHeaderMap } from './authentication.ts';
import { createHmac } from 'node:crypto';

/** A blob at `https://account.blob.core.windows.net/container/blob`, with or without a shared access signature in the query. */
export interface AzureBlobStorageSettings {
  readonly type: 'azure_blob_storage';
  readonly connection: {
    readonly auth: SharedKey | null;
  };
  readonly url: string;
  readonly headers: readonly SentHeader[];
}

/** The error statuses whose response names an error code in the header `x-ms-error-code`. */
const statusesWithCode = [400, 403, 404, 409];

const advice: AdviceByCode = new Map([
  ['AuthenticationFailed', 'Check the account name and the shared key, or the signature in the address.'],
  ['InvalidAuthenticationInfo', 'Check the account name and the shared key.'],
  ['AuthorizationFailure', 'Check that the key or the signature allows reading, from this server too.'],
  ['AuthorizationPermissionMismatch', 'Check that the key or the signature allows reading.'],
  ['NoAuthenticationInformation', 'The blob is private; give a shared key, or a signature in the address.'],
  [
    'PublicAccessNotPermitted',
    'The account does not allow anonymous access; give a shared key, or a signature in the address.',
  ],
  ['ResourceNotFound', 'Check the address. Without a key, a private blob is reported as missing too.'],
  ['ContainerNotFound', 'Check the container.'],
  ['BlobNotFound', 'Check the path of the blob.'],
  ['BlobArchived', 'The blob is archived; restore it first.'],
]);

/** Reads blobs from Azure and compatible servers; a shared access signature stays in the query. */
export const azureBlobStorageClient: DatasourceClient<AzureBlobStorageSettings> = {
  async openStream({ connection: { auth }, url, headers }, { fetcher }, { signal, validators }) {
    const address =
      URL.parse(url) ??
      fail('SOURCE_REFUSED', { reason: 'Write the address as https://account.blob.core.windows.net/container/blob.' });
    if (address.username !== '' || address.password !== '')
      fail('SOURCE_REFUSED', {
        reason: 'Give the account name and the key in the authentication, not in the address.',
      });
    const unsigned = { ...toConditionalHeaders(validators), ...toHeaderMap(headers) };
    const sentHeaders = auth ? signAzureRequest(address, unsigned, auth) : unsigned;
    const fetched = await fetchWhenReady(fetcher, address.href, {
      headers: sentHeaders,
      signal,
      validators,
      acceptedStatuses: statusesWithCode,
    });
    if (!statusesWithCode.includes(fetched.status)) return toDatasourceResponse(fetched);
    fetched.body.destroy();
    throw toProviderFailure(fetched, fetched.headers['x-ms-error-code'], advice);
  },
};

/** The oldest version of the service that supports every feature used here. */
const apiVersion = '2021-12-02';

/** The headers that are signed by position, without their names. */
const signedByPosition = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/**
 * The headers of a GET signed by a shared key, including the given headers
 * (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key). The key itself is not sent.
 */
export function signAzureRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { accountName, sharedKey }: SharedKey,
): Record<string, string> {
  const dated: Record<string, string> = {
    ...normalizeWhitespace(headers),
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': apiVersion,
  };
  const stringToSign = [
    'GET',
    ...signedByPosition.map((name) => dated[name] ?? ''),
    ...signedHeaderLines(dated),
    `/${accountName}${url.pathname}`,
    ...signedQueryLines(url),
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(sharedKey, 'base64')).update(stringToSign).digest('base64');
  return { ...dated, authorization: `SharedKey ${accountName}:${signature}` };
}

/** Normalises white space in the values, so that they are sent exactly as they are signed. */
const normalizeWhitespace = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()]));

const signedHeaderLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name] ?? ''}`);

const signedQueryLines = ({ searchParams }: URL): string[] =>
  [...new Set(searchParams.keys())]
    .sort()
    .map((name) => `${name.toLowerCase()}:${searchParams.getAll(name).sort().join(',')}`);
