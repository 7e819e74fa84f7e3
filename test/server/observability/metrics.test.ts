import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogModules } from '#modules/catalog-modules.ts';
import { buildApp } from '#processes/app.ts';
import { openServices } from '#processes/services.ts';
import { rehearsalConfig } from '#server/process/open-database-server.ts';
import { warmUp } from '#server/process/warm-up.ts';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { eventually, numberedRows, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { scrape } from './scrape.ts';

const web = await sourceServer();
const app = await testApp({ METRICS_PORT: '0', FETCH_ALLOW: web.host, FORM_RATE_LIMIT: '1' });
const waiting = await testApp({ METRICS_PORT: '0', WORKER: 'off', FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

test('requests are measured by the pattern of their route, never by their path', async () => {
  await admin.rest('GET', '/datasets/');
  await admin.rest('GET', '/datasets/da_unknown/');
  await unauthenticated.request('GET', '/no/such/path');
  const metrics = await scrape(app);
  const route = '/api/automation/v1.0/datasets/';
  const requests = 'catalograph_http_request_duration_seconds_count';
  expect(metrics.value(requests, { method: 'GET', route, status: '200' })).toBe(1);
  expect(metrics.value(requests, { route: `${route}:dataset_uid/`, status: '404' })).toBe(1);
  expect(metrics.value(requests, { route: 'unmatched', status: '404' })).toBe(1);
  expect(metrics.text).not.toContain('da_unknown');
  expect(metrics.value('catalograph_errors_total', { code: 'NOT_FOUND', kind: 'missing' })).toBe(2);
});

test('operations are measured by name and outcome; REST has those behind its routes', async () => {
  await admin.rest('GET', '/datasets/');
  await admin.graph('query Overview { datasets { totalCount } }');
  await admin.graph('query Overview { dataset(by: { uid: "da_unknown" }) { uid } }');
  await admin.graph('mutation { deleteDataset(input: { uid: "da_unknown" }) { deletedUid: uid } }');
  const metrics = await scrape(app);
  const operations = 'catalograph_graphql_operation_duration_seconds_count';
  expect(metrics.value(operations, { operation: 'ListDatasets', type: 'query', outcome: 'ok' })).toBeGreaterThan(0);
  expect(metrics.value(operations, { operation: 'Overview', outcome: 'ok' })).toBe(2);
});

test('callers without a key add no names of operations, and callers with a key a bounded number', async () => {
  await unauthenticated.graph('query Hostile { __typename }');
  for (let count = 0; count < 150; count += 1) await admin.graph(`query Named${String(count)} { __typename }`);
  const { text } = await scrape(app);
  expect(text).not.toContain('Hostile');
  expect(new Set(text.match(/operation="Named\d+"/g)).size).toBeLessThanOrEqual(100);
  expect(text).toContain('operation="other"');
});

test('a publication is measured with its records, its job and its outcome', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/rows.csv', numberedRows(0, 25)));
  await runAndFinish(admin, 'publishDataset', uid);
  const broken = await seedCsvDataset(admin, `http://${web.host}/missing.csv`);
  await runAndFinish(admin, 'publishDataset', broken);
  const publications = 'catalograph_publication_duration_seconds_count';
  // the job ends shortly after its dataset has its status
  const metrics = await eventually(
    () => scrape(app),
    ({ value }) =>
      value('catalograph_job_duration_seconds_count', { queue: 'publication', outcome: 'done' }) === 2 &&
      value('catalograph_publications_running', { kind: 'publish' }) === 0,
  );
  expect(metrics.value(publications, { kind: 'publish', outcome: 'done' })).toBe(1);
  expect(metrics.value(publications, { kind: 'publish', outcome: 'failed' })).toBe(1);
  expect(metrics.value('catalograph_published_records_total', {})).toBe(26);
});

test('a start renders a dataset and the first page in advance, and does not fail without a database', async () => {
  await seedPublished(waiting, 'rivers');
  await warmUp(waiting);
  const { value } = await scrape(waiting);
  for (const route of ['/', '/datasets/:datasetId'])
    expect([route, value('catalograph_http_request_duration_seconds_count', { route, status: '200' })]).toEqual([
      route,
      1,
    ]);
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-'));
  const alone = await buildApp(await openServices(rehearsalConfig(folder), catalogModules), catalogModules);
  await warmUp(alone);
  await alone.close();
  await rm(folder, { recursive: true });
});

test('jobs that wait are counted with their age', async () => {
  const uid = await seedCsvDataset(waiting.admin, web.serve('/rows.csv', numberedRows(1, 5)));
  await waiting.admin.data(`mutation { publishDataset(input: { uid: "${uid}" }) { dataset { uid } } }`);
  const queue = { queue: 'publication' };
  const metrics = await eventually(
    () => scrape(waiting),
    ({ value }) => (value('catalograph_queue_oldest_job_age_seconds', queue) ?? 0) > 0,
  );
  expect(metrics.value('catalograph_queue_waiting_jobs', queue)).toBe(1);
  expect(metrics.value('catalograph_queue_active_jobs', queue)).toBe(0);
});

test('pools, plans, streams and Node are sampled', async () => {
  for (let times = 0; times < 3; times += 1) await admin.rest('GET', '/datasets/?limit=3');
  const { value } = await scrape(app);
  for (const pool of ['graph', 'reserve', 'explore', 'exports'])
    expect(value('catalograph_database_waiting', { pool })).toBe(0);
  expect(value('catalograph_database_connections', { pool: 'graph', state: 'idle' })).toBeGreaterThan(0);
  expect(value('catalograph_plan_cache_lookups_total', { cache: 'query', result: 'hit' })).toBeGreaterThan(0);
  expect(value('catalograph_plan_cache_bytes', { cache: 'query' })).toBeGreaterThan(0);
  expect(value('catalograph_subscriptions_open', {})).toBe(0);
  expect(value('catalograph_exports_running', {})).toBe(0);
  expect(value('nodejs_heap_size_used_bytes', {})).toBeGreaterThan(0);
});

test('the port of metrics answers health checks, and nothing else', async () => {
  const base = String(app.metricsUrl).replace('/metrics', '');
  expect((await fetch(`${base}/livez`)).status).toBe(200);
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok' }]);
  expect((await fetch(`${base}/graphql`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await scrape(app)).value('catalograph_ready', { check: 'database' })).toBe(1);
});

test('the port of the service has no metrics', async () => {
  expect((await admin.request('GET', '/metrics')).status).toBe(404);
  expect((await unauthenticated.request('GET', '/metrics')).status).toBe(404);
});
