import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually, numberedRows, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { attributeOf, otlpReceiver, type ReceivedSpan } from './otlp-receiver.ts';

const collector = await otlpReceiver();
const web = await sourceServer();
const app = await testApp({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_SERVICE_NAME: 'catalog of tests',
  FETCH_ALLOW: web.host,
});
const { admin } = app;
const headers = { authorization: 'Apikey test-administrator-key' };

/** The spans of a trace, once the collector has them. */
const spansOf = (traceId: string, isComplete: (spans: readonly ReceivedSpan[]) => boolean) =>
  eventually(async () => collector.spans.filter((span) => span.traceId === traceId), isComplete);

const named = (spans: readonly ReceivedSpan[], name: string | RegExp) =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));

test('a request has a span with its route, and spans for its plan and its statements', async () => {
  const secret = 'a-value-of-the-caller';
  const answer = await app.http.inject({ url: `/api/automation/v1.0/datasets/?dataset_id=${secret}`, headers });
  const traceId = String(answer.headers['x-trace-id']);
  const route = 'GET /api/automation/v1.0/datasets/';
  const spans = await spansOf(traceId, (found) => named(found, route).length > 0);
  const [request] = named(spans, route);
  const [plan] = named(spans, 'plan');
  expect(request?.kind).toBe(2);
  expect(request?.parentSpanId ?? '').toBe('');
  expect(request && attributeOf(request, 'graphql.operation.name')).toBe('ListDatasets');
  expect(request && attributeOf(request, 'http.response.status_code')).toBe(200);
  expect(plan).toMatchObject({ parentSpanId: request?.spanId });
  const statements = named(spans, 'select').filter(({ parentSpanId }) => parentSpanId === plan?.spanId);
  expect(statements.map((each) => attributeOf(each, 'db.query.text'))).toEqual([expect.stringContaining('dataset')]);
  expect(JSON.stringify(spans)).not.toContain(secret);
  expect([...collector.services]).toEqual(['catalog of tests']);
});

test('a request with a body continues the trace of its traceparent', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...headers, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    payload: {
      query: 'mutation Add { createDataset(input: { datasetId: "traced", metadata: {} }) { dataset { uid } } }',
    },
  });
  const spans = await spansOf(traceId, (found) => named(found, 'POST /graphql').length > 0);
  expect(named(spans, 'POST /graphql')).toMatchObject([{ parentSpanId: '00f067aa0ba902b7' }]);
  const texts = named(spans, 'insert').map((each) => attributeOf(each, 'db.query.text'));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.join()).not.toContain("'traced'");
});

test('a trace that the caller does not record leaves no spans', async () => {
  const traceId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  const unrecorded = { ...headers, traceparent: `00-${traceId}-00f067aa0ba902b7-00` };
  await app.http.inject({ url: '/api/automation/v1.0/datasets/', headers: unrecorded });
  const later = await app.http.inject({ url: '/api/automation/v1.0/datasets/', headers });
  await spansOf(String(later.headers['x-trace-id']), (found) => found.length > 0);
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test('a job is a trace of its own with a link to the request that queued it; its fetches have spans, and carry the trace', async () => {
  const received: unknown[] = [];
  const url = web.answer('/rows.csv', (response) => {
    received.push(response.req.headers['traceparent']);
    response.end(numberedRows(0, 5));
  });
  const uid = await seedCsvDataset(admin, url);
  await runAndFinish(admin, 'publishDataset', uid);
  const [job] = await eventually(
    async () => named(collector.spans, 'job publication'),
    (found) => found.length > 0,
  );
  const [link] = job?.links ?? [];
  const [cause] = await eventually(
    async () => collector.spans.filter(({ spanId }) => spanId === link?.spanId),
    (found) => found.length > 0,
  );
  expect(cause?.traceId).toBe(link?.traceId);
  expect(cause?.traceId).not.toBe(job?.traceId);
  const spans = collector.spans.filter(({ traceId }) => traceId === job?.traceId);
  const fetches = named(spans, 'fetch');
  expect(fetches.map((each) => attributeOf(each, 'server.address'))).toContain(web.host);
  expect(JSON.stringify(fetches)).not.toContain('rows.csv');
  expect(received).toContain(`00-${job?.traceId ?? ''}-${fetches.at(-1)?.spanId ?? ''}-01`);
  expect(named(spans, /^(select|insert|update)$/).length).toBeGreaterThan(3);
});
