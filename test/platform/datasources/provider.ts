import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DatasourceClient, DatasourcePorts, DatasourceResponse } from '#platform/datasources/datasource-client.ts';
import { serve } from '../fetcher/web.ts';
import { portsFor } from './ports.ts';

/** A received request. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server with the answers of a provider, and the received requests. */
export interface Provider {
  readonly origin: string;
  readonly host: string;
  readonly asked: Asked[];
  readonly ports: DatasourcePorts;
}

/** Serves a provider until the test ends; `others` are further allowed addresses. */
export async function provider(
  answer: (asked: Asked, response: ServerResponse) => unknown,
  others: readonly string[] = [],
): Promise<Provider> {
  const asked: Asked[] = [];
  const host = await serve((request, response) => {
    void text(request).then((body) => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      return answer(one, response);
    });
  });
  const allow = [host, ...others];
  const ports = portsFor(allow);
  return { origin: `http://${host}`, host, asked, ports };
}

/** Answers with JSON. */
export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/** Opens a datasource that is new or has changed. */
export async function open<Settings>(
  client: DatasourceClient<Settings>,
  { ports }: Provider,
  settings: Settings,
): Promise<DatasourceResponse> {
  const response = await client.openStream(settings, ports, { signal: new AbortController().signal });
  if (!response) throw new Error('The datasource reports that it is unchanged.');
  return response;
}

/** The lines of a source as values. */
export const linesOf = async ({ content }: DatasourceResponse): Promise<unknown[]> =>
  (await text(content))
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
