import { types, type Pool } from 'pg';
import { parseJson } from '../../../kernel/json.ts';

/** Parses JSON of the database without rounding: large integers keep their digits, so that a value read is written back unchanged. */
export function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}
