import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { dropLostConnections } from '../../../src/platform/database/pool/drop-lost-connections.ts';
import { testDatabase } from '../../support/database/database.ts';

const database = await testDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
// it also closes connections that no one uses
pool.on('error', () => undefined);
dropLostConnections(pool, 300);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a result that arrives while the process is busy for longer than the timeout is read', async () => {
  const client = await pool.connect();
  const result = client.query<{ n: number }>('select 1 as n');
  await nextTurn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  expect((await result).rows).toEqual([{ n: 1 }]);
  client.release();
});

test('a connection without traffic for the timeout is closed, and its statement is UNAVAILABLE', async () => {
  await expect(pool.query('select pg_sleep(600)')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
