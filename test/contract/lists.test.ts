import { expect, test } from '@jest/globals';
import type { DatabaseClient } from '../../src/platform/database/database-client.ts';
import { testApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { submit } from '../support/feedback.ts';
import { ask } from './ask.ts';
import { rootFieldsOf } from './input-types.ts';
import { answered, readerOf, type Operation } from './operations.ts';
import { addToPortal } from './portal-world.ts';
import { bringTo, settings, unused, worldOf } from './world.ts';

let statements = 0;
const app = await testApp(settings);
const { db, reserve } = app.services;
const counting = (database: DatabaseClient): DatabaseClient => ({
  rows: (statement, run) => {
    statements += 1;
    return database.rows(statement, run);
  },
  text: (statement, run) => {
    statements += 1;
    return database.text(statement, run);
  },
});
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';

/** Twenty-one of everything that there is a list of. */
for (const operation of answered.filter((each) => readerOf(each))) {
  for (let more = 0; more < 20; more += 1) {
    const names = await unused(app, world.names, operation);
    await ask(app.admin, operation, {
      ...world,
      names: { ...names, file: operation.path.endsWith('/files/') ? `${more}.csv` : names.file },
    });
  }
}
for (let more = 0; more < 20; more += 1) await addToPortal(app, world.values, `Company ${more}`);
await bringTo(app, uid, 'idle', true);
for (let more = 0; more < 20; more += 1) await submit(app.admin, uid, { comment: 'Too high' });
Object.assign(app.services, { db: counting(db), reserve: counting(reserve) });

/** How many statements a list takes, the lookup of the caller included. */
async function statementsOf(operation: Operation, query: string): Promise<{ statements: number; results: number }> {
  statements = 0;
  const { body } = await ask(app.admin, operation, world, { query });
  return { statements, results: (body.results ?? body).length };
}

const lists = answered.filter(
  ({ method, name }) => method === 'GET' && name.startsWith('List ') && !name.endsWith('dataset metadata'),
);

test.each(lists)('$name takes the same statements for one, five and twenty', async (operation) => {
  const found = [];
  for (const limit of [1, 5, 20]) found.push(await statementsOf(operation, `?limit=${limit}`));
  // what the program itself offers is in no table; what the graph is asked for, in one statement for each field
  const isStored = operation.path.startsWith('/data') || !operation.api.needsKey;
  const expected = isStored ? 1 + rootFieldsOf(operation) : 1;
  expect(found.map((each) => each.statements)).toEqual([expected, expected, expected]);
  if (isStored)
    expect(found.map((each) => each.results)).toEqual(operation.family === 'glossary' ? [21, 21, 21] : [1, 5, 20]);
});

/** All pages of a list, from its first of five, as each names the next. */
async function pagesOf(operation: Operation): Promise<readonly RestAnswer['body'][]> {
  const pages = [
    (await ask(app.admin, operation, world, { query: '?limit=5&unknown=a%20b&apikey=test-administrator-key' })).body,
  ];
  for (let next = pages[0].next as unknown; typeof next === 'string'; next = pages.at(-1).next) {
    const { pathname, search } = new URL(next);
    pages.push((await app.admin.bare('GET', `${pathname}${search}`)).body);
  }
  return pages;
}

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test.each(lists)('$name leads from page to page, through everything once', async (operation) => {
  const pages = await pagesOf(operation);
  // a list that is told as a whole
  if (Array.isArray(pages[0])) return;
  const results = pages.flatMap((page) => page.results.map((each: unknown) => JSON.stringify(each)));
  expect([results.length, new Set(results).size]).toEqual([pages[0].total_count, pages[0].total_count]);
  expect([pages[0].previous, pages.at(-1).next]).toEqual([null, null]);
  const expected = (offset: number) => ({ unknown: 'a b', limit: '5', offset: String(offset) });
  for (const [at, { next, previous }] of pages.entries()) {
    if (next !== null) expect(queryOf(next)).toEqual(expected(5 * (at + 1)));
    if (previous !== null) expect(queryOf(previous)).toEqual(expected(5 * (at - 1)));
  }
});
