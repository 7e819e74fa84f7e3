import { createServer, request as send, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** A proxy that serves a service at `/data`, and removes that path from requests. It has nothing else. */
export interface PathProxy {
  readonly origin: string;
  /** The address of the service behind it. */
  readonly address: string;
  /** Names the service, once it listens. */
  readonly serve: (service: URL) => void;
}

/** Opens a proxy on a free port until the tests of the file end. */
export async function openPathProxy(): Promise<PathProxy> {
  let forward: RequestListener = (_request, response) => response.end();
  const proxy = createServer((request, response) => {
    forward(request, response);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const origin = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  return {
    origin,
    address: `${origin}/data`,
    serve: (service) => {
      forward = (request, response) => {
        const [, path] = /^\/data(\/.*)$/.exec(request.url ?? '') ?? [];
        if (path === undefined) return response.writeHead(404).end();
        const { method, headers } = request;
        const forwarded = send({ host: service.hostname, port: service.port, path, method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        return request.pipe(forwarded);
      };
    },
  };
}
