/** The three that are compared. */
export const serverNames = ['gateway', 'postgraphile', 'ceiling'] as const;
export type ServerName = (typeof serverNames)[number];

/** What the report calls them. */
export const serverTitles: Readonly<Record<ServerName, string>> = {
  gateway: 'Catalograph',
  postgraphile: 'PostGraphile',
  ceiling: 'SQL by hand',
};

/** On whose behalf the gateway is asked. The others know no callers. */
export type Caller = 'administrator' | 'editor' | 'anonymous';

/** A running server in a process of its own. */
export interface Server {
  readonly name: ServerName;
  /** `http://host:port`. */
  readonly origin: string;
  readonly pid: number;
  /** Headers that a request needs. */
  headers(caller: Caller): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** A request as an operation describes it; with a body it is a POST of JSON. */
export interface Call {
  readonly path: string;
  readonly body?: unknown;
}

/** Asks a server once and answers the parsed body; fails when the answer is an error. */
export async function ask(server: Server, { path, body }: Call, caller: Caller = 'administrator'): Promise<unknown> {
  const response = await fetch(server.origin + path, {
    headers: { 'content-type': 'application/json', ...server.headers(caller) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: unknown = JSON.parse(text);
  if (response.status !== 200 || (typeof answer === 'object' && answer !== null && 'errors' in answer)) {
    throw new Error(`${server.name} answers ${path} with ${String(response.status)}: ${text.slice(0, 500)}`);
  }
  return answer;
}
