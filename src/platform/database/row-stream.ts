import type { Pool, PoolClient } from 'pg';
import { bindValues, type ParameterValues, type Sql } from '../../kernel/sql.ts';

/**
 * Reads the one text column of a statement's rows in batches, from one snapshot, as fast as the reader takes them. When the signal aborts,
 * the running query ends.
 */
export type StreamTexts = (
  statement: Sql,
  parameters: ParameterValues,
  signal?: AbortSignal,
) => AsyncGenerator<readonly string[]>;

/** Cancels the query that a process of the database executes. */
export type CancelQuery = (processId: number) => Promise<unknown>;

/** The number of rows in the first batch, which is small so that the reader need not wait, and in the largest batch. */
const firstBatchSize = 50;
const maxBatchSize = 1_000;

/**
 * The intended length of a batch in characters, from which the number of its rows is computed. Two batches are in memory:
 * the batch that the reader handles, and the next one.
 */
const batchLength = 512 * 1024;

/** Opens streams on the connections of a pool; a stream waits for a free connection. A reader that stops early ends the query. */
export const createRowStream = (pool: Pool, cancelQuery: CancelQuery): StreamTexts =>
  async function* streamTexts(statement, parameters, signal) {
    const { text, values } = statement.render();
    const client = await pool.connect();
    let failure: Error | undefined;
    let cancelling: Promise<unknown> | undefined;
    let processId: number | undefined;
    const cancel = () => {
      if (processId !== undefined) cancelling = cancelQuery(processId).catch(() => undefined);
    };
    signal?.addEventListener('abort', cancel);
    try {
      await client.query('begin isolation level repeatable read read only');
      if (signal) processId = await processIdOf(client);
      signal?.throwIfAborted();
      await client.query({
        text: `declare exported no scroll cursor for ${text}`,
        values: bindValues(values, parameters),
      });
      yield* fetchBatches(client);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // The rollback waits for the batch that the database computes ahead, which `cancel` may still end.
      if (!failure) await client.query('rollback').catch((error: unknown) => (failure = new Error(String(error))));
      signal?.removeEventListener('abort', cancel);
      await cancelling;
      // a cancelled connection is not used again: the cancellation could end its next query
      client.release(failure ?? cancelling !== undefined);
    }
  };

/** The process of the database that serves a connection. */
async function processIdOf(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  return rows[0]?.id;
}

/** The batches of the cursor. While the reader handles one, the database computes the next. */
async function* fetchBatches(client: PoolClient): AsyncGenerator<readonly string[]> {
  let size = firstBatchSize;
  let fetching = fetchRows(client, size);
  for (;;) {
    const rows = await fetching;
    const isLast = rows.length < size;
    if (!isLast) {
      size = nextSize(rows);
      fetching = fetchRows(client, size);
      // a failure is thrown when the reader asks for the batch
      fetching.catch(() => undefined);
    }
    if (rows.length > 0) yield rows;
    if (isLast) return;
  }
}

async function fetchRows(client: PoolClient, count: number): Promise<readonly string[]> {
  const { rows } = await client.query<[string]>({ text: `fetch ${String(count)} from exported`, rowMode: 'array' });
  return rows.map(([text]) => text);
}

/**
 * The number of rows of the next batch, computed from the longest row of the last batch. It grows step by step, because
 * rows may become longer.
 */
function nextSize(rows: readonly string[]): number {
  const longest = rows.reduce((length, row) => Math.max(length, row.length), 1);
  return Math.max(1, Math.min(maxBatchSize, 4 * rows.length, Math.floor(batchLength / longest)));
}
