import type { InjectOptions } from 'fastify';
import type { App } from '#processes/app.ts';
import { expectMatchesOpenApi } from './worker/openapi-checks.ts';
import { multipartBody, multipartBoundary } from './http/multipart.ts';

/** An answer of REST. */
export interface RestAnswer {
  readonly status: number;
  // Tests check the shape of what they expect.
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** An answer of GraphQL. */
export interface GraphAnswer {
  readonly status: number;
  readonly data: ReturnType<typeof JSON.parse>;
  readonly errors:
    | readonly {
        readonly message: string;
        readonly path?: readonly (string | number)[];
        readonly extensions: { readonly code: string; readonly fields?: Record<string, string[]> };
      }[]
    | undefined;
}

/** A caller of REST and GraphQL with one key. */
export interface Client {
  graph(query: string, variables?: object): Promise<GraphAnswer>;
  /** The data of an operation that is expected to succeed. */
  data(query: string, variables?: object): Promise<ReturnType<typeof JSON.parse>>;
  rest(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<RestAnswer>;
  /** Like `rest`, for the Portal API. */
  portal: Client['rest'];
  /** Like `rest`, for the API with this base. */
  restAt(base: string): Client['rest'];
  /** Requests an address outside of the APIs. */
  request(method: 'GET' | 'HEAD', path: string): Promise<RestAnswer>;
  /** Sends a file as the multipart part `file`. */
  upload(
    path: string,
    filename: string,
    content: string | Buffer,
    headers?: Record<string, string>,
  ): Promise<RestAnswer>;
}

const administration = '/api/automation/v1.0';

/** A caller of the graph and of REST, anonymous without a key. Answers of REST are validated by the OpenAPI descriptions. */
export const clientOf = (app: Pick<App, 'http'>, key?: string): Client =>
  clientWith(app, key === undefined ? {} : { authorization: `Apikey ${key}` });

/** Like `clientOf`, with a token of a sign-in provider. */
export const clientOfToken = (app: Pick<App, 'http'>, token: string): Client =>
  clientWith(app, { authorization: `Bearer ${token}` });

function clientWith({ http }: Pick<App, 'http'>, authorization: Record<string, string>): Client {
  const send = async (request: InjectOptions) => {
    const answer = await http.inject({ ...request, headers: { ...authorization, ...request.headers } });
    const isJson = String(answer.headers['content-type']).includes('json');
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : isJson ? answer.json() : answer.body,
      headers: answer.headers,
    };
  };
  const restBelow =
    (base: string): Client['rest'] =>
    async (method, path, body, headers = {}) => {
      const answer = await send({
        method,
        url: `${base}${path}`,
        headers,
        ...(body === undefined ? {} : { payload: body as object }),
      });
      await expectMatchesOpenApi(http, { base, method, path, sent: body, status: answer.status, body: answer.body });
      return answer;
    };
  const client: Client = {
    async graph(query, variables = {}) {
      const { status, body } = await send({ method: 'POST', url: '/graphql', payload: { query, variables } });
      return { status, data: body?.data, errors: body?.errors };
    },
    async data(query, variables) {
      const { data, errors } = await client.graph(query, variables);
      if (errors) throw new Error(JSON.stringify(errors, null, 2));
      return data;
    },
    rest: restBelow(administration),
    portal: restBelow('/api/portal/v1.0'),
    restAt: restBelow,
    request: (method, path) => send({ method, url: path }),
    async upload(path, filename, content, headers = {}) {
      const answer = await send({
        method: 'POST',
        url: `${administration}${path}`,
        headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}`, ...headers },
        payload: multipartBody([['file', Buffer.from(content), filename, 'text/csv']]),
      });
      await expectMatchesOpenApi(http, {
        base: administration,
        method: 'POST',
        path,
        sent: undefined,
        status: answer.status,
        body: answer.body,
      });
      return answer;
    },
  };
  return client;
}
