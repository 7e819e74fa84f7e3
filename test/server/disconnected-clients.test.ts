import { expect, test } from '@jest/globals';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { countLockWaits, untilLockWaits, whileLocked } from '../support/database/table-locks.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const address = await app.http.listen({ host: '127.0.0.1', port: 0 });

/** Clients that send the same request at a time. */
function openClients(count: number, path: string, init: RequestInit = {}): { leave: () => Promise<void> } {
  const leaving = new AbortController();
  const answers = Array.from({ length: count }, () => fetch(`${address}${path}`, { ...init, signal: leaving.signal }));
  const left = Promise.all(answers.map((answer) => expect(answer).rejects.toThrow()));
  return {
    leave: async () => {
      leaving.abort();
      await left;
    },
  };
}

const authorization = 'Apikey test-administrator-key';
const graph = (query: string, headers = {}): [path: string, init: RequestInit] => [
  '/graphql',
  { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ query }) },
];
const lists = (fields: string) => `{ ${['a', 'b', 'c'].map((name) => `${name}: catalog { ${fields} }`).join(' ')} }`;

test.each([
  ['GraphQL by a plan', 1, graph(lists('totalCount nodes { title }'))],
  ['GraphQL by resolvers', 3, graph(lists('nodes { title records(first: 1) { totalCount } }'))],
  ['REST', 1, ['/api/automation/v1.0/datasets/', { headers: { authorization } }] as const],
])('the running statements of a client that leaves %s are cancelled', async (_how, statements, [path, init]) => {
  await whileLocked(app, 'dataset', async () => {
    const client = openClients(1, path, init);
    await untilLockWaits(app, statements);
    await client.leave();
    await untilLockWaits(app, 0);
  });
});

test('the places of clients that leave are free for others, also in the queue', async () => {
  await whileLocked(app, 'dataset', async () => {
    const crowd = openClients(20, ...graph(lists('totalCount nodes { title }')));
    await untilLockWaits(app, 8);
    await crowd.leave();
    await untilLockWaits(app, 0);
    expect((await app.unauthenticated.data('{ forms: viewer { username } }')).forms).toBeNull();
    expect((await admin.data('{ glossaryTerms { totalCount } }')).glossaryTerms.totalCount).toBe(0);
  });
  expect((await app.unauthenticated.data('{ catalog { totalCount } }')).catalog.totalCount).toBe(0);
});

test('a waiting statement of a client that leaves is never started', async () => {
  const leaving = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const first = services.statementGate(true);
  const busy = Array.from({ length: 2 }, () => services.statementGate(true)).flatMap(({ admit }) =>
    Array.from({ length: 4 }, () => admit(() => ended)),
  );
  const second = services.statementGate(true, leaving.signal);
  second.beginOperation('query');
  let isStarted = false;
  const waiting = second.admit(async () => {
    isStarted = true;
  });
  leaving.abort(new CatalogError('CLIENT_DISCONNECTED'));
  await expect(waiting).rejects.toMatchObject({ code: 'CLIENT_DISCONNECTED' });
  end('done');
  await Promise.all(busy);
  await first.admit(async () => undefined);
  expect(isStarted).toBe(false);
});

test('a mutation is carried out although its client leaves', async () => {
  const create =
    'mutation { createGlossaryTerm(input: { name: "Left", description: "Kept." }) { glossaryTerm { uid } } }';
  await whileLocked(app, 'glossary_term', async () => {
    const client = openClients(1, ...graph(create, { authorization }));
    await untilLockWaits(app, 1);
    await client.leave();
  });
  await eventually(
    () => admin.data('{ glossaryTerms { nodes { name } } }'),
    ({ glossaryTerms }) => glossaryTerms.nodes.length === 1,
  );
});

test('a statement that writes is not cancelled in the database', async () => {
  await services.db.rows(sql`create table written (n int)`);
  const leaving = new AbortController();
  const gate = services.statementGate(false, leaving.signal);
  gate.beginOperation('query');
  await whileLocked(app, 'written', async () => {
    const writing = gate.db(services.db).rows(sql`insert into written values (1)`);
    await untilLockWaits(app, 1);
    leaving.abort(new CatalogError('CLIENT_DISCONNECTED'));
    // another read is cancelled by now
    await expect(gate.db(services.db).rows(sql`select 1`)).rejects.toMatchObject({ code: 'CLIENT_DISCONNECTED' });
    expect(await countLockWaits(app)).toBe(1);
    void writing.catch(() => undefined);
  });
  await eventually(
    () => services.db.rows(sql`select * from written`),
    (rows) => rows.length === 1,
  );
});
