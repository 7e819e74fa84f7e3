import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { insertDatasets } from '../support/datasets/stored-datasets.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { readsOfStatement } from './support/reads-of.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp({ WORKER: 'off' });
const { db } = app.services;
const { byPlan } = await planAndResolvers(app);

/** Adds datasets with a processor each. */
async function addDatasets(first: number, last: number): Promise<void> {
  await db.rows(insertDatasets(first, last));
  await db.rows(sql`insert into processor (uid, dataset_uid, position, type, label, params)
    select 'pr' || n, 'd' || n, 0, 'copy_field', '', '{}' from generate_series(${first}::int, ${last}::int) n`);
  await db.rows(sql`vacuum analyze dataset, processor`);
}

/** What the statement of a mutation reads that appends a part to a dataset. */
async function readsOfAppend(mutation: string, input: object, selection: string) {
  const explained: Awaited<ReturnType<typeof readsOfStatement>>[] = [];
  const explaining: typeof db = {
    ...db,
    rows: async (statement, parameters) => {
      explained.push(await readsOfStatement(db, statement, parameters));
      return [];
    },
  };
  const type = mutation.replace(/^./, (letter) => letter.toUpperCase());
  await byPlan(createContext({ ...app.services, db: explaining }, callers.administrator, 'test'), {
    query: `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { ${selection} } }`,
    variables: { input },
  });
  const [reads] = explained;
  if (!reads) throw new Error('The part is not appended by a statement.');
  return reads;
}

/** What appending the first parts to a dataset reads. */
const reads = async (datasetUid: string) => ({
  processor: await readsOfAppend(
    'appendProcessor',
    { datasetUid, type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } },
    'processor { uid params } dataset { revision }',
  ),
  field: await readsOfAppend(
    'appendFieldConfiguration',
    { datasetUid, label: '', configuration: { rename: { fromName: 'a', toName: 'b', fieldLabel: 'B' } } },
    'fieldConfiguration { uid } dataset { revision }',
  ),
});

test('a part is appended with as many reads among 20,000 datasets as among 1,000', async () => {
  await addDatasets(1, 1_000);
  const few = await reads('d7');
  await addDatasets(1_001, 20_000);
  const many = await reads('d8');
  // The depth of the indexes grows.
  for (const part of ['processor', 'field'] as const)
    expect({ part, ...many[part] }).toEqual({
      part,
      rows: few[part].rows,
      blocks: Math.min(many[part].blocks, few[part].blocks + 10),
    });
});
