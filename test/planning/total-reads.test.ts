import { expect, test } from '@jest/globals';
import type { Session } from '../../src/api/session/session.ts';
import { bindValues, sql, sqlNumbered } from '../../src/kernel/sql.ts';
import { createContext } from '../../src/server/create-context.ts';
import { testApp } from '../support/app.ts';
import { insertDatasets } from '../support/datasets/stored-datasets.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp({ WORKER: 'off' });
const { db } = app.services;
const { byPlan } = await planAndResolvers(app);

/** A node of a plan, as `explain` returns it. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const rowsRead = (node: PlanNode): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);

/** The rows and the blocks that the statement of a query reads. */
async function readsOf(session: Session, query: string): Promise<{ rows: number; blocks: number }> {
  const explained: PlanNode[] = [];
  const explaining: typeof db = {
    ...db,
    texts: async (statement, parameters) => {
      const text = `explain (analyze, buffers, format json) ${statement.text}`;
      const values = bindValues(statement.values, parameters);
      const [found] = await db.rows<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(sqlNumbered(text, values));
      explained.push(...(found?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
      return db.texts(statement, parameters);
    },
  };
  await byPlan(createContext({ ...app.services, db: explaining }, session, 'test'), { query });
  expect(explained).toHaveLength(1);
  return explained.reduce(
    (sum, node) => ({
      rows: sum.rows + rowsRead(node),
      blocks: sum.blocks + node['Shared Hit Blocks'] + node['Shared Read Blocks'],
    }),
    { rows: 0, blocks: 0 },
  );
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
