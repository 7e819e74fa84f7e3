import type { Validators } from './fetcher.ts';

/** Matches the values that HTTP allows in a header: some servers send entity tags that cannot be sent back. */
const sendable = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The headers that request a source only if it has changed (RFC 9110, 13.1). */
export const toConditionalHeaders = (known: Validators | undefined): Record<string, string> => ({
  ...(known?.etag && sendable.test(known.etag) && { 'if-none-match': known.etag }),
  ...(known?.lastModified && sendable.test(known.lastModified) && { 'if-modified-since': known.lastModified }),
});
