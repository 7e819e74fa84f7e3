import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { runAndFinish, seedCsvDataset } from '../support/datasets/publishing.ts';
import { connectMcp, listen, postMcp } from '../support/http/mcp.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const texts = Array.from({ length: 40 }, (_none, index) => `${index} ${'Größe \\'.repeat(200)}`);
const long = `40 ${'Größe \\'.repeat(8_000)}`;
const fields = Array.from({ length: 300 }, (_none, index) => `field_number_${index}`);
const datasetId = await published(['text', ...texts, long].join('\n'));
const wide = await published(`${fields.join(',')}\n${fields.map(() => '1').join(',')}\n`);
const address = await listen(app);
const agent = await connectMcp(address);

/** Publishes a CSV; returns the uid of the dataset. */
async function published(csv: string): Promise<string> {
  const uid = await seedCsvDataset(app.admin, web.serve(`/${csv.length}.csv`, csv));
  const { status, message } = await runAndFinish(app.admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

test('an answer has at most 25,000 bytes, and its cursor leads to the other records', async () => {
  const pages = await agent.callAll('read_records', { datasetId, limit: 100 });
  const whole = pages.flatMap(({ records = [] }) => records.map(({ text }: { text: string }) => text));
  expect(whole).toEqual(texts);
  const parts = pages.flatMap(({ part = [] }) => part);
  expect(parts.length).toBeGreaterThan(1);
  expect(JSON.parse(parts.join(''))).toEqual({ text: long });
  expect(pages[0].page).toMatchObject({ shown: expect.stringMatching(/^1–\d+ of 41$/), note: expect.any(String) });
});

test('the answer has at most 25,000 bytes, once as text and once as structured content', async () => {
  const params = { name: 'read_records', arguments: { datasetId, limit: 100 } };
  const { body } = await postMcp(app, { method: 'tools/call', params });
  for (const answer of [body.result.content, body.result.structuredContent])
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(25_000);
});

test('the fields of a wide dataset follow over several answers', async () => {
  const pages = await agent.callAll('describe_dataset', { datasetId: wide });
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap((page) => page.fields.map(({ name }: { name: string }) => name))).toEqual(fields);
  expect(pages.map(({ uid }) => uid)).toEqual([wide, ...pages.slice(1).map(() => undefined)]);
});

test('a cursor of another call is refused', async () => {
  const { body } = await agent.call('read_records', { datasetId, limit: 1 });
  const cursor = body.page.nextCursor;
  expect((await agent.call('read_records', { datasetId, limit: 2, cursor })).body.records).toHaveLength(2);
  for (const given of [{ datasetId: wide }, { datasetId, where: 'text is not null' }])
    expect(await agent.call('read_records', { ...given, cursor })).toMatchObject({
      isError: true,
      body: { code: 'INVALID_INPUT', arguments: { cursor: [expect.any(String)] } },
    });
});

test('an error has at most 25,000 bytes, and says what it leaves out', async () => {
  const given = Object.fromEntries(
    Array.from({ length: 2_000 }, (_none, index) => [`"${index}" ${'x'.repeat(300)}`, 1]),
  );
  const { isError, bytes, body } = await agent.call('search_catalog', given);
  expect([isError, bytes <= 25_000, body.code]).toEqual([true, true, 'INVALID_INPUT']);
  expect([body.message.slice(0, 27), body.more]).toEqual(['2000 arguments are invalid:', expect.any(String)]);
});
