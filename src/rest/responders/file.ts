import { fail } from '#kernel/fail.ts';
import { contentDisposition } from './content-disposition.ts';
import { valueAt, type PathTo } from './paths.ts';
import { sandboxHeader, type RestResponse, type Responder, type ResponseDescription } from './responder.ts';

/** A stored file, as operations select it. */
export interface StoredFile {
  readonly filename: string;
  readonly mimetype?: string | null;
  readonly bytes: number;
  /** The SHA-256 of the content, under which the storage holds it. */
  readonly sha256: string;
}

/**
 * Responds with the bytes of a stored file. Browsers save the file under its name and never show it as a page. Responds 404
 * when the file is null.
 */
export const file = <Data>(path: PathTo<Data, StoredFile>): Responder<Data> => ({
  respond: ({ data }) => fileResponse(valueAt<Data, StoredFile>(data, path) ?? fail('NOT_FOUND'), 'attachment'),
  describe: () => fileDescription,
});

/** Like `file`, for an image: a page may show it, and only browsers may cache it, not shared caches. */
export const image = <Data>(path: PathTo<Data, StoredFile>): Responder<Data> => ({
  respond: ({ data }) =>
    fileResponse(valueAt<Data, StoredFile>(data, path) ?? fail('NOT_FOUND'), 'inline', {
      'cache-control': 'private, max-age=300',
      vary: 'origin, authorization',
    }),
  describe: () => fileDescription,
});

/** The description of responses with stored files. */
export const fileDescription: ResponseDescription = Object.freeze({ status: 200, hasETag: false, content: 'file' });

/** The response with a stored file. */
export const fileResponse = (
  { filename, mimetype, bytes, sha256 }: StoredFile,
  disposition: 'attachment' | 'inline',
  more: RestResponse['headers'] = {},
): RestResponse => ({
  status: 200,
  headers: {
    'content-type': mimetype ?? 'application/octet-stream',
    'content-disposition': contentDisposition(disposition, filename),
    ...sandboxHeader,
    ...more,
  },
  stored: { key: sha256, bytes },
});
