/** The servers, in the order of the report. A baseline is the gateway at another commit, which is compared with nothing else. */
export const serverNames = ['gateway', 'baseline', 'postgraphile', 'secured', 'ceiling'] as const;
export type ServerName = (typeof serverNames)[number];

/** What the report calls them. */
export const serverTitles: Readonly<Record<ServerName, string>> = {
  gateway: 'Catalograph',
  baseline: 'Catalograph before',
  postgraphile: 'PostGraphile',
  secured: 'PostGraphile, row security',
  ceiling: 'SQL by hand',
};

/** How a server is asked: in the graph, in PostGraphile's schema, or for statements by name. */
export type Dialect = 'gateway' | 'postgraphile' | 'ceiling';

/**
 * On whose behalf a server is asked. The editor has rights on every dataset by rulesets of a group, the contributor on every tenth one by
 * rulesets of its own. `keys` are a thousand keys in turn, of users who may edit everything.
 */
export type Caller = 'administrator' | 'editor' | 'contributor' | 'keys' | 'anonymous';

/** A running server in a process of its own. */
export interface Server {
  readonly name: ServerName;
  readonly dialect: Dialect;
  /** Whether an answer depends on the caller. */
  readonly knowsCallers: boolean;
  /** `http://host:port`. */
  readonly origin: string;
  readonly pid: number;
  /** Headers that a request needs; the number counts the requests of a run. */
  headers(caller: Caller, at?: number): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A request as an operation describes it; with a body it is a POST of JSON, or of a text with its own type. */
export interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** The body as it is sent. */
export const bodyText = ({ body }: Call): string =>
  body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);

const hasErrors = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'errors' in answer &&
  Array.isArray(answer.errors) &&
  answer.errors.length > 0;

/** Asks a server once and returns the parsed body; fails when the answer is an error. */
export async function ask(server: Server, call: Call, caller: Caller = 'administrator', at = 0): Promise<unknown> {
  const { path, body, contentType = 'application/json' } = call;
  const response = await fetch(server.origin + path, {
    headers: { 'content-type': contentType, ...server.headers(caller, at) },
    ...(body !== undefined && { method: 'POST', body: bodyText(call) }),
  });
  const text = await response.text();
  const isSuccess = response.status === 200 || response.status === 201;
  const answer: unknown = isSuccess ? JSON.parse(text) : undefined;
  if (!isSuccess || hasErrors(answer)) {
    throw new Error(`${server.name} answers ${path} with ${String(response.status)}: ${text.slice(0, 500)}`);
  }
  return answer;
}
