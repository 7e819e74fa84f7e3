import { type ClientRequest, type IncomingMessage, request as createRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import { type Guard, normalizeHost } from './guard.ts';

/** How a request is sent. */
interface RequestOptions {
  readonly method: 'GET' | 'POST';
  readonly content: string | undefined;
  /** The time limit of the TLS handshake, in milliseconds. */
  readonly handshakeTimeout: number;
  /** The time limit from the request to the end of the response headers, in milliseconds. */
  readonly headersTimeout: number;
  /** Ends the request and its response, with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request on a connection of its own, which the guard opens, and returns the response. The client of Node pauses the connection
 * while the response is not read, so it reads the whole response even when the server has closed the connection meanwhile.
 */
export async function sendRequest(guard: Guard, { url, headers }: Hop, options: RequestOptions) {
  const { method, content, signal } = options;
  const socket = await untilAborted(
    signal,
    () => openConnection(guard, url, options.handshakeTimeout),
    (late) => late.destroy(),
  );
  const request = createRequest({
    createConnection: () => socket,
    setHost: false,
    method,
    path: url.pathname + url.search,
    headers: { host: url.host, ...headers },
  });
  try {
    return await untilAborted(signal, () => receiveResponse(request.end(content), url.host, options));
  } catch (error) {
    request.destroy();
    throw error;
  }
}

async function openConnection(guard: Guard, { protocol, hostname, port }: URL, timeout: number): Promise<Socket> {
  const host = normalizeHost(hostname);
  if (protocol === 'http:') return guard.connect(hostname, Number(port || 80));
  const socket = await guard.connect(hostname, Number(port || 443));
  const secured = startTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  const timer = setTimeout(() => secured.destroy(failed(host, 'did not finish the TLS handshake in time')), timeout);
  return new Promise<Socket>((resolve, reject) => {
    secured.once('secureConnect', () => resolve(secured));
    secured.on('error', reject);
    secured.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
  }).finally(() => clearTimeout(timer));
}

function receiveResponse(
  request: ClientRequest,
  host: string,
  { headersTimeout, signal }: RequestOptions,
): Promise<IncomingMessage> {
  const timer = setTimeout(
    () => request.destroy(failed(host, 'accepted the request but did not respond')),
    headersTimeout,
  );
  return new Promise<IncomingMessage>((resolve, reject) => {
    request.on('error', reject);
    request.once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })));
    request.once('response', (response) => {
      const abort = () => response.destroy(signal.reason instanceof Error ? signal.reason : undefined);
      signal.addEventListener('abort', abort);
      response.once('close', () => signal.removeEventListener('abort', abort));
      resolve(response);
    });
  }).finally(() => clearTimeout(timer));
}

const failed = (host: string, reason: string) => new CatalogError('SOURCE_FAILED', { reason: `${host} ${reason}.` });

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

/** One request of a fetch: the first request, or a request after a redirect. */
export interface Hop {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}
