import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { expectSlotsReleased } from '#test/support/datasets/export-slots.ts';
import { eventually, runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, TRUST_PROXY: 'true', POOL_TIMEOUT: '2' });
const { admin, services } = app;
// more bytes than the buffers of a connection hold
const lines = Array.from({ length: 1_200 }, () => randomBytes(7_500).toString('base64'));
const long = await published(['text', ...lines].join('\n'));
const short = await published('text\nshort');
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
const open: IncomingMessage[] = [];
afterEach(() => {
  for (const response of open.splice(0)) response.destroy();
});
expectSlotsReleased(services);

async function published(csv: string): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve(`/${csv.length}.csv`, csv));
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}

/** The response to an export for a client at an address, with a key or without. */
async function exported(uid: string, from: string, key?: string): Promise<IncomingMessage> {
  const request = get(`${address}/api/explore/v2.1/catalog/datasets/${uid}/exports/csv`, {
    headers: { 'x-forwarded-for': from, ...(key !== undefined && { authorization: `Apikey ${key}` }) },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  open.push(response);
  return response;
}

/** An export whose client takes its first bytes and no more. */
async function pause(from: string): Promise<void> {
  await once(await exported(long, from), 'readable');
}

const administrator = 'test-administrator-key';

test('one address with slow readers leaves exports to others, and its own next one gets 503', async () => {
  await pause('192.0.2.1');
  await pause('192.0.2.1');
  const refused = await exported(short, '192.0.2.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect(JSON.parse(await text(refused))).toMatchObject({ error_code: expect.any(String) });
  expect(await text(await exported(short, '192.0.2.2'))).toContain('short');
});

test('slow readers without a key leave exports to callers with a key', async () => {
  for (let client = 1; client <= 3; client++) await pause(`192.0.2.${client}`);
  expect((await exported(short, '192.0.2.9')).statusCode).toBe(503);
  expect(await text(await exported(short, '192.0.2.9', administrator))).toContain('short');
});

test('an export that waits begins when another one of its caller ends', async () => {
  await pause('192.0.2.1');
  await pause('192.0.2.1');
  const waiting = exported(short, '192.0.2.1');
  await eventually(
    async () => services.statementGate.waitingCounts().exports,
    (count) => count === 1,
  );
  open[0]?.destroy();
  expect(await text(await waiting)).toContain('short');
});
