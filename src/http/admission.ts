import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** The load beyond which requests are refused. */
export interface LoadLimits {
  /** The maximum number of requests whose response has not started. */
  readonly maxInFlight: number;
  /** How often the delay of the event loop is measured. */
  readonly checkIntervalMs: number;
  readonly maxDelayMs: number;
  /** The number of consecutive delayed checks after which requests are refused: a single one may come from a long task. */
  readonly maxDelayedChecks: number;
}

/** The default limits. */
export const loadLimits: LoadLimits = Object.freeze({
  maxInFlight: 1_000,
  checkIntervalMs: 500,
  maxDelayMs: 500,
  maxDelayedChecks: 3,
});

const retryAfterSeconds = 2;

/** The paths of health checks, which are answered under overload as well. */
const healthPaths = new Set(['/livez', '/readyz']);

/**
 * Refuses requests with 503 and Retry-After, before any other work is done for them, while too many requests are in flight, the
 * event loop is delayed repeatedly, or too many bytes wait for clients that do not read them. An event stream is in flight until it starts.
 */
export function shedLoad(
  http: FastifyInstance,
  { maxInFlight, checkIntervalMs, maxDelayMs, maxDelayedChecks }: LoadLimits = loadLimits,
  hasUnread: (request: FastifyRequest) => boolean = () => false,
): void {
  const inFlight = new Set<FastifyRequest>();
  let delayedChecks = 0;
  let due = performance.now() + checkIntervalMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delayedChecks = now - due > maxDelayMs ? delayedChecks + 1 : 0;
    due = now + checkIntervalMs;
  }, checkIntervalMs).unref();
  http.addHook('onClose', async () => {
    clearInterval(timer);
  });
  http.addHook('onRequest', (request, _reply, done) => {
    if (healthPaths.has(request.url)) return done();
    if (delayedChecks >= maxDelayedChecks || inFlight.size >= maxInFlight || hasUnread(request))
      fail('OVERLOADED', { seconds: retryAfterSeconds });
    // The response of a WebSocket has no hook, and lasts as long as its connection.
    if (!isUpgrade(request.raw)) inFlight.add(request);
    done();
  });
  http.addHook('onSend', (request, _reply, _payload, done) => {
    inFlight.delete(request);
    done();
  });
  http.addHook('onResponse', (request, _reply, done) => {
    inFlight.delete(request);
    done();
  });
}

/** How many requests of one connection may wait. */
const maxPipelined = 100;

/** The state of the requests of a connection. */
interface Pipeline {
  isBusy: boolean;
  /** Functions that resume the waiting requests, in order of arrival. */
  readonly waiting: (() => void)[];
}

/**
 * Processes the requests of a connection one after another. A client may send many requests without waiting for responses (HTTP/1.1
 * pipelining); responses keep the order anyway, and concurrent processing would delay other connections.
 */
export function queuePipelined(http: FastifyInstance, maxWaiting = maxPipelined): void {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function pipelineOf(socket: Socket): Pipeline {
    const existing = pipelines.get(socket);
    if (existing) return existing;
    const pipeline: Pipeline = { isBusy: false, waiting: [] };
    pipelines.set(socket, pipeline);
    socket.once('close', () => {
      for (const resume of pipeline.waiting.splice(0)) resume();
    });
    return pipeline;
  }

  http.addHook('onRequest', ({ raw: { socket, httpVersionMajor } }, reply, done) => {
    // HTTP/2 responds to requests in any order.
    if (httpVersionMajor !== 1) return done();
    const pipeline = pipelineOf(socket);
    if (pipeline.waiting.length >= maxWaiting) {
      reply.header('connection', 'close');
      fail('OVERLOADED', { seconds: 1 });
    }
    reply.raw.once('close', () => {
      const next = pipeline.waiting.shift();
      if (next) next();
      else pipeline.isBusy = false;
    });
    const begin = () => {
      pipeline.isBusy = true;
      // A destroyed socket means that the client has disconnected.
      done(socket.destroyed ? new CatalogError('OVERLOADED', { seconds: 1 }) : undefined);
    };
    if (pipeline.isBusy) pipeline.waiting.push(begin);
    else begin();
  });
}

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
 * such as streams without events, have nothing that waits. Returns a function that checks whether too many bytes wait for the clients of the address of a request, or for all.
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

/** The minimum transfer rate of a body, over a time long enough to survive a network interruption. */
interface MinBodyRate {
  readonly bytes: number;
  readonly perMs: number;
}

/**
 * Closes connections with status 408 when a body arrives more slowly than the minimum rate. Only time in which the server waits for
 * the body counts, so nothing is observed before it is read, and most bodies are complete by then.
 */
export function abortSlowBodies(http: FastifyInstance, { bytes, perMs }: MinBodyRate): void {
  http.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    done();
    if (raw.complete) return;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    let read = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const isAwaited = raw.readableFlowing === true && !raw.complete;
      const arrived = raw.socket.bytesRead - read;
      read = raw.socket.bytesRead;
      if (isAwaited && arrived < bytes) http.server.emit('clientError', createTimeoutError(), raw.socket);
    }, perMs).unref();
    raw.once('close', () => {
      clearInterval(timer);
    });
    raw.once('end', () => {
      clearInterval(timer);
    });
  });
}

/** An error with the code of Node's own request timeout, to which `answerParseError` responds with 408. */
const createTimeoutError = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** How often a closing server closes its idle connections. */
const intervalMs = 50;

/**
 * Lets a closing server end with its last response. Fastify closes only the connections that are idle when closing starts; those
 * that become idle later would stay open for more than a minute.
 */
export function drainConnections(http: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    closing = setInterval(() => {
      http.server.closeIdleConnections();
    }, intervalMs).unref();
  });
  http.addHook('onClose', async () => {
    clearInterval(closing);
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}

/** The path of subscriptions. A connection may become a WebSocket there and at `/graphql`, where many clients expect it. */
export const streamPath = '/graphql/stream';

/** Whether a request asks for a WebSocket. Elsewhere, and for other protocols (some clients offer h2c with every request), it is answered as if it did not. */
export const isUpgrade = ({ headers: { upgrade }, method, url = '' }: IncomingMessage): boolean =>
  upgrade?.toLowerCase() === 'websocket' && method === 'GET' && /^\/graphql(?:\/stream)?\/?(?:\?|$)/.test(url);

/** Closes the connection of a request for a WebSocket that was refused: nothing reads from it any more. */
export function closeRefusedUpgrades(http: FastifyInstance): void {
  http.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isUpgrade(raw)) raw.socket.destroySoon();
    done();
  });
}
