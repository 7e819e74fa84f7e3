import { type DestinationStream, type Level, type Logger, pino, stdTimeFunctions } from 'pino';

/** The log of the service. */
export type Log = Logger;

/** A request as the log records it. The caller is known by name and key, whose text is never logged. */
interface CompletedRequest {
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

const MASK = '***';

// Names may contain dots, because the secrets of a datasource are stored by path: `connection.auth.password`.
const names = String.raw`(?:[\w.-]*(?:password|passphrase|secret|token|authorization|cookie|api_?-?key|pushkey|private_?key)|[\w.-]*headers\.[^"\\]+)`;
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const quotedText = String.raw`\\"(?:[^"\\]|\\{2}(?:\\"|\\{2}|[^"\\]))*\\"`;

const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // "password": "…" at any depth; also a list of texts or a number
  [new RegExp(String.raw`("${names}"\s*:\s*)(?:${text}|\[(?:${text},?)*\]|\d[\d.eE+-]*)`, 'gi'), `$1"${MASK}"`],
  // the same inside a text that is JSON
  [new RegExp(String.raw`(\\"${names}\\"\s*:\s*)${quotedText}`, 'gi'), `$1\\"${MASK}\\"`],
  // Authorization: Apikey …
  [/\b(apikey|bearer|basic)(\s+)(?!=)[\w.~+/=-]{6,}/gi, `$1$2${MASK}`],
  // postgres://user:password@host
  [/(\/\/[^\s/"\\:@]*:)[^\s/"\\]*@/g, `$1${MASK}@`],
  // /path?query, matched from the question mark: a match from the path would take quadratic time on a line of slashes
  [/(?<=\/[^\s"?\\]*)\?[^\s"\\]+/g, ''],
  // apikey=… and similar, outside of a URL
  [/((?:api_?-?key|pushkey|password|secret|token)=)[^\s"&\\]+/gi, `$1${MASK}`],
  // PostgreSQL quotes rows in the details of an error
  [new RegExp(String.raw`("(?:detail|where)"\s*:\s*)${text}`, 'g'), `$1"${MASK}"`],
  // the address of an anonymous submission grants access to it
  [/(\/forms\/[^\s/"\\]{1,1000}\/(?:submissions|images)\/)[\da-f]{8}-[\da-f-]{27}/gi, `$1${MASK}`],
];

/**
 * Masks API keys, passwords, rows of the database, secret addresses and query strings anywhere in a log line, which stays valid
 * JSON. The rules apply to the finished line, so that every line is masked. Every rule takes linear time, because clients control the
 * content of a line.
 */
export const maskSecrets = (line: string): string =>
  rules.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), line);
