import { fail } from '#kernel/fail.ts';
import { toConditionalHeaders } from '#platform/fetcher/conditional-headers.ts';
import { signAzureRequest } from './sign-azure-request.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { toDatasourceResponse } from '../http/datasource-response.ts';
import { fetchWhenReady } from '../http/fetch-with-retry.ts';
import { toProviderFailure, type AdviceByCode } from '../http/provider-failure.ts';
import { toHeaderMap, type SentHeader, type SharedKey } from '../authentication.ts';

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
export const azureBlobStorage: DatasourceClient<AzureBlobStorageSettings> = {
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
