import { expect, test } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { testApp } from '../support/app.ts';
import { decline } from '../../src/api/planning/declined.ts';
import type { RestAnswer } from '../support/client.ts';
import { administration } from './operations.ts';
import { askAll, worldOf } from './world.ts';

const app = await testApp({ WORKER: 'off' });

/** An answer without what differs from one dataset to another: uids, times and names. */
const comparable = ({ status, body, headers }: RestAnswer) => ({
  status, etag: headers['etag'], type: headers['content-type'],
  body: JSON.stringify(body).replace(/\b(da|re|pr|sc|ch|at|df)_[0-9a-z]{6}\b/g, '$1').replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'then')
    .replace(/\b(set-|user_|group_|other_|others_)\w+/g, '$1').replace(/\b\w+\.csv/g, 'csv').replace(/pushkey=[\w-]+/g, 'pushkey'),
});

test('every operation succeeds with the status of the contract, and answers the same without its trailing slash', async () => {
  const answers = await askAll(app, await worldOf(app, 'a'), () => app.admin);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual([]);
  await app.services.db.rows(sql`delete from dataset`);
  const without = await askAll(app, await worldOf(app, 'b'), () => app.admin, { withoutSlash: true });
  expect(without.map(([{ name }, answer]) => [name, comparable(answer)])).toEqual(answers.map(([{ name }, answer]) => [name, comparable(answer)]));
});

test('every operation answers by resolvers what it answers by plans', async () => {
  const { services } = app;
  await services.db.rows(sql`delete from dataset`);
  const byPlans = await askAll(app, await worldOf(app, 'c'), () => app.admin);
  await services.db.rows(sql`delete from dataset`);
  let declined = 0;
  const { db } = services;
  Object.assign(services, { db: { ...db, text: () => { declined += 1; return decline('everything'); } } satisfies Database });
  const byResolvers = await askAll(app, await worldOf(app, 'd'), () => app.admin);
  Object.assign(services, { db });
  expect(byResolvers.map(([{ name }, answer]) => [name, comparable(answer)])).toEqual(byPlans.map(([{ name }, answer]) => [name, comparable(answer)]));
  expect(declined).toBeGreaterThan(byResolvers.length);
});

test('a method that no operation has is 405 with those that there are, also without the slash', async () => {
  for (const path of new Set(administration.map((operation) => operation.path))) {
    const allowed = administration.filter((operation) => operation.path === path).map(({ method }) => method);
    const [other] = (['DELETE', 'PUT', 'POST'] as const).filter((method) => !allowed.includes(method));
    if (!other) continue;
    for (const address of [path, path.slice(0, -1)].map((each) => each.replace(/\{\w+\}/g, 'x'))) {
      const { status, headers } = await app.admin.rest(other, address);
      if (status !== 404) expect([path, status, String(headers['allow']).split(', ').toSorted()]).toEqual([path, 405, allowed.toSorted()]);
    }
  }
});
