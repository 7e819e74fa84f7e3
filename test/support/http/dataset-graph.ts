import type { InjectOptions } from 'fastify';
import type { TestApp } from '../app.ts';

/** An answer of a typed graph. */
export interface DatasetAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  // Tests check the shape of what they expect.
  readonly data: ReturnType<typeof JSON.parse>;
  readonly errors: ReturnType<typeof JSON.parse>;
}

/** A caller of the typed graph of a dataset. */
export function datasetGraphOf({ http }: Pick<TestApp, 'http'>, datasetId: string, key?: string) {
  const url = `/graphql/datasets/${encodeURIComponent(datasetId)}`;
  const authorization = key === undefined ? {} : { authorization: `Apikey ${key}` };
  async function send(request: InjectOptions): Promise<DatasetAnswer> {
    const answer = await http.inject({ url, ...request, headers: { ...authorization, ...request.headers } });
    const body = String(answer.headers['content-type']).includes('json') && answer.body !== '' ? answer.json() : {};
    const { data, errors } = body;
    return { status: answer.statusCode, text: answer.body, headers: answer.headers, data, errors };
  }
  return {
    url,
    send,
    query: (query: string, variables: object = {}) => send({ method: 'POST', payload: { query, variables } }),
    /** The data of an operation that is expected to succeed. */
    async data(query: string, variables?: object): Promise<ReturnType<typeof JSON.parse>> {
      const { data, errors } = await this.query(query, variables);
      if (errors) throw new Error(JSON.stringify(errors, null, 2));
      return data;
    },
  };
}
