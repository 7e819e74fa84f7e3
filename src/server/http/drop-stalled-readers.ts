import { type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** When a client that does not read is let go, and how much may wait for clients. */
export interface ReaderLimits {
  /** How long a client may take no byte of what waits for it. */
  readonly maxStallMs: number;
  readonly checkIntervalMs: number;
  /** How many bytes may wait for the clients of one address, and for all, before further requests are refused. */
  readonly maxUnreadBytes: { readonly ofAddress: number; readonly total: number };
}

/** The default limits. */
export const readerLimits: ReaderLimits = Object.freeze({
  maxStallMs: 60_000,
  checkIntervalMs: 1_000,
  maxUnreadBytes: { ofAddress: 64 * 2 ** 20, total: 256 * 2 ** 20 },
});

/** What a connection with unread bytes has taken, and for how many checks it has taken no more. Time in which the process was busy is one check. */
interface Reading {
  readonly taken: number;
  stalledChecks: number;
}

/**
 * Closes each connection whose client takes no byte of what waits for it: the response ends, and what it holds is freed. Idle connections,
 * such as streams without events, have nothing that waits. Returns the function that tells whether too many bytes wait for the clients of the address of a request, or for all.
 */
export function dropStalledReaders(
  http: FastifyInstance,
  { maxStallMs, checkIntervalMs, maxUnreadBytes }: ReaderLimits = readerLimits,
): (request: FastifyRequest) => boolean {
  const readings = new Map<Socket, Reading>();
  const sockets = new Set<Socket>();
  /** The address of the last request of each connection. A proxy forwards requests of many clients. */
  const addresses = new WeakMap<Socket, string>();
  let unread = new Map<string, number>();
  let total = 0;

  function check(socket: Socket): void {
    const { writableLength } = socket;
    if (writableLength === 0) {
      readings.delete(socket);
      return;
    }
    const taken = takenBytes(socket);
    const reading = readings.get(socket);
    if (reading?.taken !== taken) readings.set(socket, { taken, stalledChecks: 0 });
    else if (++reading.stalledChecks * checkIntervalMs >= maxStallMs) return void socket.resetAndDestroy();
    const address = addresses.get(socket) ?? '';
    unread.set(address, (unread.get(address) ?? 0) + writableLength);
    total += writableLength;
  }

  const timer = setInterval(() => {
    unread = new Map();
    total = 0;
    for (const socket of sockets) check(socket);
  }, checkIntervalMs).unref();
  http.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      readings.delete(socket);
    });
  });
  http.addHook('onClose', async () => {
    clearInterval(timer);
  });
  http.addHook('onRequest', ({ ip, raw: { socket } }, _reply, done) => {
    addresses.set(socket, ip);
    done();
  });
  return ({ ip }) => total > maxUnreadBytes.total || (unread.get(ip) ?? 0) > maxUnreadBytes.ofAddress;
}

/** The state that libuv keeps of a connection. */
interface StreamHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * The bytes of a connection that the operating system has taken. Node counts a write only when all of it was taken, which may be megabytes;
 * it reads the same properties to tell whether a connection is idle.
 */
function takenBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  return isStreamHandle(handle)
    ? handle.bytesWritten - handle.writeQueueSize
    : socket.bytesWritten - socket.writableLength;
}

const isStreamHandle = (handle: unknown): handle is StreamHandle =>
  typeof handle === 'object' &&
  handle !== null &&
  'bytesWritten' in handle &&
  typeof handle.bytesWritten === 'number' &&
  'writeQueueSize' in handle &&
  typeof handle.writeQueueSize === 'number';
