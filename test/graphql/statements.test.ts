import { expect, test } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.ts';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';

let statements = 0;
const { admin, services } = await testApp();
const { db } = services;
const counting: Database = {
  rows: (statement, run) => { statements += 1; return db.rows(statement, run); },
  text: (statement, run) => { statements += 1; return db.text(statement, run); },
};
Object.assign(services, { db: counting });

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
    }
  }
}`;

test('a list of datasets with all their parts takes one statement for the caller and one for the list, however long it is', async () => {
  for (let count = 0; count < 12; count += 1) {
    const datasetUid = await seedDataset(admin);
    await admin.data('mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }', {
      input: { datasetUid, type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } },
    });
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
