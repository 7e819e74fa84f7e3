import { STATUS_CODES, maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { httpStatusByKind } from '#api/errors/status-of-kind.ts';
import { CatalogError } from '#kernel/fail.ts';
import { errorBody } from '#rest/errors/error-body.ts';

/** How long a client may take to read the response before its connection is destroyed. */
const readTimeoutMs = 1_000;

/** Node's error of a malformed request. */
interface ReadError extends Error {
  readonly code?: string;
  /** The message of the parser. */
  readonly reason?: string;
  /** The bytes that were parsed. */
  readonly rawPacket?: unknown;
}

/** Responds to a malformed request in the contract's shape and closes the connection. */
export function respondToParseError(error: ReadError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endWithError(socket, failureOf(error));
}

/** Sends an error on a connection without a response object and closes it, after a moment for the client to read. */
export function endWithError(socket: Duplex, failure: CatalogError): void {
  const status = httpStatusByKind[failure.entry.kind];
  const body = JSON.stringify(errorBody(failure, {}));
  socket.on('error', () => undefined);
  socket.end(
    [
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${String(Buffer.byteLength(body))}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `date: ${new Date().toUTCString()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => {
    socket.destroy();
  }, readTimeoutMs).unref();
}

function failureOf({ code, reason = 'the bytes are not an HTTP request', rawPacket }: ReadError): CatalogError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new CatalogError('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CatalogError(isInRequestLine(rawPacket) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE', {
      limit: maxHeaderSize,
    });
  return new CatalogError('BAD_REQUEST', { reason: `The request cannot be read as HTTP/1.1: ${reason}.` });
}

/** Whether the request line alone exceeds the limit of all headers. */
function isInRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf('\r\n');
  return (end === -1 || end > maxHeaderSize) && /^[A-Z]+ \S+$/.test(packet.toString('latin1', 0, 100));
}
