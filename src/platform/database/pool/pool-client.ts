import type { Pool, PoolClient } from 'pg';
import { bindValues, type Sql, type ParameterValues } from '#kernel/sql.ts';
import type { DatabaseClient, RenderedStatement, StatementBounds } from '../database-client.ts';
import { isStalePlan } from '../errors.ts';
import type { ResultBudget } from '../result-budget.ts';
import { cancelOnAbort } from './cancel-on-abort.ts';
import { cancelQuery } from './cancel-query.ts';
import { createReadRow } from './read-row.ts';
import { takeConnection } from './take-connection.ts';

/** The maximum number of attempts, more than any snapshot needs: an attempt fails only when a table that the snapshot reads has changed again since the previous attempt. */
const maxAttempts = 5;

/** Runs work with a connection. */
type UseConnection = <T>(work: (connection: PoolClient) => Promise<T>, bounds: StatementBounds) => Promise<T>;

/** A database client on a connection pool. */
export function createPoolClient(pool: Pool): DatabaseClient {
  const readRow = createReadRow();
  const useConnection: UseConnection = async (work, bounds) => {
    const connection = await takeConnection(pool, bounds);
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

  async function inSnapshot<T>(
    work: (snapshot: DatabaseClient) => Promise<T>,
    bounds: StatementBounds,
    attempt = 1,
  ): Promise<T> {
    try {
      return await useConnection(async (connection) => {
        await connection.query('begin isolation level repeatable read read only');
        const result = await work(clientOn(oneAtATime(connection)));
        await connection.query('commit');
        return result;
      }, bounds);
    } catch (error) {
      if (attempt === maxAttempts || !isStalePlan(error)) throw error;
      return inSnapshot(work, bounds, attempt + 1);
    }
  }

  /** Creates a client each of whose statements runs on the connection that `use` provides. */
  const clientOn = (use: UseConnection): DatabaseClient => ({
    async rows<Row extends object>(
      statement: Sql,
      parameters: ParameterValues = {},
      bounds: StatementBounds = {},
    ): Promise<Row[]> {
      const { text, values } = statement.render();
      const query = { text, values: bindValues(values, parameters) };
      failOverBudget(bounds.budget);
      const run = (connection: PoolClient) => runWithin(connection, query, bounds, () => connection.query<Row>(query));
      return (await use(run, bounds)).rows;
    },
    async texts({ text, values }: RenderedStatement, parameters: ParameterValues, bounds: StatementBounds = {}) {
      const query = { text, values: bindValues(values, parameters) };
      failOverBudget(bounds.budget);
      return use((connection) => runWithin(connection, query, bounds, () => readRow(connection, query)), bounds);
    },
    async send(statement, parameters = {}) {
      const { text, values } = statement.render();
      await use((connection) => connection.query(text, bindValues(values, parameters)), {});
    },
    inSnapshot: (work, bounds = {}) => inSnapshot(work, bounds),
  });

  /** Runs a query. Cancels it when the signal aborts, unless it writes. */
  async function runWithin<T>(
    connection: PoolClient,
    { text }: { readonly text: string },
    { budget, signal }: StatementBounds,
    run: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const endCancellation = cancelOnAbort(connection, signal, async (running) => {
      if (!writes.test(text)) await cancelQuery(running);
    });
    try {
      return await withBudget(connection, budget, run);
    } finally {
      // The failure closes the connection, which a cancellation may still reach.
      if (await endCancellation()) signal?.throwIfAborted();
    }
  }

  return clientOn(useConnection);
}

/** Runs works with one connection one after another. */
function oneAtATime(connection: PoolClient): UseConnection {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(() => work(connection));
    last = result.catch(() => undefined);
    return result;
  };
}

/** Matches the text of every statement that writes, and perhaps of others. */
export const writes = /\b(?:insert|update|delete|merge)\b/i;

/** Fails ANSWER_TOO_LARGE when earlier results exceeded the budget. Called before a connection is taken, because a failure closes its connection. */
function failOverBudget(budget: ResultBudget | undefined): void {
  const failure = budget?.spend(0);
  if (failure) throw failure;
}

/** Runs work with a connection. Closes the connection as soon as the result exceeds the budget. */
async function withBudget<T>(
  { connection: { stream } }: PoolClient,
  budget: ResultBudget | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!budget) return work();
  const spend = (chunk: Buffer) => {
    const failure = budget.spend(chunk.length);
    if (failure) stream.destroy(failure);
  };
  stream.on('data', spend);
  try {
    return await work();
  } finally {
    stream.off('data', spend);
  }
}
