import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { dropStalledReaders, loadLimits, readerLimits, type ReaderLimits, shedLoad } from '#http/admission.ts';
import { portOf } from '#test/support/http/raw-http.ts';

const mebibyte = 2 ** 20;
const large = Buffer.alloc(32 * mebibyte, 'x');
const open: FastifyInstance[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(open.splice(0).map((http) => http.close()));
});

/** A server that answers with 32 MiB, as a whole or as a stream, or with nothing for a long time, and tells which responses have ended. */
async function serve(limits: Partial<ReaderLimits>) {
  const http = fastify({ forceCloseConnections: true, trustProxy: true });
  open.push(http);
  const hasUnread = dropStalledReaders(http, { ...readerLimits, checkIntervalMs: 10, ...limits });
  shedLoad(http, { ...loadLimits, maxDelayMs: Infinity }, hasUnread);
  const ended = new Map<string, PromiseWithResolvers<boolean>>();
  http.addHook('onRequest', async ({ url }, { raw }) => {
    const end = Promise.withResolvers<boolean>();
    ended.set(url, end);
    raw.once('close', () => end.resolve(raw.writableFinished));
  });
  http.setErrorHandler((error, _request, reply) => reply.code(503).send(toCatalogError(error)?.code));
  http.get('/whole', async () => large);
  http.get('/stream', async () => Readable.from(Array.from({ length: 512 }, () => large.subarray(0, mebibyte / 16))));
  http.get('/idle', (_request, reply) => reply.hijack().raw.writeHead(200).write('event'));
  http.get('/small', async () => 'small');
  const port = portOf(await http.listen({ port: 0, host: '127.0.0.1' }));
  const isFinished = async (url: string) => {
    while (!ended.has(url)) await wait(5);
    return ended.get(url)?.promise;
  };
  return {
    port,
    isFinished,
    ask: async (url: string, address = '192.0.2.1') =>
      (await http.inject({ url, headers: { 'x-forwarded-for': address } })).body,
  };
}

/** A client that sends a request and does not read the response. */
function stalled(port: number, url: string): Socket {
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined).pause();
  client.write(`GET ${url} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\r\n`);
  return client;
}

test.each(['/whole', '/stream'])('the response %s ends when its client takes no byte for a time', async (url) => {
  const { port, isFinished } = await serve({ maxStallMs: 300 });
  stalled(port, url);
  expect(await isFinished(url)).toBe(false);
});

test.each(['/whole', '/stream'])('the response %s goes on as long as its client reads, however slowly', async (url) => {
  const { port, isFinished } = await serve({ maxStallMs: 1_000 });
  const client = stalled(port, url);
  let bytes = 0;
  client.on('data', ({ length }) => (bytes += length));
  // longer in all than the limit
  for (let part = 0; part < 15; part++) {
    client.pause();
    await wait(100);
    client.resume();
    const before = bytes;
    while (bytes < before + mebibyte) await wait(1);
  }
  expect(await isFinished(url)).toBe(true);
});

test('a connection for which nothing waits stays open', async () => {
  const { port, isFinished } = await serve({ maxStallMs: 50 });
  const client = stalled(port, '/idle');
  const result = await Promise.race([isFinished('/idle').then(() => 'ended'), wait(300, 'open')]);
  expect(result).toBe('open');
  client.resume();
  await once(client, 'data');
});

test('requests of an address are refused while too many bytes wait for its clients', async () => {
  const { port, ask } = await serve({ maxUnreadBytes: { ofAddress: 8 * mebibyte, total: 1_024 * mebibyte } });
  expect(await ask('/small')).toBe('small');
  const client = stalled(port, '/whole');
  while ((await ask('/small')) === 'small') await wait(5);
  expect([await ask('/small'), await ask('/small', '192.0.2.2')]).toEqual(['OVERLOADED', 'small']);
  client.destroy();
  while ((await ask('/small')) !== 'small') await wait(5);
});

test('all requests are refused while too many bytes wait for all clients', async () => {
  const { port, ask } = await serve({ maxUnreadBytes: { ofAddress: 1_024 * mebibyte, total: 8 * mebibyte } });
  stalled(port, '/whole');
  while ((await ask('/small')) === 'small') await wait(5);
  expect(await ask('/small', '192.0.2.2')).toBe('OVERLOADED');
});
