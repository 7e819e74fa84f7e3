import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';
import { maskSecrets } from './log/mask-secrets.ts';

/** The log of the service. */
export type Log = Logger;

/** A request as the log records it. */
export interface CompletedRequest {
  readonly method: string;
  /** The path and the query string. The log omits the query string. */
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
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
export const requestFields = ({ method, url, status, milliseconds, traceId }: CompletedRequest) => ({
  method,
  path: url.split('?', 1)[0],
  status,
  ms: Math.round(milliseconds * 10) / 10,
  trace_id: traceId,
});
