import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { expectSlotsReleased } from '#test/support/datasets/export-slots.ts';
import { eventually, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { watchStreams } from '#test/support/datasets/watch-streams.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, services } = app;
const maxExports = 100;

const streams = watchStreams(services);
const runningExports = () => Promise.resolve(streams.runningCount());

expectSlotsReleased(services);

/** The number of exports that may be opened from this address beside those that are open. */
function countFreeSlots(): number {
  const open = Array.from({ length: maxExports }, () => services.exportSlots(JSON.stringify(['address', '127.0.0.1'])));
  for (const close of open) close?.();
  return open.filter((close) => close !== undefined).length;
}

/** An export whose client has taken its first bytes and no more. */
async function pausedExport(format: string, encoding = 'identity'): Promise<IncomingMessage> {
  const request = get(`${address}/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`, {
    headers: { 'accept-encoding': encoding },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  expect(response.statusCode).toBe(200);
  await eventually(runningExports, (count) => count === 1);
  return response;
}

const ended = () => eventually(runningExports, (count) => count === 0);

// more bytes than the buffers of a connection hold, also compressed, so that the export waits for its client
const lines = Array.from({ length: 1_200 }, () => randomBytes(7_500).toString('base64'));
const uid = await seedCsvDataset(admin, web.serve('/long.csv', ['text', ...lines].join('\n')));
await runAndFinish(admin, 'publishDataset', uid);
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });

test.each([
  ['csv', 'identity'],
  ['csv', 'gzip'],
  ['csv', 'br'],
  ['jsonl', 'identity'],
  ['xlsx', 'identity'],
])('a client that leaves an export as %s (%s) ends its query and frees its place', async (format, encoding) => {
  const response = await pausedExport(format, encoding);
  expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
  expect(countFreeSlots()).toBe(maxExports - 1);
  response.destroy();
  await ended();
});

test('where the column engine ends during an export, the export breaks off, and the service goes on', async () => {
  const response = await pausedExport('csv');
  const broken = once(response, 'error');
  streams.break();
  response.resume();
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  await ended();
  expect((await app.unauthenticated.rest('GET', '/datasets/')).status).toBe(401);
});
