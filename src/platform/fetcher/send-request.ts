import { request as createRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/until-aborted.ts';
import { normalizeHost } from './allow-list.ts';
import type { Guard } from './guard.ts';
import type { Hop } from './hop.ts';

/** How a request is sent. */
export interface RequestOptions {
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
