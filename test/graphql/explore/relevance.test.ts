import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { wordsOf } from '#engine/odsql/words.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const query = `query ($uid: ID!, $where: String, $orderBy: [RecordOrder!], $first: Int!, $after: String, $offset: Int, $odsql: OdsqlInput!) {
  catalogDataset(by: { uid: $uid }) {
    records(where: $where, orderBy: $orderBy, first: $first, after: $after, offset: $offset) { nodes { values } pageInfo { hasNextPage endCursor } }
    rows(odsql: $odsql) { results }
  }
}`;
interface Page {
  readonly first?: number;
  readonly after?: string | null;
  readonly offset?: number;
  readonly orderBy?: object[];
}
const read = async (uid: string, where: string, { first = 100, ...page }: Page = {}, client: Client = admin) =>
  (
    await client.data(query, {
      ...{ uid, where, first, ...page },
      odsql: { where: [where], limit: Math.min(first, 100), offset: page.offset ?? 0 },
    })
  ).catalogDataset;
const numbersOf = (rows: readonly { n: number }[]) => rows.map(({ n }) => n);
const recordsOf = ({ records }: Awaited<ReturnType<typeof read>>): number[] =>
  numbersOf(records.nodes.map(({ values }: { values: { n: number } }) => values));

/** All records, page by page. */
async function pages(uid: string, where: string, first: number): Promise<number[]> {
  const found: number[] = [];
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof read>> = await read(uid, where, { first, after });
    found.push(...recordsOf(page));
    if (!page.records.pageInfo.hasNextPage) return found;
    after = page.records.pageInfo.endCursor;
  }
}

/** Publishes records with their number. */
async function shown(records: readonly { readonly title: string; readonly body: string }[]): Promise<string> {
  const lines = records.map(({ title, body }, n) => `${n},"${title}","${body}"`);
  const uid = await seedCsvDataset(admin, web.serve(`/${records.length}.csv`, ['n,title,body', ...lines].join('\n')));
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}

test('records with more of the words as they are written come first, then those with fewer other words, ties as published', async () => {
  const uid = await shown([
    { title: 'rivers', body: '' },
    { title: 'river and lake', body: 'with more words' },
    { title: 'river', body: 'lake' },
    { title: 'lake', body: 'RIVER' },
    { title: 'a lake', body: 'a river' },
    { title: 'lake', body: '' },
  ]);
  const found = await read(uid, 'suggest("river")');
  expect(recordsOf(found)).toEqual([2, 3, 4, 1, 0]);
  expect(numbersOf(found.rows.results)).toEqual([2, 3, 4, 1, 0]);
  expect(recordsOf(await read(uid, '"river" or "lake"'))).toEqual([2, 3, 4, 1, 5]);
  // only the searched field counts
  expect(recordsOf(await read(uid, 'search(title, "river")'))).toEqual([2, 1, 0]);
  // neither a comparison nor like ranks
  expect(recordsOf(await read(uid, 'title like "lake"'))).toEqual([1, 3, 4, 5]);
  expect(recordsOf(await read(uid, 'not "rivers"'))).toEqual([1, 2, 3, 4, 5]);
  expect(recordsOf(await read(uid, '"river"', { orderBy: [{ field: 'n', direction: 'DESC' }] }))).toEqual([4, 3, 2, 1]);
});

test('pages by cursors and by offset, and rows, have the order of relevance', async () => {
  const word = fc.constantFrom('river', 'rivers', 'Rivière', 'lake', 'sea', 'bay', 'x');
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join('-'));
  const [records = []] = fc.sample(fc.array(fc.record({ title: text, body: text }), { minLength: 60, maxLength: 60 }), {
    numRuns: 1,
    seed: 7,
  });
  const uid = await shown(records);
  /** The relevance of whole words, in memory. */
  const relevance = (words: readonly string[]) => (n: number) => {
    const own = new Set(wordsOf(`${records[n]?.title ?? ''} ${records[n]?.body ?? ''}`));
    return words.filter((word) => own.has(word)).length + 1 / (2 + own.size);
  };
  for (const words of [['river'], ['lake', 'sea'], ['riviere', 'x']]) {
    const rank = relevance(words);
    const matches = records.keys().filter((n) => rank(n) > words.length);
    const expected = matches.toArray().toSorted((one, other) => rank(other) - rank(one) || one - other);
    const where = `"${words.join(' ')}"`;
    expect(expected.length).toBeGreaterThan(5);
    expect(await pages(uid, where, 4)).toEqual(expected);
    const later = await read(uid, where, { first: 3, offset: 2 });
    expect(recordsOf(later)).toEqual(expected.slice(2, 5));
    expect(numbersOf(later.rows.results)).toEqual(expected.slice(2, 5));
  }
});

test('words of hidden fields neither match nor rank', async () => {
  const uid = await shown([
    { title: 'rivers of the north', body: 'river' },
    { title: 'rivers', body: 'a long text about other things, none of them shown' },
    { title: 'lake', body: 'river' },
    { title: 'river', body: 'many other words are here' },
  ]);
  await app.services.db.rows(sql`update dataset set is_restricted = true where uid = ${uid}`);
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', security: { visibleFields: ['n', 'title'] } });
  const found = await read(uid, 'suggest("river")', {}, reader);
  expect(recordsOf(found)).toEqual([3, 1, 0]);
  expect(numbersOf(found.rows.results)).toEqual([3, 1, 0]);
  expect(recordsOf(await read(uid, 'suggest("river")'))).toEqual([2, 0, 3, 1]);
});

test('of many matches the first 10,000 are ranked, the others follow as published; cursors reach all, once', async () => {
  const count = 10_120;
  const csv = [
    'n,title',
    ...Array.from({ length: count }, (_, n) => `${n},${n % 5_000 === 7 ? 'river' : 'river bank'}`),
  ];
  const uid = await seedCsvDataset(admin, web.serve('/rivers.csv', csv.join('\n')));
  await runAndFinish(admin, 'publishDataset', uid);
  const found = await pages(uid, '"river"', 1_000);
  expect(found.slice(0, 4)).toEqual([7, 5_007, 0, 1]);
  expect(found.slice(9_998)).toEqual(Array.from({ length: count - 9_998 }, (_, index) => 9_998 + index));
  expect(new Set(found).size).toBe(count);
});
