import type { Pool } from 'pg';
import { bindValues, type Sql, type StatementRun } from '../../../kernel/sql.ts';
import type { DatabaseClient, RenderedStatement } from '../database-client.ts';

/** A database client on a connection pool. */
export const poolClient = (pool: Pool): DatabaseClient =>
  Object.freeze({
    async rows<Row extends object>(statement: Sql, run: StatementRun = {}): Promise<Row[]> {
      const { text, values } = statement.render();
      const result = await pool.query<Row>({ text, values: bindValues(values, run) });
      return result.rows;
    },
    async texts({ text, values }: RenderedStatement, run: StatementRun): Promise<(string | null)[] | undefined> {
      const result = await pool.query<(string | null)[]>({ text, values: bindValues(values, run), rowMode: 'array' });
      return result.rows[0];
    },
  });
