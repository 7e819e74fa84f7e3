import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';

/** A text as base64url. */
export const base64Url = (text: Sql): Sql =>
  sql`translate(encode(convert_to(${text}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;

/** The name of a GraphQL type by the kind in an expression. Kinds and names are constants, never a client's values. */
export const typeNameBy = (kind: Sql, names: Readonly<Record<string, string>>): Sql =>
  sql`case ${kind} ${sqlJoin(
    Object.entries(names).map(([each, name]) => sqlText(`when '${each}' then '${name}'`)),
    ' ',
  )} end`;
