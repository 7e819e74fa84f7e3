/** What a request found out. */
export interface Outcome {
  /** The HTTP status; 0 when no answer arrived. */
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A caller of a fleet with one key. */
export interface FleetClient {
  rest(method: string, path: string, body?: object): Promise<Outcome>;
  /** The data of an operation; undefined when it failed, or when its answer is not known. */
  graph(query: string, variables?: object): Promise<ReturnType<typeof JSON.parse>>;
  /** The data of an operation that is expected to succeed. */
  data(query: string, variables?: object): Promise<ReturnType<typeof JSON.parse>>;
}

/** A caller of the servers behind an address. A request without an answer for half a minute is broken off. */
export function fleetClient(origin: string, key?: string): FleetClient {
  async function rest(method: string, path: string, body?: object): Promise<Outcome> {
    try {
      const answer = await fetch(origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Apikey ${key}` }) },
        signal: AbortSignal.timeout(30_000),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
    } catch {
      return { status: 0, body: undefined };
    }
  }
  return {
    rest,
    async graph(query, variables = {}) {
      const { body } = await rest('POST', '/graphql', { query, variables });
      return body?.errors ? undefined : body?.data;
    },
    async data(query, variables = {}) {
      const { status, body } = await rest('POST', '/graphql', { query, variables });
      if (body?.errors || !body?.data) throw new Error(`${String(status)} ${JSON.stringify(body)}`);
      return body.data;
    },
  };
}
