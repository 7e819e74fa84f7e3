import { afterEach } from '@jest/globals';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { createFetcher, type FetcherSettings } from '#platform/fetcher/create-fetcher.ts';
import type { Fetcher } from '#platform/fetcher/fetcher.ts';
import { createGuard, type Resolve } from '#platform/fetcher/guard.ts';

const servers: Server[] = [];
const tcpServers = new Map<TcpServer, Set<Socket>>();
const fetchers: Fetcher[] = [];

afterEach(async () => {
  await Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close()));
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((closed) => {
          server.close(closed);
          server.closeAllConnections();
        }),
    ),
  );
  await Promise.all(
    [...tcpServers].map(
      ([server, sockets]) =>
        new Promise((closed) => {
          tcpServers.delete(server);
          server.close(closed);
          for (const socket of sockets) socket.destroy();
        }),
    ),
  );
});

/** Serves on a free port of 127.0.0.1 until the test ends; the answer is `host:port`. */
export function serve(listener: RequestListener, options: ServerOptions = {}): Promise<string> {
  const server = createServer(options, listener);
  servers.push(server);
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => listening(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** Serves a script on a free port of 127.0.0.1 until the test ends; returns `host:port`. */
export function serveTcp(talk: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    tcpServers.get(server)?.add(socket);
    socket.on('error', () => {
      /* The other side went away. */
    });
    talk(socket);
  });
  tcpServers.set(server, new Set());
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => listening(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

/** A fetcher that may reach these pairs; it is closed when the test ends. */
export function fetcherFor(
  allow: readonly string[],
  settings: Partial<FetcherSettings> & { resolve?: Resolve } = {},
): Fetcher {
  const { resolve, ...limits } = settings;
  const fetcher = createFetcher(createGuard({ allow, ...(resolve && { resolve }) }), limits);
  fetchers.push(fetcher);
  return fetcher;
}

/** A resolver that gives every name these addresses. */
export const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
