import { types, type Pool } from 'pg';
import { parseJson } from '../../../kernel/json.ts';

/** Reads JSON from the database as it is stored: integers that a double would round keep their digits, so that what is read is written back. */
export function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}
