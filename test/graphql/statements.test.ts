import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { testApp } from '../support/app.ts';
import { countingClient } from '../support/database/watch-statements.ts';
import { seedDataset } from '../support/seed.ts';

let statements = 0;
const { admin, services } = await testApp();
const { db, reserveDb } = services;
const counting = (database: DatabaseClient): DatabaseClient =>
  countingClient(database, () => {
    statements += 1;
  });
Object.assign(services, { db: counting(db), reserveDb: counting(reserveDb) });

/** How many statements an operation takes, the lookup of the caller included. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  statements = 0;
  await work();
  return statements;
}

const deepList = (first: number) => `{
  datasets(first: ${first}) {
    totalCount
    nodes {
      uid createdBy { username } updatedBy { username } status { status }
      resources { totalCount nodes { uid title } }
      processors(first: 3) { nodes { uid type } }
      versions(first: 5) { nodes { uid sections createdBy { username } } }
      userRulesets(first: 3) { totalCount nodes { user { username } security { filterQuery } } } groupRuleset(uid: "readers") { permissions }
    }
  }
}`;

test('a list of datasets with all their parts takes one statement for the caller and one for the list, however long it is', async () => {
  for (let count = 0; count < 12; count += 1) {
    const datasetUid = await seedDataset(admin);
    await admin.data(
      'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }',
      {
        input: { datasetUid, type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } },
      },
    );
  }
  const short = await statementsOf(() => admin.data(deepList(2)));
  const long = await statementsOf(() => admin.data(deepList(12)));
  expect(long).toBe(short);
  expect(long).toBe(2);
});

test('a REST list takes one statement for the caller and one for the list', async () => {
  const short = await statementsOf(() => admin.rest('GET', '/datasets/?limit=1'));
  expect(await statementsOf(() => admin.rest('GET', '/datasets/?limit=12'))).toBe(short);
  expect(short).toBe(2);
});

test('the access of a caller to many datasets takes one statement for the caller and one for all datasets', async () => {
  const list = (first: number) =>
    `{ datasets(first: ${first}) { nodes { effectiveAccess(username: "admin") { isInCatalog grants { source } } } } }`;
  const short = await statementsOf(() => admin.data(list(1)));
  expect(await statementsOf(() => admin.data(list(12)))).toBe(short);
  expect(short).toBe(4);
});

test('a REST list of rulesets takes one statement for the caller and one for the list', async () => {
  const datasetUid = await seedDataset(admin);
  for (let index = 0; index < 5; index += 1) {
    await admin.data('mutation ($input: CreateGroupInput!) { createGroup(input: $input) { group { uid } } }', {
      input: { uid: `group_${index}`, title: 'Group' },
    });
    await admin.rest('POST', `/datasets/${datasetUid}/security/groups/`, { group: { uid: `group_${index}` } });
  }
  for (const limit of [1, 5])
    expect(await statementsOf(() => admin.rest('GET', `/datasets/${datasetUid}/security/groups/?limit=${limit}`))).toBe(
      2,
    );
});

test('REST lists of attachments, alternative exports and feedback take one statement for the caller and one for the list', async () => {
  const datasetUid = await seedDataset(admin);
  for (let index = 0; index < 5; index += 1)
    await admin.upload(`/datasets/${datasetUid}/attachments/`, `${index}.txt`, String(index));
  await db.rows(sql`insert into alternative_export (uid, dataset_uid, title, description, url, created_at, updated_at)
    select 'ae_' || n, ${datasetUid}, 'a', '', 'https://example.org/', now(), now() from generate_series(1, 5) n`);
  await db.rows(sql`insert into feedback (uid, dataset_uid, record_id, username, comment, values, created_at)
    select 'df_' || n, ${datasetUid}, '', 'admin', 'a', '{}', now() from generate_series(1, 5) n`);
  for (const part of ['attachments', 'alternative_exports', 'feedbacks']) {
    for (const limit of [1, 5])
      expect(await statementsOf(() => admin.rest('GET', `/datasets/${datasetUid}/${part}/?limit=${limit}`))).toBe(2);
  }
});
