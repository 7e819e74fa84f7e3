import type { Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import type { CatalogError } from '#kernel/fail.ts';

/** How many bytes may wait for a client, such as answers to its pings, before its connection is closed. */
const maxBufferedBytes = 2 ** 22;

/** The codes with which the server closes a connection. */
export const closeCodes = Object.freeze({
  /** The server closes; the client connects to another one. */
  restart: 1012,
  /** The client tries again later. */
  later: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  internal: 4500,
});

/** Connects a WebSocket to graphql-ws. `failureOf` converts an error that ends the connection. */
export function openChannel<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  extra: Extra,
  failureOf: (error: unknown) => CatalogError,
): void {
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => sendWithBackPressure(socket, text),
      close: (code, reason) => {
        socket.close(code, reason);
      },
      onMessage: (handle) => {
        socket.on('message', (data) => {
          if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate();
          handle(textOf(data)).catch((error: unknown) => {
            closeWithFailure(socket, failureOf(error));
          });
        });
      },
    },
    extra,
  );
  socket.once('close', (code, reason) => {
    closed(code, reason.toString()).catch(failureOf);
  });
}

/** `ws` gives each message as one buffer, unless it is set to give others. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString() : '');

/** Resolves when the text has left the process, so that the next event of an operation waits. */
function sendWithBackPressure(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    // An error means that the connection has ended, which ends the operations.
    socket.send(text, () => {
      resolve();
    });
  });
}

/** Closes a connection with the code that tells the client whether to try again. */
export function closeWithFailure(socket: WebSocket, { message, entry: { kind } }: CatalogError): void {
  const status = httpStatusByKind[kind];
  const code =
    status === 401
      ? closeCodes.unauthorized
      : status === 429 || status === 503
        ? closeCodes.later
        : status >= 500
          ? closeCodes.internal
          : closeCodes.badRequest;
  // A close frame has room for 123 bytes.
  socket.close(
    code,
    Buffer.from(message)
      .subarray(0, 120)
      .toString()
      .replace(/\uFFFD$/, ''),
  );
}
