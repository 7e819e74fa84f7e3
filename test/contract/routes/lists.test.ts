import { expect, test } from '@jest/globals';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { testApp } from '#test/support/app.ts';
import { countingClient } from '#test/support/database/watch-statements.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { seedUser } from '#test/support/seed.ts';
import { submitFeedback } from '#test/support/portal/feedback.ts';
import { request } from '../requests/request.ts';
import { rootFieldsOf } from '../requests/input-types.ts';
import { routedOperations, readerOf, type Operation } from '../requests/operations.ts';
import { addToPortal } from '../fixture/portal-fixture.ts';
import { setPublicationStatus, settings, unusedNames, createFixture } from '../fixture/fixture.ts';

let statements = 0;
const app = await testApp(settings);
const { db, reserveDb } = app.services;
const counting = (database: DatabaseClient): DatabaseClient =>
  countingClient(database, () => {
    statements += 1;
  });
const fixture = await createFixture(app, 'a');
const uid = fixture.values['dataset_uid'] ?? '';

/** Creates twenty-one items for every list. */
for (const operation of routedOperations.filter((routedOperation) => readerOf(routedOperation))) {
  for (let more = 0; more < 20; more += 1) {
    const names = await unusedNames(app, fixture.names, operation);
    await request(app.admin, operation, {
      ...fixture,
      names: { ...names, file: operation.path.endsWith('/files/') ? `${more}.csv` : names.file },
    });
  }
}
for (let more = 0; more < 20; more += 1) await addToPortal(app, fixture.values, `Company ${more}`);
for (let more = 0; more < 20; more += 1) await seedUser(app, `member_${more}`, { groups: [fixture.names.group] });
await setPublicationStatus(app, uid, 'idle', true);
for (let more = 0; more < 20; more += 1) await submitFeedback(app.admin, uid, { comment: 'Too high' });
Object.assign(app.services, { db: counting(db), reserveDb: counting(reserveDb) });

/** The number of statements of a list, including the lookup of the caller. */
async function statementsOf(operation: Operation, query: string): Promise<{ statements: number; results: number }> {
  statements = 0;
  const { body } = await request(app.admin, operation, fixture, { query });
  return { statements, results: (body.results ?? body).length };
}

const lists = routedOperations.filter(
  ({ method, name }) => method === 'GET' && name.startsWith('List ') && !name.endsWith('dataset metadata'),
);

/** The lengths of lists that have no pages, or one item. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  'List glossary terms': [21, 21, 21],
  'List harvester schedules': [1, 1, 1],
};

test.each(lists)('$name takes the same number of statements for one, five and twenty items', async (operation) => {
  const found = [];
  for (const limit of [1, 5, 20]) found.push(await statementsOf(operation, `?limit=${limit}`));
  // lists of the program itself read no table; others take one statement for each root field, as that of the templates, whose custom ones are rows
  const isStored =
    /^\/(data|medias|code_|studio_|users|groups|apikeys|harvesters)/.test(operation.path) || !operation.api.needsKey;
  const expected = isStored || operation.family === 'templates' ? 1 + rootFieldsOf(operation) : 1;
  expect(found.map((read) => read.statements)).toEqual([expected, expected, expected]);
  if (isStored) expect(found.map((read) => read.results)).toEqual(lengths[operation.name] ?? [1, 5, 20]);
});

/** All pages of a list with five items each, following `next`. */
async function pagesOf(operation: Operation): Promise<readonly RestAnswer['body'][]> {
  const pages = [
    (await request(app.admin, operation, fixture, { query: '?limit=5&unknown=a%20b&apikey=test-administrator-key' }))
      .body,
  ];
  for (let next = pages[0].next as unknown; typeof next === 'string'; next = pages.at(-1).next) {
    const { pathname, search } = new URL(next);
    pages.push((await app.admin.request('GET', `${pathname}${search}`)).body);
  }
  return pages;
}

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test.each(lists)('the pages of $name contain every item once', async (operation) => {
  const pages = await pagesOf(operation);
  // not paginated
  if (Array.isArray(pages[0])) return;
  const results = pages.flatMap((page) => page.results.map((result: unknown) => JSON.stringify(result)));
  expect([results.length, new Set(results).size]).toEqual([pages[0].total_count, pages[0].total_count]);
  expect([pages[0].previous, pages.at(-1).next]).toEqual([null, null]);
  const expected = (offset: number) => ({ unknown: 'a b', limit: '5', offset: String(offset) });
  for (const [index, { next, previous }] of pages.entries()) {
    if (next !== null) expect(queryOf(next)).toEqual(expected(5 * (index + 1)));
    if (previous !== null) expect(queryOf(previous)).toEqual(expected(5 * (index - 1)));
  }
});
