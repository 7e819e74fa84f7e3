import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#platform/config.ts';
import type { Metrics } from '#platform/metrics.ts';
import { hostInUrl, listenFailure } from '../process/listen.ts';
import type { Health } from './health.ts';

/** What the server of metrics answers with. */
export interface MetricsSources {
  readonly config: Pick<Config, 'metrics'>;
  readonly metrics: Metrics;
  readonly checkHealth: () => Promise<Health>;
}

/** The open server of metrics. */
export interface MetricsServer {
  /** The address of `/metrics`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** An answer of the server. */
interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Opens the server of `/metrics`, `/livez` and `/readyz`, where METRICS_PORT is set. It has a port of its own, because metrics are not for
 * callers of the service, and because workers have no other. Fails with a SetupError when the port cannot be opened.
 */
export async function openMetricsServer({
  config: { metrics: address },
  metrics,
  checkHealth,
}: MetricsSources): Promise<MetricsServer | undefined> {
  if (!address) return undefined;
  metrics.sample({
    name: 'catalograph_ready',
    help: 'Whether each check of /readyz passes: 1 or 0.',
    labels: ['check'],
    read: async () =>
      Object.entries((await checkHealth()).checks).map(([check, isMet]) => ({
        labels: { check },
        value: isMet ? 1 : 0,
      })),
  });
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': async () => ({ status: 200, ...(await metrics.read()) }),
    '/livez': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const health = await checkHealth();
      return json(health.status === 'ok' ? 200 : 503, health);
    },
  };
  // The module is loaded here, because workers do not need it otherwise.
  const { createServer } = await import('node:http');
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    void respond(answers, request, response);
  });
  await once(server.listen(address.port, address.host), 'listening').catch((error: unknown) => {
    throw listenFailure(error, address, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : address.port;
  return {
    url: `http://${hostInUrl(address.host)}:${port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function respond(
  answers: Readonly<Record<string, () => Promise<Answer>>>,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = answers[url.split('?', 1)[0] ?? ''];
  if (!answer) return end(response, json(404, { status: 'Only /metrics, /livez and /readyz are here.' }));
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return end(response, json(405, { status: 'Only GET is allowed here.' }));
  }
  try {
    end(response, await answer());
  } catch {
    end(response, json(500, { status: 'The answer could not be written.' }));
  }
}

const end = (response: ServerResponse, { status, contentType, text }: Answer): void => {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
};

const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});
