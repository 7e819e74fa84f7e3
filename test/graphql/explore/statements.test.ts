import { expect, test } from '@jest/globals';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { watchStatements } from '#test/support/database/watch-statements.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { eventually, runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
// the column engine answers, whose statements are counted
const app = await testApp({ FETCH_ALLOW: web.host, RECORDS_IN_MEMORY_MB: '0' }, wholeSchema);
const { admin, unauthenticated, services } = app;
let [statements, reads] = [0, 0];
let texts: string[] = [];
/** The statements that read a dataset; what else is read depends on what is ready. */
const sent = new Set<object>();
const counting = (database: DatabaseClient): DatabaseClient =>
  watchStatements(database, {
    rows: (statement) => {
      statements += 1;
      const { text } = statement.render();
      if (text.includes('as "datasetId"')) sent.add(statement);
      texts.push(text);
    },
    texts: ({ text }) => {
      statements += 1;
      texts.push(text);
    },
  });
const { db, reserveDb, exploreDb, columnEngine } = services;
Object.assign(services, {
  db: counting(db),
  reserveDb: counting(reserveDb),
  exploreDb: counting(exploreDb),
  columnEngine: {
    ...columnEngine,
    rows: (...call: Parameters<typeof columnEngine.rows>) => {
      reads += 1;
      return columnEngine.rows(...call);
    },
  },
});

/** How many statements an operation takes in the database, and how many in the column engine. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ statements: number; reads: number }> {
  [statements, reads] = [0, 0];
  await work();
  return { statements, reads };
}

/** The same of the run with the fewest, since jobs of a publication may run meanwhile, and the first run may read the records into memory; each run asks something new. */
async function fewestOf(work: (run: number) => Promise<unknown>) {
  const runs = [];
  for (let run = 0; run < 4; run += 1) runs.push(await statementsOf(() => work(asked++)));
  return runs.toSorted((one, other) => one.statements - other.statements || one.reads - other.reads)[0];
}
let asked = 0;

const datasetPage = (first: number, salt: number) => `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) {
  datasetId metadata schema { name label type unit isFacet } recordCount quotaUsage { remaining }
  records(first: ${String(first)}, where: "area > ${String(salt)} or area is null", orderBy: [{ field: "name" }]) { totalCount nodes { recordId values } pageInfo { endCursor } }
  recordFacets(facets: [{ field: "country" }, { field: "tags" }, { field: "path" }], where: "area > ${String(salt)}") { name values { value count } }
  aggregate(by: [{ field: "country" }], measures: [{ function: count }], where: "area > ${String(salt)}") { groups }
  attachments { nodes { filename } }
  sources { nodes { relationType } } uses { nodes { relationType } }
} }`;

test('a dataset page takes a constant number of statements, and one read of records for each part', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { apiCallsQuota: { unit: 'day', limit: 1_000 } } });
  const visitor = await seedUser(app, 'visitor');
  const small = await fewestOf((run) => visitor.data(datasetPage(1, run), { uid }));
  const large = await fewestOf((run) => visitor.data(datasetPage(20, run), { uid }));
  expect(large).toEqual(small);
  expect(large).toEqual({ statements: 6, reads: 4 });
});

test('a page of records takes one statement, and no more by REST than in the graph', async () => {
  const uid = await publishedTowns(app, web);
  const query = `query ($uid: ID!, $where: String!) { catalogDataset(by: { uid: $uid }) {
    records(first: 2, where: $where, orderBy: [{ field: "name" }]) { totalCount nodes { values } } } }`;
  const inGraph = await fewestOf((run) => unauthenticated.data(query, { uid, where: `area > ${String(run)}` }));
  texts = [];
  const byRest = await fewestOf((run) =>
    unauthenticated.restAt('/api/explore/v2.1')(
      'GET',
      `/catalog/datasets/${uid}/records?limit=2&order_by=name&where=area%3E${String(run)}`,
    ),
  );
  expect([inGraph, byRest]).toEqual(Array(2).fill({ statements: 1, reads: 2 }));
  expect(texts.some((text) => text.includes('"description"'))).toBe(false);
});

