import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { createContext } from '#server/create-context.ts';
import { countStatements } from '#test/planning/support/count-statements.ts';
import { planAndResolvers } from '#test/planning/support/plan-and-resolvers.ts';
import { callers } from '#test/planning/seeded/catalog.ts';
import { testApp } from '#test/support/app.ts';
import { countingClient } from '#test/support/database/watch-statements.ts';
import { publishPage, seedStudioPage } from '#test/support/portal/pages.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const { db } = app.services;
const { byResolvers } = await planAndResolvers(app);

/** A published dataset; answers its uid. */
async function published(datasetId: string, input: object = {}): Promise<string> {
  const uid = await seedDataset(admin, { datasetId, ...input });
  await db.rows(
    sql`update dataset set is_published = true, published_metadata = metadata, published_fields = '[]' where uid = ${uid}`,
  );
  return uid;
}

const providing = (...datasets: readonly unknown[]) => ({
  dataProviders: Object.fromEntries(datasets.map((dataset, index) => [`p${String(index)}`, { dataset_id: dataset }])),
});
const query =
  'query ($slug: ID!) { studioPage(slug: $slug) { dataProviders { totalCount nodes { name dataset { datasetId } } pageInfo { hasNextPage } } } }';
const providersFor = async (client: typeof admin, slug: string) =>
  (await client.data(query, { slug })).studioPage.dataProviders;

const open = await published('open');
const restricted = await published('restricted', { isRestricted: true });
await seedDataset(admin, { datasetId: 'unpublished' });

test('data providers lead to the datasets of the catalog that the caller may see, by identifier or uid, and to no others', async () => {
  await seedStudioPage(admin, {
    slug: 'all',
    content: providing(
      'restricted',
      'open',
      open,
      'unpublished',
      'nowhere',
      '',
      null,
      7,
      ['open'],
      { a: 1 },
      'x'.repeat(5_000),
    ),
  });
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, restricted, { user: 'reader' });
  const [first, second, third] = [
    { name: 'p0', dataset: { datasetId: 'restricted' } },
    { name: 'p1', dataset: { datasetId: 'open' } },
    { name: 'p2', dataset: { datasetId: 'open' } },
  ];
  expect(await providersFor(unauthenticated, 'all')).toEqual({
    totalCount: 2,
    nodes: [second, third],
    pageInfo: { hasNextPage: false },
  });
  for (const client of [reader, admin])
    expect(await providersFor(client, 'all')).toEqual({
      totalCount: 3,
      nodes: [first, second, third],
      pageInfo: { hasNextPage: false },
    });
});

test('data providers follow the published page, and the published state of the dataset at the time of the read', async () => {
  const uid = await seedStudioPage(admin, { slug: 'changing', content: providing('open', 'later') });
  expect(await providersFor(unauthenticated, 'changing')).toMatchObject({ totalCount: 1 });
  await published('later');
  expect(await providersFor(unauthenticated, 'changing')).toMatchObject({ totalCount: 2 });
  await admin.data(
    'mutation ($input: UpdateStudioPageInput!) { updateStudioPage(input: $input) { configuration { uid } } }',
    {
      input: { uid, content: providing('later') },
    },
  );
  expect(await providersFor(unauthenticated, 'changing')).toMatchObject({ totalCount: 2 });
  await admin.data(publishPage, { input: { uid } });
  expect(await providersFor(unauthenticated, 'changing')).toMatchObject({
    totalCount: 1,
    nodes: [{ name: 'p0', dataset: { datasetId: 'later' } }],
  });
  await admin.data('mutation ($input: PageActionInput!) { unpublishPage(input: $input) { configuration { uid } } }', {
    input: { uid },
  });
  expect(await db.rows(sql`select 1 from data_provider where page_uid = ${uid}`)).toEqual([]);
});

const nested = (
  first: number,
) => `{ studioPages(first: ${String(first)}) { totalCount nodes { title configuration { slug createdBy { username } rulesets { nodes { permissions } } }
  dataProviders(first: 3) { totalCount nodes { name dataset { datasetId feedback { totalCount } configuration { createdBy { username } } } } } } } }`;

test('pages with their datasets and what these lead to take one statement, and without plans one for each relation of a level', async () => {
  for (let index = 0; index < 12; index += 1)
    await seedStudioPage(admin, { title: `Page ${String(index)}`, content: providing('open', 'restricted', 'later') });
  let statements = 0;
  const counting = (database: DatabaseClient): DatabaseClient =>
    countingClient(database, () => {
      statements += 1;
    });
  Object.assign(app.services, { db: counting(db), reserveDb: counting(app.services.reserveDb) });
  for (const first of [1, 5, 12]) {
    statements = 0;
    expect((await admin.data(nested(first))).studioPages.nodes).toHaveLength(first);
    // one for the caller
    expect(statements).toBe(2);
    const { services, counted } = countStatements({ ...app.services, db });
    expect(
      (await byResolvers(createContext(services, callers.administrator, 'test'), { query: nested(first) })).errors,
    ).toBeUndefined();
    expect(counted()).toBe(11);
  }
});
