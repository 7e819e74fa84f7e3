import { expect, test } from '@jest/globals';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated, services } = app;
/** An application of its own: queries of the other tests may exceed this limit on a busy machine. */
const hasty = await testApp({ EXPLORE_TIMEOUT: '1', WORKER: 'off' });
const uid = await publishedTowns(app, web);

test('a query that exceeds EXPLORE_TIMEOUT is stopped, others are not', async () => {
  const failure = await hasty.services.exploreDb.rows(sql`select pg_sleep(600)`).catch((error: unknown) => error);
  expect(toCatalogError(failure)?.code).toBe('TIMED_OUT');
  await hasty.services.db.rows(sql`select pg_sleep(1.2)`);
});

test('queries over records cannot write', async () => {
  await expect(services.exploreDb.rows(sql`delete from call_count`)).rejects.toThrow(/read-only/);
});

test('a request reads records at most 200 times', async () => {
  const reads = (count: number, salt: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `r${String(index)}: records(first: 1, where: "area > ${String(salt + index)}") { nodes { recordId } }`,
    ).join(' ');
  const sets = (count: number) =>
    Array.from(
      { length: 8 },
      (_, index) => `c${String(index)}: catalogDataset(by: { uid: $uid }) { ${reads(count, index * 100)} }`,
    );
  const query = (count: number) => `query ($uid: ID!) { ${sets(count).join(' ')} }`;
  expect((await unauthenticated.graph(query(24), { uid })).errors).toBeUndefined();
  // the number of records is metadata, counted apart
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, uid, { user: 'reader', security: { filterQuery: 'country = "CH"' } });
  const { data } = await reader.graph(query(25).replace('{ r0:', '{ recordCount r0:'), { uid });
  expect(data.c0.recordCount).toBe(2);
  const { errors } = await unauthenticated.graph(query(28), { uid });
  expect(errors?.[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX' } });
  expect(errors?.[0]?.message).toMatch(/201 reads of records, more than the 200 allowed/);
});

test.each([
  ['select', '{ select: "name," }', 'ODSQL_SYNTAX_ERROR'],
  ['levels', `{ where: ["${'('.repeat(21)}name is null${')'.repeat(21)}"] }`, 'ODSQL_'],
  ['length', `{ where: ["name = '${'a'.repeat(10_000)}'"] }`, 'ODSQL_'],
  [
    'literals',
    `{ where: ["population in (${Array.from({ length: 1_001 }, (_, index) => index).join(',')})"] }`,
    'ODSQL_',
  ],
])('a query as text has a limit of %s', async (_what, odsql, code) => {
  const { errors } = await unauthenticated.graph(
    `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { rows(odsql: ${odsql}) { results } } }`,
    { uid },
  );
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual([expect.stringContaining(code)]);
});
