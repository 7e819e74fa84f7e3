import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type ControlledTransaction } from 'kysely';
import { bindValues, type Sql, type ParameterValues } from '../../kernel/sql.ts';
import type { DatabaseClient, RenderedStatement } from './database-client.ts';

/** A database client on the connection of the entity manager's transaction. */
export function createTransactionClient(em: EntityManager): DatabaseClient {
  async function run<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const transaction = em.getTransactionContext<ControlledTransaction<unknown>>();
    if (!transaction) throw new Error('The entity manager is not in a transaction.');
    return (await transaction.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  }
  const client: DatabaseClient = {
    rows<Row extends object>(statement: Sql, parameters: ParameterValues = {}): Promise<Row[]> {
      const rendered = statement.render();
      return run<Row>(rendered.text, bindValues(rendered.values, parameters));
    },
    async texts(statement: RenderedStatement, parameters: ParameterValues): Promise<(string | null)[] | undefined> {
      const [row] = await run<Record<string, string | null>>(statement.text, bindValues(statement.values, parameters));
      return row && Object.values(row);
    },
    inSnapshot: (work) => work(client),
  };
  return client;
}
