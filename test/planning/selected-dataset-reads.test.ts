import { expect, test } from '@jest/globals';
import { sql, type Sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import { testApp } from '../support/app.ts';
import { watchStatements } from '../support/database/watch-statements.ts';
import { insertDatasets } from '../support/datasets/stored-datasets.ts';
import { readsOfStatement } from './support/reads-of.ts';

const app = await testApp({ WORKER: 'off' });
const { services } = app;
const { db, exploreDb } = services;
const statements: Sql[] = [];
Object.assign(services, {
  exploreDb: watchStatements(exploreDb, {
    rows: (statement) => void statements.push(statement),
    texts: () => undefined,
  }),
});

async function addDatasets(first: number, last: number): Promise<void> {
  await db.rows(insertDatasets(first, last));
  await db.rows(sql`update dataset set dataset_id = 'set-' || uid where is_published`);
  await fillEntries(services);
  await db.rows(sql`vacuum analyze catalog_entry`);
}

/** What the statement reads that selects values of one dataset, for a visitor and for an administrator. */
async function reads(name: string) {
  const found = [];
  for (const client of [app.unauthenticated, app.admin]) {
    statements.length = 0;
    const path = `/catalog/datasets/${name}?select=dataset_uid,title`;
    const { body } = await client.restAt('/api/explore/v2.1')('GET', path);
    expect(body).toEqual({ dataset_uid: 'd8', title: null });
    const [statement, ...others] = statements;
    if (!statement || others.length > 0) throw new Error('The request takes one statement.');
    found.push(await readsOfStatement(exploreDb, statement));
  }
  return found;
}

test('a dataset with select is found by its uid and by its identifier, among 20,000 as among 1,000', async () => {
  await addDatasets(1, 1_000);
  const few = [...(await reads('d8')), ...(await reads('set-d8'))];
  await addDatasets(1_001, 20_000);
  const many = [...(await reads('d8')), ...(await reads('set-d8'))];
  for (const [index, { rows, blocks }] of many.entries()) {
    expect({ index, rows }).toEqual({ index, rows: few[index]?.rows });
    expect({ index, blocks }).toEqual({ index, blocks: Math.min(blocks, (few[index]?.blocks ?? 0) + 10) });
  }
});
