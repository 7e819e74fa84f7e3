import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { whileQueriesAreHeld } from '../support/datasets/held-queries.ts';
import { runAndFinish, seedCsvDataset } from '../support/datasets/publishing.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, TRUST_PROXY: 'true' });
const { admin } = app;
const slow = await published('n\n1');
const quick = await published('n\n1\n2');
const [slowGeneration] = await app.services.db.rows<{ id: string }>(
  sql`select generation::text as id from dataset where uid = ${slow}`,
);
const isSlow = (table: string) => table.startsWith(`g${slowGeneration?.id ?? ''}_`);

async function published(csv: string): Promise<string> {
  const uid = await seedCsvDataset(admin, web.serve(`/${csv.length}.csv`, csv));
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

/** The status of a query over records. Each limit is another query, because equal ones share a result. */
const query = async (uid: string, address: string, limit: number, key?: string) => {
  const { statusCode } = await app.http.inject({
    url: `/api/explore/v2.1/catalog/datasets/${uid}/records?limit=${limit}`,
    headers: { 'x-forwarded-for': address, ...(key !== undefined && { authorization: `Apikey ${key}` }) },
  });
  return statusCode;
};

test.each([
  ['an address without a key', undefined, 3, 10],
  ['a user', 'test-administrator-key', 4, 20],
])(
  'slow queries over records of %s leave connections to others, and one to its own queries',
  async (_who, key, count, limit) => {
    const crowd = await whileQueriesAreHeld(app, isSlow, async ({ untilWaiting }) => {
      // each that waits beyond those may use the connection of the caller's own short queries for some seconds
      const running = Array.from({ length: count + 2 }, (_, at) => query(slow, '192.0.2.1', limit + at, key));
      await untilWaiting(count);
      expect(await query(quick, '192.0.2.2', limit)).toBe(200);
      expect(await query(quick, '192.0.2.1', limit + 1, key)).toBe(200);
      return { answers: Promise.all(running) };
    });
    expect(await crowd.answers).toEqual(Array(count + 2).fill(200));
  },
);
