import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { App } from '#processes/app.ts';

/** An answer to a request with an Idempotency-Key. */
export interface KeyedAnswer {
  readonly status: number;
  // Tests check the shape of what they expect.
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /** Whether it is the answer to an earlier request. */
  readonly isReplayed: boolean;
}

/** Sends requests with Idempotency-Keys, as the administrator unless a key is given; an empty key is none. */
export function keyedClient({ http }: Pick<App, 'http'>, apiKey = 'test-administrator-key') {
  const send = async (key: string | undefined, options: InjectOptions): Promise<KeyedAnswer> => {
    const { statusCode, headers, body } = await http.inject({
      method: 'POST',
      ...options,
      headers: {
        ...(apiKey !== '' && { authorization: `Apikey ${apiKey}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...options.headers,
      },
    });
    const isJson = String(headers['content-type']).includes('json');
    return {
      status: statusCode,
      body: body === '' ? null : isJson ? JSON.parse(body) : body,
      headers,
      isReplayed: headers['idempotency-replayed'] === 'true',
    };
  };
  return {
    send,
    graph: (key: string | undefined, query: string, variables: object = {}, headers: Record<string, string> = {}) =>
      send(key, { url: '/graphql', payload: { query, variables }, headers }),
    rest: (key: string | undefined, method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      send(key, { method, url: `/api/automation/v1.0${path}`, ...(payload && { payload }) }),
  };
}

/** A new Idempotency-Key. */
export const newKey = (): string => randomUUID();

/** The mutation that creates a dataset with a title, and its variables. */
export const createDataset =
  'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid datasetId revision } } }';
export const titled = (title: string) => ({ metadata: { default: { title: { value: title } } } });
