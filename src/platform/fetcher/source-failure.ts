import { CatalogError } from '#kernel/fail.ts';

/** The reasons of failures, by the error code of Node. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'has no address. Check its name'],
  [/^ECONNREFUSED$/, 'refuses connections. Check the port'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'cannot be reached'],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE)$/, 'closed the connection before the end'],
  [/^HPE_\w+$/, 'sent an invalid HTTP response'],
  [/CERT|SIGNATURE|^ERR_(TLS|SSL)_|^EPROTO$/, 'has no valid certificate, or no supported version of TLS'],
  [/^Z_|^ERR_(_ERROR|BROTLI)/, 'sent a damaged compressed body'],
];

/** Converts an error to the failure that the user receives: the host and what to check, but no path, query, credential or resolved address. */
export function toSourceFailure(error: unknown, host: string): CatalogError {
  if (error instanceof CatalogError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'broke off';
  return new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });
}

/** The failure of an HTTP source that responds with an error status. */
export const toStatusFailure = (status: number, host: string): CatalogError =>
  new CatalogError('SOURCE_FAILED', { reason: `${host} answered with status ${status}. ${adviceFor(status)}` });

function adviceFor(status: number): string {
  if (status === 206) return 'It sent only a part of the source, which no request asked for. Try again later.';
  if (status === 401 || status === 403) return 'Check the credentials.';
  return status === 429 || status >= 500 ? 'Try again later.' : 'Check the address.';
}
