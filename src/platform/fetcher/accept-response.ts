import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { decodeBody } from './decode-body.ts';
import type { Fetched } from './fetcher.ts';
import { tooLarge } from './limit-stream.ts';
import { statusFailure } from './source-failure.ts';
import { suggestedName } from './suggested-name.ts';

/** Which responses are returned to the caller. */
export interface ResponseRules {
  readonly maxBytes: number;
  /** Statuses other than 2xx that are returned, too. */
  readonly acceptedStatuses: readonly number[];
  /** Turns an early end of the body into the error that its reader gets. */
  readonly failure: (error: Error) => Error;
}

/** The fetched source of the final response. Closes any other response and fails SOURCE_FAILED. */
export function acceptResponse(
  answer: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, acceptedStatuses: also, failure }: ResponseRules,
): Fetched {
  const { statusCode: status, headers: sent, body } = answer;
  const headers = flatten(sent);
  // 304 repeats the headers of a body that it does not carry
  const encoding = status === 304 ? undefined : headers['content-encoding'];
  try {
    if ((status < 200 || status > 299) && !also.includes(status)) throw statusFailure(status, url.host);
    if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
    const { content, receivedBytes } = decodeBody(body, { encoding, maxBytes, failure });
    return {
      status,
      headers,
      url: url.href,
      filename: suggestedName(headers['content-disposition'], url),
      mimetype: headers['content-type']?.split(';')[0]?.trim().toLowerCase() || null,
      size:
        encoding === undefined && headers['content-length'] !== undefined ? Number(headers['content-length']) : null,
      validators: { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null },
      body: content,
      receivedBytes,
    };
  } catch (error) {
    discard(body);
    throw error;
  }
}

/** Headers with repeated ones joined by a comma. */
export const flatten = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));

/** Closes the connection of a body that no one reads. */
export const discard = (body: Readable) => {
  body
    .on('error', () => {
      // destroying a body raises an error
    })
    .destroy();
};
