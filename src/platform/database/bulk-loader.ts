import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { Sql } from '../../kernel/sql.ts';
import { isStalePlan } from './errors.ts';

/** Copies many rows into a table. */
export interface BulkLoader {
  /**
   * Runs a guard statement and, when it returns a row, copies the lines into a table, in one transaction. Returns that row, or
   * undefined without any change. Commits asynchronously: a crash of the database may undo the last of these transactions, but none
   * that precedes a regular commit. `columns` is trusted text: `record (generation, position, value)`.
   */
  load<Row extends object>(guard: Sql, columns: string, lines: readonly Buffer[]): Promise<Row | undefined>;
}

/** Separates cells. The character is always escaped in JSON text, so no cell needs quotes. */
const separator = '\u0002';

/** A line to copy, from numbers and JSON texts. */
export const bulkLine = (...cells: readonly (number | string)[]): string => `${cells.join(separator)}\n`;

/** Loads on connections of the ORM's own pool. */
export const bulkLoader = (pool: Pool): BulkLoader =>
  Object.freeze({
    async load<Row extends object>(guard: Sql, columns: string, lines: readonly Buffer[]): Promise<Row | undefined> {
      const attempt = () =>
        onClient(pool, async (client) => {
          const { text, values } = guard.render();
          const {
            rows: [row],
          } = await client.query<Row>({ text, values });
          if (row && lines.length > 0) await copy(client, columns, lines);
          return row;
        });
      return attempt().catch((error: unknown) => {
        // the second attempt prepares the statement again
        if (isStalePlan(error)) return attempt();
        throw error;
      });
    },
  });

/** Runs work in a transaction on a connection of its own. A connection whose transaction failed leaves the pool. */
async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
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

async function copy(client: PoolClient, columns: string, lines: readonly Buffer[]): Promise<void> {
  await pipeline(
    Readable.from(lines, { objectMode: false }),
    client.query(from(`copy ${columns} from stdin with (format csv, delimiter e'\\x02', quote e'\\x01')`)),
  );
}
