import { z } from 'zod';
import { fail } from '../../../kernel/fail.ts';
import { fileName } from '../../storage/file-name.ts';
import { fetchWithToken } from '../oauth/access-token.ts';
import { ask, type Asks } from '../http/ask.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { pathSegment } from '../http/path-segment.ts';
import { maxAnswerBytes, readAnswer } from '../http/read-answer.ts';
import type { Oidc } from '../authentication.ts';

/** A file of a cloud drive. */
export interface GoogleDriveSettings {
  readonly type: 'google_drive';
  readonly connection: { readonly auth: Oidc };
  readonly fileId: string;
  /** The origin of the drive's API, without a path; the provider's own unless told. */
  readonly endpoint?: string;
}

const drive = 'https://www.googleapis.com';

/** What is asked of a file (Drive API v3, files.get). Documents of the drive's own kinds have neither size nor checksum. */
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

/** The drive's own kinds of documents that can be had as data, and as what. */
const exports = new Map([
  ['application/vnd.google-apps.spreadsheet', { mimetype: 'text/csv', extension: 'csv' }],
  ['application/vnd.google-apps.document', { mimetype: 'text/plain', extension: 'txt' }],
]);

/** A file of a cloud drive; of a spreadsheet made there the first sheet, as CSV. */
export const googleDrive: DatasourceClient<GoogleDriveSettings> = {
  async openStream({ connection, fileId, endpoint = drive }, ports, { signal, validators }) {
    const address = `${endpoint}/drive/v3/files/${pathSegment(fileId)}`;
    const owner: Asks = { fetch: (url, question) => fetchWithToken(connection.auth, ports, url, question) };
    const fields = Object.keys(driveFile.shape).join(',');
    const file = await readAnswer(
      await ask(owner, `${address}?fields=${fields}&supportsAllDrives=true`, { signal, maxBytes: maxAnswerBytes }),
      driveFile,
    );
    const exported = exports.get(file.mimeType);
    if (!exported && file.mimeType.startsWith('application/vnd.google-apps.')) {
      fail('SOURCE_FAILED', {
        reason:
          'the identifier is that of a folder, a shortcut or a document without data. Give that of a file or a spreadsheet.',
      });
    }
    const etag = file.md5Checksum ?? file.modifiedTime ?? null;
    if (etag !== null && etag === validators?.etag) return undefined;
    const content = await ask(
      owner,
      exported ? `${address}/export?mimeType=${exported.mimetype}` : `${address}?alt=media&supportsAllDrives=true`,
      { signal },
    );
    return {
      filename: fileName(exported ? `${file.name}.${exported.extension}` : file.name),
      mimetype: exported?.mimetype ?? file.mimeType,
      size: content.size ?? (file.size == null ? null : Number(file.size)),
      validators: { etag, lastModified: null },
      content: content.body,
      receivedBytes: content.receivedBytes,
    };
  },
};
