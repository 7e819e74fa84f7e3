import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { countLockWaits, untilLockWaits, whileLocked } from '../support/database/table-locks.ts';

// Jobs would wait for the lock as well.
const app = await testApp({ WORKER: 'off' });
const { admin, unauthenticated, services } = app;

const twenty = (field: string) => `{ ${Array.from({ length: 20 }, (_, at) => `f${String(at)}: ${field}`).join(' ')} }`;
const planned = twenty('catalog { totalCount nodes { title } }');
const resolved = twenty('catalog { totalCount nodes { title records(first: 1) { totalCount } } }');

test.each([
  ['by a plan runs one statement at a time', planned, 1],
  ['by resolvers runs four statements at a time', resolved, 4],
])('a request of 20 root fields %s', async (_how, query, connections) => {
  const answer = await whileLocked(app, 'dataset', async () => {
    const running = unauthenticated.graph(query);
    await untilLockWaits(app, connections);
    // a connection more would be used by now
    await services.db.rows(sql`select 1`);
    expect(await countLockWaits(app)).toBe(connections);
    return { running };
  });
  expect((await answer.running).errors).toBeUndefined();
});

test('requests without a key leave connections for callers with a key, health checks and jobs', async () => {
  const { crowd } = await whileLocked(app, 'dataset', async () => {
    const running = Array.from({ length: 20 }, () => unauthenticated.graph(resolved));
    await untilLockWaits(app, 8);
    expect((await admin.data('{ glossaryTerms { totalCount } viewer { username } }')).glossaryTerms.totalCount).toBe(0);
    expect((await app.http.inject('/readyz')).statusCode).toBe(200);
    // what a job does
    expect(await services.db.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    expect(await countLockWaits(app)).toBe(8);
    return { crowd: Promise.all(running) };
  });
  expect((await crowd).map(({ errors }) => errors)).toEqual(Array(20).fill(undefined));
});

test('requests with a key leave connections for jobs', async () => {
  const { crowd } = await whileLocked(app, 'dataset', async () => {
    const running = Array.from({ length: 20 }, () => admin.graph(planned));
    await untilLockWaits(app, 16);
    expect(await services.db.rows(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    return { crowd: Promise.all(running) };
  });
  expect((await crowd).map(({ errors }) => errors)).toEqual(Array(20).fill(undefined));
});

test('the root fields of a query read one snapshot', async () => {
  const { before } = await whileLocked(app, 'dataset', async () => {
    const running = admin.data(
      '{ first: glossaryTerms { totalCount } datasets { nodes { uid } } last: glossaryTerms { totalCount } }',
    );
    await untilLockWaits(app, 1);
    await admin.data(
      'mutation ($input: CreateGlossaryTermInput!) { createGlossaryTerm(input: $input) { glossaryTerm { uid } } }',
      {
        input: { name: 'Snapshot', description: 'What one operation reads.' },
      },
    );
    return { before: running };
  });
  const { first, last } = await before;
  expect([first.totalCount, last.totalCount]).toEqual([0, 0]);
  expect((await admin.data('{ glossaryTerms { totalCount } }')).glossaryTerms.totalCount).toBe(1);
});

test('large results are handed over one in a turn of the event loop', async () => {
  const gate = services.statementGate(false);
  const turns: number[] = [];
  let [turn, isOver] = [0, false];
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const db = gate.db(services.db);
  const read = async () => {
    await db.rows(sql`select * from generate_series(1, 25)`);
    turns.push(turn);
  };
  await Promise.all(Array.from({ length: 8 }, read));
  isOver = true;
  expect(new Set(turns).size).toBe(8);
});
