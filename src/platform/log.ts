import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';
import { maskSecrets } from './log/mask-secrets.ts';

/** The log of the service. */
export type Log = Logger;

/** A request as the log records it. The caller is known by name and key, whose text is never logged. */
export interface CompletedRequest {
  readonly method: string;
  /** The path and the query string. The log omits the query string. */
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The address of the client, behind proxies that the service trusts. */
  readonly clientAddress: string;
  readonly username: string | undefined;
  readonly keyUid: string | undefined;
  /** The names of the operations of the graph that it ran. */
  readonly operations: readonly string[];
  /** The codes of its errors. */
  readonly errors: readonly string[];
  readonly traceId: string;
}

/** Creates a log of JSON lines with ISO times. `maskSecrets` masks every line. */
export function createLog(options: { level: Level | 'silent'; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: maskSecrets },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/** The fields of a request's log line. */
export const requestFields = (request: CompletedRequest) => ({
  method: request.method,
  path: request.url.split('?', 1)[0],
  status: request.status,
  ms: Math.round(request.milliseconds * 10) / 10,
  client: request.clientAddress,
  ...(request.username !== undefined && { user: request.username, key_uid: request.keyUid }),
  ...(request.operations.length > 0 && { operations: request.operations }),
  ...(request.errors.length > 0 && { errors: request.errors }),
  trace_id: request.traceId,
});
