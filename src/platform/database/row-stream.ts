import type { Pool } from 'pg';
import { bindValues, type ParameterValues, type Sql } from '../../kernel/sql.ts';

/** Reads the one text column of a statement's rows in batches, from one snapshot, as fast as the reader takes them. */
export type StreamTexts = (statement: Sql, parameters: ParameterValues) => AsyncGenerator<readonly string[]>;

/** The number of rows in memory. */
const batchSize = 1_000;

/** Opens streams on the connections of a pool; a stream waits for a free connection. A reader that stops early ends the query. */
export const createRowStream = (pool: Pool): StreamTexts =>
  async function* streamTexts(statement, parameters) {
    const { text, values } = statement.render();
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query({
        text: `declare exported no scroll cursor for ${text}`,
        values: bindValues(values, parameters),
      });
      for (;;) {
        const { rows } = await client.query<[string]>({
          text: `fetch ${String(batchSize)} from exported`,
          rowMode: 'array',
        });
        if (rows.length > 0) yield rows.map(([value]) => value);
        if (rows.length < batchSize) return;
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      if (!failure) await client.query('rollback').catch((error: unknown) => (failure = new Error(String(error))));
      client.release(failure);
    }
  };
