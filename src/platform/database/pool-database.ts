import type { Pool } from 'pg';
import { statementName, type Sql } from '../../kernel/sql.ts';
import type { Database } from './database.ts';

/** Statements on the ORM's own pool, as named statements: PostgreSQL parses and plans each text once per connection. */
export const poolDatabase = (pool: Pool): Database => Object.freeze({
  async rows<Row extends object>(statement: Sql): Promise<Row[]> {
    const { text, values } = statement.render();
    const result = await pool.query<Row>({ name: statementName(text), text, values });
    return result.rows;
  },
});
