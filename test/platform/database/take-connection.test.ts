import { afterAll, expect, test } from '@jest/globals';
import { takeConnection } from '#platform/database/pool-client.ts';
import { testDatabase } from '#test/support/database/database.ts';
import { testPool } from '#test/support/database/pool.ts';

const database = await testDatabase();
const pool = testPool(database.url);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a wait for a connection ends at its deadline or with the signal, and the connection goes to the next', async () => {
  const leaving = new AbortController();
  const taken = await takeConnection(pool, {});
  await expect(takeConnection(pool, { deadline: performance.now() })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const left = takeConnection(pool, { signal: leaving.signal });
  const next = takeConnection(pool, { deadline: performance.now() + 60_000 });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  taken.release();
  const connection = await next;
  expect((await connection.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  connection.release();
  // a free connection is no wait
  (await takeConnection(pool, { deadline: performance.now() - 1 })).release();
});
