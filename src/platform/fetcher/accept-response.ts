import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { decodeBody } from './decode-body.ts';
import type { Fetched } from './fetcher.ts';
import { tooLargeFailure } from './limit-stream.ts';
import { toStatusFailure } from './source-failure.ts';
import { isUtf8 } from 'node:buffer';
import { toSafeFileName } from '../storage/file-name.ts';

/** Which responses are returned to the caller. */
interface ResponseRules {
  readonly maxBytes: number;
  /** Statuses other than those of success that are returned as well. */
  readonly acceptedStatuses: readonly number[];
  /** The time after which a body fails that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Converts an error of the body to the error that its reader receives. */
  readonly failure: (error: Error) => Error;
}

/** Converts an accepted response to a fetched source. Closes any other response and fails SOURCE_FAILED. */
export function acceptResponse(
  response: IncomingMessage,
  url: URL,
  { maxBytes, acceptedStatuses, idleTimeout, failure }: ResponseRules,
): Fetched {
  const status = response.statusCode ?? 0;
  const headers = flattenHeaders(response.headers);
  // A 304 response may describe the encoding of a body that it does not have.
  const encoding = status === 304 ? undefined : headers['content-encoding'];
  try {
    if (!isWhole(status) && !acceptedStatuses.includes(status)) throw toStatusFailure(status, url.host);
    if (Number(headers['content-length']) > maxBytes) throw tooLargeFailure(maxBytes);
    const { content, receivedBytes } = decodeBody(response, {
      encoding,
      maxBytes,
      progress: { host: url.host, idleTimeout },
      failure,
    });
    return {
      status,
      headers,
      url: url.href,
      filename: suggestFileName(headers['content-disposition'], url),
      mimetype: headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null,
      size:
        encoding === undefined && headers['content-length'] !== undefined ? Number(headers['content-length']) : null,
      validators: { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null },
      body: content,
      receivedBytes,
    };
  } catch (error) {
    discardBody(response);
    throw error;
  }
}

/** Whether a response without conditions has all of its source. Where the user's headers ask for no range, 206 is an error of the server. */
const isWhole = (status: number): boolean => status >= 200 && status <= 299 && status !== 206;

/** Joins repeated headers by a comma. */
const flattenHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

/** Closes the connection of a body that is not read. */
export const discardBody = (body: Readable) => {
  body
    .on('error', () => {
      // Ignored: destroying a body raises an error.
    })
    .destroy();
};

const quotedOrToken = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;
const extended = /;\s*filename\*\s*=\s*(utf-8|iso-8859-1)'[^']*'([^\s;]+)/i;

/** The file name of a response: the one in Content-Disposition (RFC 6266), else the last part of the URL's path. */
export function suggestFileName(disposition: string | undefined, url: URL): string {
  return toSafeFileName(parseDisposition(`;${disposition ?? ''}`) ?? percentDecode(url.pathname, 'utf-8'));
}

function parseDisposition(disposition: string): string | undefined {
  const [, charset, encoded] = extended.exec(disposition) ?? [];
  if (charset !== undefined && encoded !== undefined) return percentDecode(encoded, charset);
  const [, quoted, token] = quotedOrToken.exec(disposition) ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? token;
  return plain && decodeHeader(Buffer.from(plain, 'latin1'));
}

/** Decodes UTF-8, else Latin-1. Node decodes headers as Latin-1, as the standard requires, but many servers send UTF-8. */
function decodeHeader(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

function percentDecode(text: string, charset: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
}
