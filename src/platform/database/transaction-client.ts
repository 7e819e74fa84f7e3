import type { EntityManager } from '@mikro-orm/postgresql';
import { bindValues, type Sql, type ParameterValues } from '#kernel/sql.ts';
import type { DatabaseClient, RenderedStatement, RowBytes, StatementBounds } from './database-client.ts';
import type { ResultBudget } from './result-budget.ts';
import type { Transaction } from './transaction.ts';

/** A database client on the connection of the entity manager's transaction. */
export function createTransactionClient(em: EntityManager): DatabaseClient {
  function transaction(): Transaction {
    const current = em.getTransactionContext<Transaction>();
    if (!current) throw new Error('The entity manager is not in a transaction.');
    return current;
  }
  async function run<Row extends object>(
    text: string,
    values: readonly unknown[],
    budget: ResultBudget | undefined,
  ): Promise<Row[]> {
    const { rows } = await transaction().executeQuery<Row>({ sql: text, parameters: values });
    // The connection is the ORM's, so the bytes that it received are not known here.
    const failure = budget?.spend(sizeOf(rows));
    if (failure) throw failure;
    return rows;
  }
  const client: DatabaseClient = {
    rows<Row extends object>(
      statement: Sql,
      parameters: ParameterValues = {},
      { budget }: StatementBounds = {},
    ): Promise<Row[]> {
      const rendered = statement.render();
      return run<Row>(rendered.text, bindValues(rendered.values, parameters), budget);
    },
    async texts(
      statement: RenderedStatement,
      parameters: ParameterValues,
      { budget }: StatementBounds = {},
    ): Promise<RowBytes | undefined> {
      const values = bindValues(statement.values, parameters);
      const [row] = await run<Record<string, string | null>>(statement.text, values, budget);
      return row && Object.values(row).map((text) => (text === null ? null : Buffer.from(text)));
    },
    async send(statement, parameters = {}) {
      const { text, values } = statement.render();
      transaction().send({ sql: text, parameters: bindValues(values, parameters) });
    },
    inSnapshot: (work) => work(client),
  };
  return client;
}

/** About the size of a value as the database sent it, in characters. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((size: number, part) => size + sizeOf(part), 8);
}
