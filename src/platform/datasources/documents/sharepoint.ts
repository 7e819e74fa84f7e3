import { z } from 'zod';
import { fail } from '../../../kernel/fail.ts';
import { fileName } from '../../storage/file-name.ts';
import { fetchWithToken } from '../oauth/access-token.ts';
import { ask, type Asks } from '../http/ask.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { pathSegment } from '../http/path-segment.ts';
import { maxAnswerBytes, readAnswer } from '../http/read-answer.ts';
import type { Oidc } from '../authentication.ts';

/** A file of a document-sharing site, read through Microsoft Graph. */
export interface SharepointSettings {
  readonly type: 'sharepoint';
  readonly connection: { readonly auth: Oidc };
  readonly driveId: string;
  readonly fileId: string;
  /** The origin of Microsoft Graph: that of a national cloud, for one, without a path; the provider's own unless told. */
  readonly endpoint?: string;
}

const graph = 'https://graph.microsoft.com';

/** What is read of a drive item (Microsoft Graph v1.0, driveItem). A folder has no facet `file`. */
const driveItem = z.object({
  name: z.string(),
  size: z.number().nullish(),
  eTag: z.string().nullish(),
  file: z.object({ mimeType: z.string().nullish() }).nullish(),
});

/** A file of a document-sharing site, by Microsoft Graph. */
export const sharepoint: DatasourceClient<SharepointSettings> = {
  async openStream({ connection, driveId, fileId, endpoint = graph }, ports, { signal, validators }) {
    const item = `${endpoint}/v1.0/drives/${pathSegment(driveId)}/items/${pathSegment(fileId)}`;
    const owner: Asks = { fetch: (url, question) => fetchWithToken(connection.auth, ports, url, question) };
    const { name, size, eTag, file } = await readAnswer(
      await ask(owner, item, { signal, maxBytes: maxAnswerBytes }),
      driveItem,
    );
    if (!file) fail('SOURCE_FAILED', { reason: 'the identifier is that of a folder. Give that of a file.' });
    if (eTag != null && eTag === validators?.etag) return undefined;
    // This leads to a download address that is signed itself, and that the token is none of the business of.
    const content = await ask(owner, `${item}/content`, { signal });
    return {
      filename: fileName(name),
      mimetype: file.mimeType ?? content.mimetype,
      size: content.size ?? size ?? null,
      validators: { etag: eTag ?? null, lastModified: null },
      content: content.body,
      receivedBytes: content.receivedBytes,
    };
  },
};
