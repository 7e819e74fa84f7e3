import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { testApp } from '../support/app.ts';
import { portOf, sendRaw } from '../support/http/raw-http.ts';
import { messageOf } from '../support/http/rest-errors.ts';
import { readConfig } from '#platform/config.ts';
import { noMetrics, noTracing } from '#platform/telemetry.ts';
import { createLog } from '#platform/log.ts';
import { readerLimits } from '#http/admission.ts';
import { createHttp } from '#server/http/create-http.ts';

const lines: string[] = [];
const log = createLog({
  level: 'debug',
  destination: {
    write: (line: string) => {
      lines.push(line);
    },
  },
});
const app = await testApp({ MAX_UPLOAD_BYTES: '100000' }, { log });
const graph = `${await app.http.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
const key = { authorization: 'Apikey test-administrator-key' };
const query = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(graph, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('a key', () => {
  test('a key that is unknown is refused with status 401, in the form of GraphQL', async () => {
    for (const authorization of [
      'Apikey nobody-has-this',
      'Basic nobody-has-this',
      'test-administrator-key',
      'Apikey',
      '',
    ]) {
      const answer = await query({ query: '{ __typename }' }, { authorization });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Apikey realm="Catalograph", Bearer realm="Catalograph"',
      ]);
      const message = expect.stringMatching(/"Apikey <key>".*"Bearer <token>"/);
      expect(await answer.json()).toMatchObject({ errors: [{ message, extensions: { code: 'UNAUTHORIZED' } }] });
    }
  });

  test('is in no log line, and neither is a query string', async () => {
    await query({ query: '{ __typename }' }, key);
    await fetch(`${graph}?apikey=test-administrator-key&query={__typename}`, {
      headers: { 'apollo-require-preflight': 'true' },
    });
    await fetch(`${graph}?apikey=a-wrong-key`);
    expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(2);
    expect(lines.join('')).not.toMatch(/test-administrator-key|a-wrong-key|__typename/);
    expect(lines.join('')).toMatch(/"path":"\/graphql"/);
  });
});

describe('the status of a GraphQL answer', () => {
  const wrong = { query: '{ noSuchField }' };
  test.each([
    ['application/json', 200],
    ['*/*', 200],
    ['application/graphql-response+json', 400],
    ['application/graphql-response+json, application/json;q=0.9', 400],
    ['application/graphql-response+json;q=0.1, application/json', 200],
  ])('the status of a GraphQL answer to a wrong document is, for Accept: %s, %i', async (accept, status) => {
    const answer = await query(wrong, { accept });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  });

  test('the status of a GraphQL answer to invalid JSON is 400, of another type 415, by another method 405', async () => {
    expect(
      (await fetch(graph, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })).status,
    ).toBe(400);
    expect(
      (await fetch(graph, { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<a/>' })).status,
    ).toBe(415);
    const answer = await fetch(graph, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  test('the status of a GraphQL answer to a simple request of a browser without the preflight header is 400', async () => {
    const answer = await fetch(`${graph}?query={__typename}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ message: expect.stringMatching(/CSRF|preflight/i) }] });
    expect(
      (await fetch(`${graph}?query={__typename}`, { headers: { 'apollo-require-preflight': 'true' } })).status,
    ).toBe(200);
  });
});

test('any web page may call without credentials, and may read the headers of answers', async () => {
  const asked = await fetch(graph, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-headers')).toMatch(/authorization/);
  expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
  for (const headers of [{}, { authorization: 'Apikey wrong' }]) {
    const answer = await query({ query: '{ __typename }' }, { origin: 'https://example.org', ...headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'Accept-Ranges, Allow, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Trace-Id',
    );
  }
});

describe('a body that is too large', () => {
  test('is refused with 413 before it is sent, and the connection is closed', async () => {
    const answer = await sendRaw(
      portOf(graph),
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500000000\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toMatch(/PAYLOAD_TOO_LARGE/);
  });

  test('is refused with 413 at the limit when its length is unknown', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await sendRaw(
      portOf(graph),
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      async (write) => {
        for (let sent = 0; sent < 17; sent += 1) {
          write(chunk);
          await wait(1);
        }
      },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a file that is too large is reported also to a client that keeps sending', async () => {
    const body = new FormData();
    body.append(
      'operations',
      JSON.stringify({ query: 'query($file: Upload) { __typename }', variables: { file: null } }),
    );
    body.append('map', JSON.stringify({ 0: ['variables.file'] }));
    body.append('0', new Blob([Buffer.alloc(20_000_000)]), 'large.bin');
    const answer = await fetch(graph, {
      method: 'POST',
      body,
      headers: { 'apollo-require-preflight': 'true', ...key },
    });
    expect(answer.status).toBe(413);
  });
});

describe('a client that is too slow', () => {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const limits = {
    requestTimeout: 20_000,
    headersTimeout: 300,
    keepAliveTimeout: 5_000,
    checkEvery: 100,
    body: 1_000_000,
    pathPart: 100,
    minBodyRate: { bytes: 1_000, perMs: 300 },
    readers: readerLimits,
  };
  const open: FastifyInstance[] = [];
  afterEach(() => Promise.all(open.splice(0).map((http) => http.close())));

  async function serve(settings: Partial<typeof limits> = {}) {
    const http = await createHttp(
      { config, log: createLog({ level: 'silent' }), metrics: noMetrics, tracing: noTracing },
      { ...limits, ...settings },
    );
    open.push(http);
    http.get('/large', async () => Buffer.alloc(32 * 2 ** 20));
    http.post('/', async ({ body }) => ({ bytes: JSON.stringify(body).length }));
    const requested = Promise.withResolvers<Socket>();
    http.addHook('onRequest', async ({ raw }) => {
      requested.resolve(raw.socket);
    });
    return { port: portOf(await http.listen({ port: 0, host: '127.0.0.1' })), requested: requested.promise };
  }

  test('a client that is too slow to send its headers gets 408', async () => {
    const { port } = await serve();
    expect(await sendRaw(port, 'POST / HTTP/1.1\r\nhost: x\r\nx-slow: ')).toMatch(
      new RegExp(`^HTTP/1\\.1 408 [^]*${messageOf('REQUEST_TIMEOUT')}`),
    );
  });

  test('a client that is too slow to send its body gets 408', async () => {
    const { port } = await serve();
    const answer = await sendRaw(
      port,
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"',
      async (write, isOpen) => {
        for (; isOpen(); await wait(20)) write('a');
      },
    );
    // a reset of the connection may overtake the answer
    expect(answer).toMatch(/^HTTP\/1\.1 408 |^$/);
  });

  test('a client that is too slow to read an answer is disconnected', async () => {
    const { port, requested } = await serve({ readers: { ...readerLimits, maxStallMs: 200, checkIntervalMs: 20 } });
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined).pause();
    client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(await requested, 'close');
    client.destroy();
  });

  test('a client that is too slow but above the minimum rate is answered', async () => {
    const { port, requested } = await serve({ headersTimeout: 10_000 });
    // the rate is measured in intervals of this clock, each of which begins when a thousand bytes have arrived
    mock.timers.enable({ apis: ['setInterval'] });
    const answer = await sendRaw(
      port,
      'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 20002\r\n\r\n"',
      async (write) => {
        const socket = await requested;
        for (let sent = 0; sent < 20; sent += 1) {
          const before = socket.bytesRead;
          write('a'.repeat(1_000));
          while (socket.bytesRead < before + 1_000) await wait(1);
          mock.timers.tick(limits.minBodyRate.perMs);
        }
        write('"');
      },
    ).finally(() => {
      mock.timers.reset();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":20002/);
  });
});
