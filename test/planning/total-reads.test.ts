import { expect, test } from '@jest/globals';
import type { Session } from '#api/session.ts';
import { bindValues, sql, sqlNumbered } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { insertDatasets } from '../support/datasets/stored-datasets.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { readsOfStatement } from './support/reads-of.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp({ WORKER: 'off' });
const { db } = app.services;
const { byPlan } = await planAndResolvers(app);

/** The rows and the blocks that the statement of a query reads. */
async function readsOf(session: Session, query: string) {
  const explained: Awaited<ReturnType<typeof readsOfStatement>>[] = [];
  const explaining: typeof db = {
    ...db,
    texts: async (statement, parameters) => {
      explained.push(await readsOfStatement(db, sqlNumbered(statement.text, bindValues(statement.values, parameters))));
      return db.texts(statement, parameters);
    },
  };
  await byPlan(createContext({ ...app.services, db: explaining }, session, 'test'), { query });
  const [reads, ...others] = explained;
  if (!reads || others.length > 0) throw new Error('The query takes one statement.');
  return reads;
}

const reads = async () => ({
  administration: await readsOf(callers.administrator, '{ datasets { totalCount nodes { uid } } }'),
  catalog: await readsOf(callers.anonymous, '{ catalog { totalCount nodes { uid } } }'),
  contributor: await readsOf(callers.editor, '{ datasets { totalCount nodes { uid } } }'),
  reader: await readsOf(callers.reader, '{ catalog { totalCount nodes { uid } } }'),
  explorer: await readsOf(callers.administrator, '{ catalog { totalCount nodes { uid } } }'),
});

test('a list with its total reads as many rows and blocks of 20,000 datasets as of 1,000', async () => {
  await db.rows(insertDatasets(1, 1_000));
  await db.rows(sql`vacuum analyze dataset`);
  await reads();
  const few = await reads();
  await db.rows(insertDatasets(1_001, 20_000));
  await db.rows(sql`vacuum analyze dataset`);
  const many = await reads();
  for (const list of ['administration', 'catalog', 'contributor', 'reader', 'explorer'] as const) {
    expect({ list, rows: many[list].rows }).toEqual({ list, rows: Math.min(many[list].rows, few[list].rows + 5) });
    expect({ list, blocks: many[list].blocks }).toEqual({
      list,
      blocks: Math.min(many[list].blocks, few[list].blocks + 10),
    });
  }
});
