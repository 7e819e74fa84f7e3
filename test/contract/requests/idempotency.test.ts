import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { createFixture, settings } from '../fixture/fixture.ts';
import { routedOperations, type Operation } from './operations.ts';
import { request } from './request.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');

/** The order of an operation: deletions come last, those of parts before that of what has the parts. */
const rank = ({ method, path }: Operation): number => (method === 'DELETE' ? 1_000 - path.length : 0);

/** The writing operations. */
const writing = routedOperations
  .filter(({ method }) => method !== 'GET')
  .toSorted((one, other) => rank(one) - rank(other));
/** The operations that change something, by method and path. */
const mutations = new Set(
  routedOperations.flatMap(({ api }) =>
    api.routes.filter(({ isMutation }) => isMutation).map(({ method, path }) => `${method} ${path}`),
  ),
);

test('every operation that changes something records the change under its key, and is repeated with the same answer', async () => {
  const succeeded: string[] = [];
  for (const operation of writing) {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await request(app.admin, operation, fixture, { headers });
    if (first.status >= 400 || !mutations.has(`${operation.method} ${operation.path}`)) continue;
    succeeded.push(operation.name);
    const repeated = await request(app.admin, operation, fixture, { headers });
    expect([operation.name, repeated.status, repeated.body, repeated.headers['idempotency-replayed']]).toEqual([
      operation.name,
      first.status,
      first.body,
      'true',
    ]);
    const unrecorded = await app.services.db.rows(
      sql`delete from idempotency_key returning has_changed as "hasChanged"`,
    );
    expect([operation.name, unrecorded]).toEqual([operation.name, [{ hasChanged: true }]]);
  }
  expect(succeeded.length).toBeGreaterThan(30);
});
