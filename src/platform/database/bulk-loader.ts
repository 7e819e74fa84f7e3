import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { Sql } from '../../kernel/sql.ts';
import { isStalePlan } from './errors.ts';

/** Puts many rows into a table at once. */
export interface BulkLoader {
  /**
   * Runs a statement and, where it answers a row, copies the lines into a table; all in one transaction. Answers that row;
   * undefined, and nothing is changed, where there is none. A crash of the database may undo the last of these transactions,
   * but none that was ended before another one that is committed as usual. `columns` is our own text: `record (generation, position, value)`.
   */
  load<Row extends object>(guard: Sql, columns: string, lines: readonly Buffer[]): Promise<Row | undefined>;
}

/** Between two cells and around none: characters that are escaped in JSON text and in no number, so nothing needs to be quoted. */
const separator = '\u0002';

/** A line to copy. Its cells are numbers and JSON texts. */
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
        // the statement is prepared again by then
        if (isStalePlan(error)) return attempt();
        throw error;
      });
    },
  });

/** Runs work in a transaction on a connection of its own; one whose transaction failed is not used again. */
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
