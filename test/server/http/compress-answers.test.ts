import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { compressAnswers } from '#http/answers.ts';

/** The longest body that is compressed. */
const longest = 8 * 2 ** 20;
/** Lets the stream of the running test go on. */
let goOn: () => void;

const http = fastify();
compressAnswers(http);
http.get<{ Params: { length: string } }>('/body/:length', async ({ params }, reply) =>
  reply.type('application/json').send(Buffer.alloc(Number(params.length), 'a')),
);
http.get('/never-transformed', async (_request, reply) =>
  reply.header('cache-control', 'no-transform').type('text/plain').send('a'.repeat(2_000)),
);
http.get('/events', async (_request, reply) => reply.type('text/event-stream').send(Readable.from(['data: 1\n\n'])));
http.get('/stream', async (_request, reply) => {
  const clientHasRead = new Promise<void>((resolve) => (goOn = resolve));
  async function* chunks() {
    yield 'first';
    await clientHasRead;
    yield 'second';
  }
  return reply.type('text/plain').send(Readable.from(chunks(), { objectMode: false }));
});
afterAll(() => http.close());
const address = await http.listen({ host: '127.0.0.1', port: 0 });

const ask = (url: string) => http.inject({ url, headers: { 'accept-encoding': 'gzip' } });

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('each chunk of a stream leaves before the next one is made (%s)', async (encoding, createDecompressor) => {
  const request = get(`${address}/stream`, { headers: { 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.headers['content-encoding']).toBe(encoding);
  const read: string[] = [];
  for await (const chunk of response.pipe(createDecompressor()).setEncoding('utf8')) {
    read.push(String(chunk));
    goOn();
  }
  expect(read).toEqual(['first', 'second']);
});

test('bodies are compressed from 1 KiB on, up to the bytes that a process compresses at a time', async () => {
  for (const [length, encoding] of [
    [1_023, undefined],
    [1_024, 'gzip'],
    [longest, 'gzip'],
    [longest + 1, undefined],
  ] as const) {
    const { headers, rawPayload } = await ask(`/body/${length}`);
    expect([length, headers['content-encoding']]).toEqual([length, encoding]);
    expect((encoding ? gunzipSync(rawPayload) : rawPayload).length).toBe(length);
  }
});

test('while so many bytes are compressed, others are sent as they are, and later ones compressed again', async () => {
  const [long, short] = await Promise.all([ask(`/body/${longest}`), ask('/body/2000')]);
  expect([long.headers['content-encoding'], short.headers['content-encoding']]).toEqual(['gzip', undefined]);
  expect(short.rawPayload).toEqual(Buffer.alloc(2_000, 'a'));
  expect((await ask('/body/2000')).headers['content-encoding']).toBe('gzip');
});

test.each(['/never-transformed', '/events'])('%s is sent as it is', async (url) => {
  expect((await ask(url)).headers).not.toHaveProperty('content-encoding');
});
