import { sql, type Sql } from '../../kernel/sql.ts';

/** A text as base64url. */
export const base64Url = (text: Sql): Sql =>
  sql`translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
