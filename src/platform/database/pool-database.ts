import type { Pool } from 'pg';
import { bindValues, statementName, type Sql, type StatementRun } from '../../kernel/sql.ts';
import type { Database, PreparedStatement } from './database.ts';

/** Statements on the ORM's own pool, as named statements: PostgreSQL parses and plans each text once per connection. */
export const poolDatabase = (pool: Pool): Database => Object.freeze({
  async rows<Row extends object>(statement: Sql, run: StatementRun = {}): Promise<Row[]> {
    const { text, values } = statement.render();
    const result = await pool.query<Row>({ name: statementName(text), text, values: bindValues(values, run) });
    return result.rows;
  },
  async text({ name, text, values }: PreparedStatement, run: StatementRun): Promise<string | null> {
    const result = await pool.query<(string | null)[]>({ name, text, values: bindValues(values, run), rowMode: 'array' });
    return result.rows[0]?.[0] ?? null;
  },
});
