import type { Pool, PoolClient, QueryArrayConfig, QueryConfig, QueryResult } from 'pg';
import { bindValues, type Sql, type ParameterValues } from '../../../kernel/sql.ts';
import type { DatabaseClient, RenderedStatement } from '../database-client.ts';
import { isStalePlan } from '../errors.ts';
import type { ResultBudget } from '../result-budget.ts';

/** The maximum number of attempts, more than any snapshot needs: an attempt fails only when a table that the snapshot reads has changed again since the previous attempt. */
const maxAttempts = 5;

/** Runs work with a connection. */
type UseConnection = <T>(work: (connection: PoolClient) => Promise<T>) => Promise<T>;

/** A database client on a connection pool. */
export function createPoolClient(pool: Pool): DatabaseClient {
  const useConnection: UseConnection = async (work) => {
    const connection = await pool.connect();
    return work(connection).then(
      (result) => {
        connection.release();
        return result;
      },
      (error: unknown) => {
        connection.release(true);
        throw error;
      },
    );
  };

  async function inSnapshot<T>(work: (snapshot: DatabaseClient) => Promise<T>, attempt = 1): Promise<T> {
    try {
      return await useConnection(async (connection) => {
        await connection.query('begin isolation level repeatable read read only');
        const result = await work(clientOn((use) => use(connection)));
        await connection.query('commit');
        return result;
      });
    } catch (error) {
      if (attempt === maxAttempts || !isStalePlan(error)) throw error;
      return inSnapshot(work, attempt + 1);
    }
  }

  /** Creates a client each of whose statements runs on the connection that `use` provides. */
  const clientOn = (use: UseConnection): DatabaseClient => ({
    async rows<Row extends object>(
      statement: Sql,
      parameters: ParameterValues = {},
      budget?: ResultBudget,
    ): Promise<Row[]> {
      const { text, values } = statement.render();
      const query = { text, values: bindValues(values, parameters) };
      failOverBudget(budget);
      return (await use((connection) => run<Row>(connection, query, budget))).rows;
    },
    async texts({ text, values }: RenderedStatement, parameters: ParameterValues, budget?: ResultBudget) {
      const query: QueryArrayConfig = { text, values: bindValues(values, parameters), rowMode: 'array' };
      failOverBudget(budget);
      const { rows } = await use((connection) => run<(string | null)[]>(connection, query, budget));
      return rows[0];
    },
    inSnapshot: (work) => inSnapshot(work),
  });

  return clientOn(useConnection);
}

/** Fails ANSWER_TOO_LARGE when earlier results exceeded the budget. Called before a connection is taken, because a failure closes its connection. */
function failOverBudget(budget: ResultBudget | undefined): void {
  const failure = budget?.spend(0);
  if (failure) throw failure;
}

/** Runs a query. Closes the connection as soon as the result exceeds the budget. */
async function run<Row extends object>(
  connection: PoolClient,
  query: QueryConfig,
  budget: ResultBudget | undefined,
): Promise<QueryResult<Row>> {
  if (!budget) return connection.query<Row>(query);
  const { stream } = connection.connection;
  const spend = (chunk: Buffer) => {
    const failure = budget.spend(chunk.length);
    if (failure) stream.destroy(failure);
  };
  stream.on('data', spend);
  try {
    return await connection.query<Row>(query);
  } finally {
    stream.off('data', spend);
  }
}
