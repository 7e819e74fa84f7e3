import { sql, sqlJoin, sqlText, type Sql } from '../../kernel/sql.ts';

/** The name of a type of the graph, by the kind that an expression tells; kinds and names are ours, never a client's. */
export const typeNameBy = (kind: Sql, names: Readonly<Record<string, string>>): Sql =>
  sql`case ${kind} ${sqlJoin(
    Object.entries(names).map(([each, name]) => sqlText(`when '${each}' then '${name}'`)),
    ' ',
  )} end`;
