import { sql, sqlText, type ParameterValues, type Sql, type RenderedStatement } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/** A node of a plan, as PostgreSQL explains it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }];
}

/** What a prepared statement reads by the plan that the service uses: rows of tables and entries of indexes, and blocks of both. */
export async function readsOf(
  db: DatabaseClient,
  statement: Pick<RenderedStatement, 'text' | 'values'> | null | undefined,
) {
  if (!statement) throw new Error('The plan has no statement for this field.');
  const { text, values } = statement;
  const explained = await db.inSnapshot(async (snapshot) => {
    await snapshot.rows(sqlText(`prepare explained as ${text}`));
    const execute = `execute explained (${values.map(literalOf).join(', ')})`;
    const rows = await snapshot.rows<Explained>(sqlText(`explain (analyze, buffers, format json) ${execute}`));
    await snapshot.rows(sqlText('deallocate explained'));
    return rows;
  });
  return readsOfPlan(explained);
}

/** What a statement reads. The statement is run, and changes what it changes. */
export async function readsOfStatement(db: DatabaseClient, statement: Sql, parameters?: ParameterValues) {
  return readsOfPlan(await db.rows<Explained>(sql`explain (analyze, buffers, format json) ${statement}`, parameters));
}

function readsOfPlan([explained]: readonly Explained[]) {
  const plan = explained?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL explains no plan.');
  return { rows: rowsOf(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  const text = Array.isArray(value)
    ? `{${value.join(',')}}`
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** The rows that the scans of a plan read, those included that a filter left out. */
function rowsOf(node: PlanNode): number {
  const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type']);
  const read = isScan ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), read);
}
