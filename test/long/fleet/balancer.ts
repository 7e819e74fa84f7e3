import { once } from 'node:events';
import { createServer, request, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';

/**
 * Starts a proxy that sends requests to the servers in turn, until the tests of the file end; returns its address. A server that refuses
 * the connection is passed over. A request that breaks off is answered with 502, because the server may have executed it.
 */
export async function startBalancer(serversNow: () => readonly string[]): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  function forward(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const servers = serversNow();
    const origin = servers[turn++ % servers.length];
    if (origin === undefined || tries === 0) return void outgoing.writeHead(503).end();
    const { method, headers, url = '/' } = incoming;
    const upstream = request(new URL(url, origin), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    upstream.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') forward(body, incoming, outgoing, tries - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    upstream.end(body);
  }

  const server = createServer((incoming, outgoing) => {
    buffer(incoming).then(
      (body) => {
        forward(body, incoming, outgoing, serversNow().length);
      },
      () => outgoing.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
