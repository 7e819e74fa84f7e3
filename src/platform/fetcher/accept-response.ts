import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decodeBody } from './decode-body.ts';
import type { Fetched } from './fetcher.ts';
import { tooLargeFailure } from './limit-stream.ts';
import { toStatusFailure } from './source-failure.ts';
import { suggestFileName } from './suggest-file-name.ts';

/** Which responses are returned to the caller. */
export interface ResponseRules {
  readonly maxBytes: number;
  /** Statuses other than 2xx that are returned as well. */
  readonly acceptedStatuses: readonly number[];
  /** Converts an error of the body to the error that its reader receives. */
  readonly failure: (error: Error) => Error;
}

/** Converts an accepted response to a fetched source. Closes any other response and fails SOURCE_FAILED. */
export function acceptResponse(
  response: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, acceptedStatuses, failure }: ResponseRules,
): Fetched {
  const { statusCode: status, headers: receivedHeaders, body } = response;
  const headers = flattenHeaders(receivedHeaders);
  // A 304 response may describe the encoding of a body that it does not have.
  const encoding = status === 304 ? undefined : headers['content-encoding'];
  try {
    if ((status < 200 || status > 299) && !acceptedStatuses.includes(status)) throw toStatusFailure(status, url.host);
    if (Number(headers['content-length']) > maxBytes) throw tooLargeFailure(maxBytes);
    const { content, receivedBytes } = decodeBody(body, { encoding, maxBytes, failure });
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
    discardBody(body);
    throw error;
  }
}

/** Joins repeated headers by a comma. */
export const flattenHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

/** Closes the connection of a body that is not read. */
export const discardBody = (body: Readable) => {
  body
    .on('error', () => {
      // Ignored: destroying a body raises an error.
    })
    .destroy();
};
