import type { Pool } from 'pg';
import { bindValues, type Sql, type ParameterValues } from '../../../kernel/sql.ts';
import type { DatabaseClient, RenderedStatement } from '../database-client.ts';

/** A database client on a connection pool. */
export const createPoolClient = (pool: Pool): DatabaseClient =>
  Object.freeze({
    async rows<Row extends object>(statement: Sql, parameters: ParameterValues = {}): Promise<Row[]> {
      const { text, values } = statement.render();
      const result = await pool.query<Row>({ text, values: bindValues(values, parameters) });
      return result.rows;
    },
    async texts(
      { text, values }: RenderedStatement,
      parameters: ParameterValues,
    ): Promise<(string | null)[] | undefined> {
      const result = await pool.query<(string | null)[]>({
        text,
        values: bindValues(values, parameters),
        rowMode: 'array',
      });
      return result.rows[0];
    },
  });
