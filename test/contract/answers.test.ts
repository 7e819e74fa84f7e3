import { expect, test } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import { testApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { misshapen, shapeFor } from './bodies.ts';
import { administration } from './operations.ts';
import { fileContent } from './samples.ts';
import { askAll, worldOf } from './world.ts';

const app = await testApp({ WORKER: 'off' });

/** Removes what earlier worlds left. */
async function empty(): Promise<void> {
  await app.services.db.rows(sql`delete from dataset`);
  await app.services.db.rows(sql`delete from connection`);
}

/** An answer without what differs from one dataset to another: uids, times and names. */
const comparable = ({ status, body, headers }: RestAnswer) => ({
  status, etag: headers['etag'], type: headers['content-type'],
  body: JSON.stringify(body).replace(/\b(da|re|pr|sc|ch|at|df|co)_[0-9a-z]{6}\b/g, '$1').replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'then')
    .replace(/\b(set-|user_|group_|other_|others_)\w+/g, '$1').replace(/\b\w+\.csv/g, 'csv').replace(/pushkey=[\w-]+/g, 'pushkey'),
});

test('every operation succeeds with the status of the contract, and answers the same without its trailing slash', async () => {
  const answers = await askAll(app, await worldOf(app, 'a'), () => app.admin);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual([]);
  await empty();
  const without = await askAll(app, await worldOf(app, 'b'), () => app.admin, { withoutSlash: true });
  expect(without.map(([{ name }, answer]) => [name, comparable(answer)])).toEqual(answers.map(([{ name }, answer]) => [name, comparable(answer)]));
});

test('every body consists of what the contract says, in its order', async () => {
  await empty();
  for (const [operation, { body }] of await askAll(app, await worldOf(app, 'c'), () => app.admin)) {
    if (operation.ok === 204) expect([operation.name, body]).toEqual([operation.name, null]);
    else if (operation.name.startsWith('Download ')) expect([operation.name, body]).toEqual([operation.name, fileContent]);
    else {
      const isPage = body.total_count !== undefined;
      if (isPage) expect([operation.name, Object.keys(body)]).toEqual([operation.name, ['total_count', 'next', 'previous', 'results']]);
      const isList = isPage || Array.isArray(body);
      if (isList) expect([operation.name, (body.results ?? body).length > 0]).toEqual([operation.name, true]);
      expect([operation.name, isList]).toEqual([operation.name, /^List (?!all dataset metadata|a template)|^Guess .*extractors$/.test(operation.name)]);
      expect([operation.name, misshapen(isPage ? body.results : body, shapeFor(operation))]).toEqual([operation.name, []]);
    }
  }
});

test('every time is in UTC and whole seconds', async () => {
  await empty();
  const answers = await askAll(app, await worldOf(app, 'd'), () => app.admin);
  const times = answers.flatMap(([{ name }, { body }]) => [...JSON.stringify(body).matchAll(/"(\w+)":"(\d{4}-\d\d-\d\d[^"]*)"/g)].map(([, key, time = '']) => [name, key, time] as const));
  expect(new Set(times.map(([, key]) => key))).toEqual(new Set(['created_at', 'updated_at', 'since', 'value']));
  expect(times.filter(([, , time]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toEqual([]);
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
