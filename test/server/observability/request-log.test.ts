import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { createLog } from '#platform/log.ts';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { portOf } from '#test/support/http/raw-http.ts';

const lines: Record<string, unknown>[] = [];
const log = createLog({
  level: 'info',
  destination: {
    write: (line) => {
      lines.push(JSON.parse(line));
    },
  },
});
const app = await testApp({ TRUST_PROXY: '127.0.0.1' }, { log });

const headers = { authorization: 'Apikey test-administrator-key', 'x-forwarded-for': '192.0.2.7' };
const lineOf = (traceId: unknown) => lines.find(({ trace_id }) => trace_id === traceId);

test('a line has the operation, the caller, the address of the client, the time and the trace of the header', async () => {
  const answer = await app.http.inject({ url: '/api/automation/v1.0/datasets/?limit=1', headers });
  const traceId = answer.headers['x-trace-id'];
  expect(traceId).toMatch(/^[\da-f]{32}$/);
  expect(lineOf(traceId)).toMatchObject({
    msg: 'answered',
    method: 'GET',
    path: '/api/automation/v1.0/datasets/',
    status: 200,
    client: '192.0.2.7',
    user: expect.any(String),
    key_uid: expect.any(String),
    operations: ['ListDatasets'],
    ms: expect.any(Number),
  });
});

test('a call of a tool has its operation, and the error that it answers with status 200', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'describe_dataset', arguments: { datasetId: 'x' } },
    },
  });
  expect(lineOf(answer.headers['x-trace-id'])).toMatchObject({
    path: '/mcp',
    status: 200,
    user: expect.any(String),
    operations: ['DescribeDataset'],
    errors: ['NOT_FOUND'],
  });
});

test('a request continues the trace of its traceparent', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    payload: { query: `query ${'Long'.repeat(100)} { dataset(by: { uid: "da_unknown" }) { uid } }` },
  });
  expect(answer.headers['x-trace-id']).toBe(traceId);
  const line = lineOf(traceId);
  expect(line).toMatchObject({ operations: ['Long'.repeat(25)] });
  expect(line).not.toHaveProperty('user');
});

test('the codes of errors are in the line', async () => {
  const rest = await app.http.inject({ url: '/api/automation/v1.0/datasets/da_unknown/', headers });
  expect(lineOf(rest.headers['x-trace-id'])).toMatchObject({ status: 404, errors: ['NOT_FOUND'] });
  const mutation = 'mutation { deleteDataset(input: { uid: "da_unknown" }) { __typename } }';
  const graph = await app.http.inject({ method: 'POST', url: '/graphql', headers, payload: { query: mutation } });
  expect(lineOf(graph.headers['x-trace-id'])).toMatchObject({ status: 200, errors: ['NOT_FOUND'] });
});

test('a client that disconnects before the response has a line too', async () => {
  const port = portOf(await app.http.listen({ port: 0, host: '127.0.0.1' }));
  const sent = request({
    port,
    method: 'POST',
    path: '/api/automation/v1.0/datasets/',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': 10, expect: '100-continue' },
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  // the server waits for the body
  await once(sent, 'continue');
  sent.destroy();
  const line = await eventually(
    async () => lines.find(({ msg }) => msg === 'client disconnected'),
    (found) => found !== undefined,
  );
  expect(line).toMatchObject({ method: 'POST', path: '/api/automation/v1.0/datasets/', client: '192.0.2.7' });
});