test('a query of records reads no other metadata of the dataset', async () => {
  const uid = await publishedTowns(app, web);
  const describing = async (fields: string) => {
    texts = [];
    await unauthenticated.data(`query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { ${fields} } }`, { uid });
    return texts.some((text) => text.includes('"description"'));
  };
  const records = 'records(first: 1) { nodes { values } } recordFacets { name } schema { name }';
  expect(await describing(`title ${records}`)).toBe(false);
  expect(await describing(`... on CatalogDataset { description } ${records}`)).toBe(true);
  expect(await describing(`${records} attachments { nodes { filename } }`)).toBe(true);
});

test('the records of many datasets are found by the statements of one', async () => {
  const uids = [await publishedTowns(app, web), await publishedTowns(app, web), await publishedTowns(app, web)];
  const list = (first: number, salt: number) => `{ catalog(first: ${String(first)}) { nodes { recordCount
    records(first: 2, where: "population > ${String(salt)}") { totalCount nodes { values } } recordFacets { name } } } }`;
  const short = await fewestOf((run) => unauthenticated.data(list(1, run)));
  const long = await fewestOf((run) => unauthenticated.data(list(uids.length, run)));
  expect([short?.statements, long?.statements]).toEqual([2, 2]);
});

test('the numbers of records of many datasets come with their rows, and those of a limited caller by the statements of one', async () => {
  const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  const whole = await publishedTowns(app, web);
  const list = (first: number) => `{ catalog(first: ${String(first)}) { nodes { uid recordCount } } }`;
  const statementsFor = async (first: number) => (await fewestOf(() => unauthenticated.data(list(first))))?.statements;
  expect([await statementsFor(1), await statementsFor(20)]).toEqual([1, 1]);
  const filtered = await publishedTowns(app, web, { defaultSecurity: { filterQuery: 'population > 1000000' } });
  // The plan, and the rows again for the resolvers, because it does not know a count.
  expect(await statementsFor(20)).toBe(2);
  const { nodes } = (await unauthenticated.data(list(20))).catalog;
  for (const [uid, recordCount] of [
    [hidden, null],
    [whole, 5],
    [filtered, 1],
  ] as const)
    expect(nodes).toContainEqual({ uid, recordCount });
});

test('what depends on records and access alone is read once, until records are pushed', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  await push(app, url, [{ n: 1 }, { n: 2 }]);
  await runAndFinish(admin, 'publishDataset', uid);
  const query = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) {
    recordFacets(facets: [{ field: "n" }]) { values { value count } } aggregate(measures: [{ function: count, as: "n" }]) { groups }
  } }`;
  const ask = async () => (await admin.data(query, { uid })).catalogDataset.aggregate.groups[0].n;
  await eventually(ask, (found) => found === 2);
  expect((await statementsOf(ask)).reads).toBe(0);
  await push(app, url, [{ n: 3 }]);
  expect(await eventually(ask, (found) => found !== 2)).toBe(3);
});

test('parts of rows that are not selected are not read', async () => {
  const uid = await publishedTowns(app, web);
  const ask = (parts: string) => () =>
    unauthenticated.data(
      `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { rows(odsql: { where: ["area > 1"] }) { ${parts} } } }`,
      { uid },
    );
  expect((await statementsOf(ask('__typename'))).reads).toBe(0);
  expect((await statementsOf(ask('totalCount'))).reads).toBe(1);
});

test('the statement for a dataset is built once for callers with the same rights, whichever dataset they ask for', async () => {
  const uids = [await publishedTowns(app, web), await publishedTowns(app, web)];
  const query = 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 1) { nodes { recordId } } } }';
  const statementsFor = async (caller: typeof unauthenticated) => {
    sent.clear();
    const answers = [];
    for (const uid of [...uids, ...uids]) answers.push(await caller.data(query, { uid }));
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
    return [...sent];
  };
  const anonymous = await statementsFor(unauthenticated);
  expect(anonymous).toHaveLength(1);
  expect(await statementsFor(unauthenticated)).toEqual(anonymous);
  expect((await statementsFor(admin)).filter((statement) => anonymous.includes(statement))).toEqual([]);
  sent.clear();
  for (const uid of [...uids, ...uids])
    await unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${uid}/records?limit=1`);
  expect(sent.size).toBe(1);
});
