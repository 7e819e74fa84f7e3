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

/** A file in Google Drive. */
export interface GoogleDriveSettings {
  readonly type: 'google_drive';
  readonly connection: { readonly auth: Oidc };
  readonly fileId: string;
  /** The origin of the API, without a path. Default: the API of Google. */
  readonly endpoint?: string;
}

const defaultEndpoint = 'https://www.googleapis.com';

/** The fields requested of a file (Drive API v3, files.get). Google Docs and Sheets have neither size nor checksum. */
const driveFile = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullish(),
  md5Checksum: z.string().nullish(),
  modifiedTime: z.string().nullish(),
});

/** The Google Docs and Sheets types that can be exported, and their export format. */
const exportFormats = new Map([
  ['application/vnd.google-apps.spreadsheet', { mimetype: 'text/csv', extension: 'csv' }],
  ['application/vnd.google-apps.document', { mimetype: 'text/plain', extension: 'txt' }],
]);

/** Reads a file in Google Drive. A Google Sheet is read as CSV, its first sheet only. */
export const googleDriveClient: DatasourceClient<GoogleDriveSettings> = {
  async openStream({ connection, fileId, endpoint = defaultEndpoint }, ports, { signal, validators }) {
    const address = `${endpoint}/drive/v3/files/${encodePathSegment(fileId)}`;
    const authorized: AuthorizedFetcher = {
      fetch: (url, request) => fetchWithToken(connection.auth, ports, url, request),
    };
    const fields = Object.keys(driveFile.shape).join(',');
    const file = await readJsonResponse(
      await fetchWithRetry(authorized, `${address}?fields=${fields}&supportsAllDrives=true`, {
        signal,
        maxBytes: maxMetadataBytes,
      }),
      driveFile,
    );
    const exported = exportFormats.get(file.mimeType);
    if (!exported && file.mimeType.startsWith('application/vnd.google-apps.')) {
      fail('SOURCE_FAILED', {
        reason:
          'the identifier belongs to a folder, a shortcut or a document without data. Give the identifier of a file or a spreadsheet.',
      });
    }
    const etag = file.md5Checksum ?? file.modifiedTime ?? null;
    if (etag !== null && etag === validators?.etag) return undefined;
    const content = await fetchWithRetry(
      authorized,
      exported ? `${address}/export?mimeType=${exported.mimetype}` : `${address}?alt=media&supportsAllDrives=true`,
      { signal },
    );
    return {
      filename: toSafeFileName(exported ? `${file.name}.${exported.extension}` : file.name),
      mimetype: exported?.mimetype ?? file.mimeType,
      size: content.size ?? (file.size == null ? null : Number(file.size)),
      validators: { etag, lastModified: null },
      content: content.body,
      receivedBytes: content.receivedBytes,
    };
  },
};
