import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Sql } from '../../kernel/sql.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { isStalePlan } from './errors.ts';

/** Lines to copy into columns of a table. */
export interface BulkLines {
  /** The table and its columns, as trusted SQL text: `records.g1 (c0, c1)`. */
  readonly columns: string;
  readonly lines: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** Copies many rows into a table. */
export interface BulkLoader {
  /**
   * Runs the guard, a statement that checks whether this process may still write. When it returns a row, runs the statements, which may
   * add columns, and copies the lines, all in one transaction. Returns the guard's row; undefined when the guard returned none and
   * nothing was changed. Commits asynchronously: a crash of the database may undo the last of these transactions, but none that precedes a regular
   * commit.
   */
  load<Row extends object>(
    guard: Sql,
    copies: readonly BulkLines[],
    statements?: readonly Sql[],
  ): Promise<Row | undefined>;
}

/** Creates a bulk loader on the connections of a pool. */
export const createBulkLoader = (pool: Pool, tracing: Tracing = noTracing): BulkLoader =>
  Object.freeze({
    async load<Row extends object>(
      guard: Sql,
      copies: readonly BulkLines[],
      statements: readonly Sql[] = [],
    ): Promise<Row | undefined> {
      const attempt = () =>
        withTransaction(pool, async (client) => {
          const {
            rows: [row],
          } = await client.query<Row>(guard.render());
          if (!row) return undefined;
          for (const statement of statements) await client.query(statement.render().text);
          for (const lines of copies) await copy(client, lines, tracing);
          return row;
        });
      return attempt().catch((error: unknown) => {
        // The driver prepares a stale statement again on the second attempt.
        if (isStalePlan(error)) return attempt();
        throw error;
      });
    },
  });

/** Runs work in a transaction on a connection of the pool. The connection is closed when the transaction fails. */
async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await inTransaction(client, () => work(client));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
}

async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin; set local synchronous_commit to off');
  const result = await work();
  await client.query('commit');
  return result;
}

function copy(client: PoolClient, { columns, lines }: BulkLines, tracing: Tracing): Promise<void> {
  const text = `copy ${columns} from stdin`;
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  return tracing.inSpan('copy', { attributes, isCall: true }, () =>
    pipeline(
      Readable.from(lines, { objectMode: false }),
      client.query(copyFrom(`${text} with (format csv, delimiter e'\\x02', quote e'\\x01')`)),
    ),
  );
}
