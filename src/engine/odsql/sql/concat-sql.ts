import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';

/** The maximum number of arguments of one call; PostgreSQL allows 100. */
const maxArguments = 90;

/** Concatenates texts; null counts as an empty text. More texts than the limit become nested calls. */
export const concatSql = (texts: readonly Sql[]): Sql => nestedCall(sqlText('concat('), texts);

/** Joins texts by a separator; leaves out null. More texts than the limit become nested calls. */
export const joinTextsSql = (texts: readonly Sql[], separator: Sql): Sql =>
  nestedCall(sql`concat_ws(${separator}, `, texts);

function nestedCall(begin: Sql, texts: readonly Sql[]): Sql {
  if (texts.length <= maxArguments) return sql`${begin}${sqlJoin(texts, ', ')})`;
  const chunks = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, index) =>
    nestedCall(begin, texts.slice(index * maxArguments, (index + 1) * maxArguments)),
  );
  return nestedCall(begin, chunks);
}
