import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createFindSessionState, dropLostConnections } from '#platform/database/lost-connections.ts';
import { faultProxy } from '#test/support/database/fault-proxy.ts';
import { testDatabase } from '#test/support/database/database.ts';

const database = await testDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
// it also closes connections that no one uses
pool.on('error', () => undefined);
dropLostConnections(pool, { timeoutMs: 300 });
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

test('a connection that the network forgot is closed long before the timeout, and a slow statement goes on', async () => {
  const proxy = await faultProxy(database.url);
  const watched = new pg.Pool({ connectionString: proxy.url, max: 1 });
  watched.on('error', () => undefined);
  const find = createFindSessionState(database.url, false);
  dropLostConnections(watched, { timeoutMs: 600_000, probe: { everyMs: 100, find } });
  expect((await watched.query<{ n: number }>('select 1 as n, pg_sleep(2)')).rows[0]?.n).toBe(1);
  proxy.silence();
  await expect(watched.query('select 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await watched.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await watched.end();
  await proxy.close();
});

test.each<[what: string, throughPooler: boolean]>([
  ['the server itself', false],
  ['a pooler, which hides the sessions', true],
])(
  'a connection to a server that is out of reach is closed long before the timeout, through %s',
  async (_what, throughPooler) => {
    const proxy = await faultProxy(database.url);
    const watched = new pg.Pool({ connectionString: proxy.url, max: 1 });
    watched.on('error', () => undefined);
    const find = createFindSessionState('postgresql:///none?host=/nonexistent', throughPooler);
    dropLostConnections(watched, { timeoutMs: 600_000, probe: { everyMs: 100, find } });
    await watched.query('select 1');
    proxy.silence();
    await expect(watched.query('select 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await watched.end();
    await proxy.close();
  },
);

test('a server that refuses further connections is not out of reach', async () => {
  const find = createFindSessionState(database.url.replace(/\/[^/?]*(?=\?|$)/, '/no_such_database'), false);
  expect(await find(1)).toBe('unknown');
});
