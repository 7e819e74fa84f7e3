import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** What a feed answers. Default: the status 200. */
export interface FeedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A web server whose answers tests change. */
export interface FeedServer {
  /** The host and port, for FETCH_ALLOW. */
  readonly host: string;
  readonly url: string;
  /** The answers by path; a path without one is 404. */
  readonly answers: Map<string, (url: URL, headers: IncomingHttpHeaders) => FeedAnswer | Promise<FeedAnswer>>;
  /** The paths that were requested, with their queries. */
  readonly requests: string[];
}

/** Starts a server of feeds for the tests of one file, on a free port. */
export async function feedServer(): Promise<FeedServer> {
  const answers: FeedServer['answers'] = new Map();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      requests.push(request.url ?? '');
      const url = new URL(request.url ?? '', 'http://feed');
      const answer = await answers.get(url.pathname)?.(url, request.headers);
      const { status = 200, headers = {}, body } = answer ?? { status: 404 };
      response.writeHead(status, headers).end(body);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { host, url: `http://${host}`, answers, requests };
}
