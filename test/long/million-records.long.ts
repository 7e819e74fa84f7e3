import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { requestRun, statusOf } from '../support/datasets/publishing.ts';
import { seedDataset } from '../support/seed.ts';
import { startBuiltWorker } from './built-process.ts';
import { generatedContent } from './generated-content.ts';

const web = await generatedContent();
const app = await testApp({ FETCH_ALLOW: web.host, WORKER: 'off', EXPLORE_TIMEOUT: '120' });
await startBuiltWorker(app);
const { admin } = app;
const rows = 1_000_000;
const hour = 3_600_000;

/** Does a step and prints how long it took. */
async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await work();
  process.stdout.write(`${step}: ${((performance.now() - begin) / 1_000).toFixed(2)} s\n`);
  return result;
}

const uid = await seedDataset(admin, {
  metadata: { asset_content_configuration: { facets: { value: [{ field_name: 'region' }, { field_name: 'kind' }] } } },
});

async function publish(): Promise<void> {
  await admin.rest('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 'data',
    datasource: { type: 'http', connection: { url: `${web.origin}/wide?rows=${rows}` } },
  });
  await requestRun(admin, 'publishDataset', uid);
  for (;;) {
    await pause(500);
    const { status, message } = await statusOf(admin, uid);
    if (status === 'idle') return;
    if (status === 'error' || status === 'limit_reached') throw new Error(message);
  }
}

const ask = async (selection: string) =>
  (await admin.data(`query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { ${selection} } }`, { uid }))
    .catalogDataset;
const countOf = async (where: string): Promise<number> =>
  (await ask(`records(where: ${JSON.stringify(where)}, first: 0) { totalCount }`)).records.totalCount;
const firstOf = async (where: string): Promise<number[]> =>
  (await ask(`records(where: ${JSON.stringify(where)}, first: 3) { nodes { values } }`)).records.nodes.map(
    ({ values }: { values: { n: number } }) => values.n,
  );

/** The number of records that pages have, one after the other, and of different ones among them. */
async function readAll(args: string): Promise<{ records: number; different: number }> {
  const seen = new Uint8Array(rows);
  let records = 0;
  for (let after = ''; ;) {
    const { nodes, pageInfo } = (
      await ask(
        `records(${args} select: ["n"], first: 1000${after}) { nodes { values } pageInfo { hasNextPage endCursor } }`,
      )
    ).records;
    for (const { values } of nodes) seen[values.n] = 1;
    records += Number(nodes.length);
    if (!pageInfo.hasNextPage) return { records, different: seen.reduce((sum, value) => sum + value, 0) };
    after = `, after: "${String(pageInfo.endCursor)}"`;
  }
}

test(
  'a million records of twenty fields are published, searched, aggregated and read to their end, with equal counts',
  async () => {
    await timed('published', publish);
    expect((await ask('recordCount schema { name }')).recordCount).toBe(rows);

    expect(await timed('a word of all records', () => firstOf('"zurich"'))).toHaveLength(3);
    expect(await timed('a word of one record', () => firstOf('"000777777"'))).toEqual([777_777]);
    expect(await timed('a prefix', () => firstOf('suggest("00077777")'))).toHaveLength(3);
    expect(await timed('two frequent words that are never together', () => firstOf('"even odd"'))).toEqual([]);
    const together = await timed('two frequent words that are often together', () => firstOf('"even north"'));
    expect(together.map((n) => n % 4)).toEqual([0, 0, 0]);
    expect(await timed('the count of a frequent word', () => countOf('"even"'))).toBe(rows / 2);
    expect(await timed('the count of all', () => countOf('"zurich"'))).toBe(rows);

    const byRegion = 'aggregate(by: [{ field: "region" }], measures: [{ function: count, as: "records" }]) { groups }';
    const { groups } = (await timed('an aggregate by a facet', () => ask(byRegion))).aggregate;
    expect(groups).toEqual(['east', 'north', 'south', 'west'].map((region) => ({ region, records: rows / 4 })));
    await timed('the same aggregate again', () => ask(byRegion));
    const facets = await timed('two facets', () => ask('recordFacets { name values { count } }'));
    for (const { values } of facets.recordFacets)
      expect(values.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(rows);

    expect(await timed('all pages as published', () => readAll(''))).toEqual({ records: rows, different: rows });
    expect(await timed('all pages of a word, by relevance', () => readAll('where: "\\"north\\""'))).toEqual({
      records: rows / 4,
      different: rows / 4,
    });
  },
  hour,
);
