import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;
const count = 100;
const rows = Array.from({ length: count }, (_none, index) => `${index},${'x'.repeat(16_000)}`);
const uid = await seedCsvDataset(admin, web.serve('/long.csv', ['number,text', ...rows].join('\n')));
const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
if (status !== 'idle') throw new Error(message);

/** Records of 1.6 MB under each of the aliases. */
const repeated = (aliases: number, page: (alias: number) => string) => `{ catalogDataset(by: { uid: "${uid}" }) {
  ${Array.from({ length: aliases }, (_none, alias) => `a${alias}: records(${page(alias)}) { nodes { values } }`).join('\n')} } }`;

test.each<[what: string, page: (alias: number) => string, clients: readonly Client[]]>([
  ['the same records', () => `first: ${count}`, [unauthenticated, admin]],
  ['other records', (alias) => `first: ${count}, offset: ${alias % 5}`, [admin, unauthenticated]],
])('a short query that repeats %s often is refused, with a key and without', async (_what, page, clients) => {
  // the document is known when the second client sends it
  for (const client of clients) {
    const answer = await client.graph(repeated(25, page));
    // records that fit are answered, and each field beyond them fails alone
    expect(answer.errors?.[0]?.extensions).toEqual({ code: 'ANSWER_TOO_LARGE', limit: 32 });
    expect(JSON.stringify(answer.data ?? null).length).toBeLessThan(2 ** 25);
  }
  const { data } = await unauthenticated.graph(repeated(2, page));
  expect(data.catalogDataset.a1.nodes.length).toBeGreaterThan(count - 6);
});

test('a page of the Explore API that repeats a field is refused', async () => {
  const select = Array.from({ length: 25 }, (_none, index) => `text as t${index}`).join();
  const { body } = await unauthenticated.restAt('/api/explore/v2.1')(
    'GET',
    `/catalog/datasets/${uid}/records?limit=100&select=${encodeURIComponent(select)}`,
  );
  expect(body).toMatchObject({ message: expect.stringContaining('The answer exceeds 32 MiB.') });
});
