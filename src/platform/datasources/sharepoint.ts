import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { toSafeFileName } from '../storage/disk-storage.ts';
import { fetchWithToken } from './access-token.ts';
import {
  type AuthorizedFetcher,
  encodePathSegment,
  fetchWithRetry,
  maxMetadataBytes,
  readJsonResponse,
} from './provider-requests.ts';
import type { DatasourceClient } from './datasource-client.ts';
import type { Oidc } from './authentication.ts';

/** A file in SharePoint, read through Microsoft Graph. */
export interface SharepointSettings {
  readonly type: 'sharepoint';
  readonly connection: { readonly auth: Oidc };
  readonly driveId: string;
  readonly fileId: string;
  /** The origin of Microsoft Graph, without a path, such as a national cloud. Default: the global Microsoft Graph. */
  readonly endpoint?: string;
}

const defaultEndpoint = 'https://graph.microsoft.com';

/** The fields used of a drive item (Microsoft Graph v1.0, driveItem). A folder has no facet `file`. */
const driveItem = z.object({
  name: z.string(),
  size: z.number().nullish(),
  eTag: z.string().nullish(),
  file: z.object({ mimeType: z.string().nullish() }).nullish(),
});

/** Reads a file in SharePoint through Microsoft Graph. */
export const sharepointClient: DatasourceClient<SharepointSettings> = {
  async openStream({ connection, driveId, fileId, endpoint = defaultEndpoint }, ports, { signal, validators }) {
    const item = `${endpoint}/v1.0/drives/${encodePathSegment(driveId)}/items/${encodePathSegment(fileId)}`;
    const authorized: AuthorizedFetcher = {
      fetch: (url, request) => fetchWithToken(connection.auth, ports, url, request),
    };
    const { name, size, eTag, file } = await readJsonResponse(
      await fetchWithRetry(authorized, item, { signal, maxBytes: maxMetadataBytes }),
      driveItem,
    );
    if (!file) fail('SOURCE_FAILED', { reason: 'the identifier belongs to a folder. Give the identifier of a file.' });
    if (eTag != null && eTag === validators?.etag) return undefined;
    // Microsoft Graph redirects to a presigned download URL. The fetcher does not send the token to another origin.
    const content = await fetchWithRetry(authorized, `${item}/content`, { signal });
    return {
      filename: toSafeFileName(name),
      mimetype: file.mimeType ?? content.mimetype,
      size: content.size ?? size ?? null,
      validators: { etag: eTag ?? null, lastModified: null },
      content: content.body,
      receivedBytes: content.receivedBytes,
    };
  },
};
