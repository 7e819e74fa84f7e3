import { fail } from '../../kernel/fail.ts';
import type { Answer, Responder } from '../route.ts';
import { contentDisposition } from './content-disposition.ts';
import { inert } from './inert.ts';

/** What an operation says of a stored file. */
export interface StoredFile {
  readonly filename: string;
  readonly mimetype?: string | null;
  readonly bytes: number;
  /** The SHA-256 of the content, under which the storage holds it. */
  readonly sha256: string;
}

/** A stored file's bytes, to be saved under its name and never shown as a page; null is 404. */
export const file =
  <Data>(pick: (data: Data) => StoredFile | null | undefined): Responder<Data> =>
  ({ data }) =>
    bytesOf(pick(data) ?? fail('NOT_FOUND'), 'attachment');

/** The same of an image, which a page may show, and whose readers alone may keep it for a while. */
export const image =
  <Data>(pick: (data: Data) => StoredFile | null | undefined): Responder<Data> =>
  ({ data }) =>
    bytesOf(pick(data) ?? fail('NOT_FOUND'), 'inline', {
      'cache-control': 'private, max-age=300',
      vary: 'origin, authorization',
    });

const bytesOf = (
  { filename, mimetype, bytes, sha256 }: StoredFile,
  disposition: 'attachment' | 'inline',
  more: Answer['headers'] = {},
): Answer => ({
  status: 200,
  headers: {
    'content-type': mimetype ?? 'application/octet-stream',
    'content-length': String(bytes),
    'content-disposition': contentDisposition(disposition, filename),
    ...inert,
    ...more,
  },
  stored: sha256,
});
