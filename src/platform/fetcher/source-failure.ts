import { CatalogError } from '../../kernel/fail.ts';

/** The reasons of failures, by the error code of Node or undici. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'has no address. Check its name'],
  [/^ECONNREFUSED$/, 'refuses connections. Check the port'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'cannot be reached'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'accepted the request but did not respond'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'stopped sending before the end'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/,
    'closed the connection before the end',
  ],
  [/^(UND_ERR_HEADERS_OVERFLOW|HPE_\w+)$/, 'sent an invalid HTTP response'],
  [/CERT|SIGNATURE|^ERR_(TLS|SSL)_|^EPROTO$/, 'has no valid certificate, or no supported version of TLS'],
  [/^Z_|^ERR_(_ERROR|BROTLI)/, 'sent a damaged compressed body'],
];

/** Converts an error to the failure that the user receives: the host and what to check, but no path, query, credential or resolved address. */
export function toSourceFailure(error: unknown, host: string): CatalogError {
  if (error instanceof CatalogError) return error;
  const code = codeOf(error);
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'broke off';
  return new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });
}

/** The code of an error. Errors of undici's parser have none: their message tells a response that ends early from an invalid one. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'HTTPParserError')
    return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID';
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The failure of an HTTP source that responds with an error status. */
export const toStatusFailure = (status: number, host: string): CatalogError =>
  new CatalogError('SOURCE_FAILED', { reason: `${host} answered with status ${status}. ${adviceFor(status)}` });

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the credentials.';
  return status === 429 || status >= 500 ? 'Try again later.' : 'Check the address.';
}
