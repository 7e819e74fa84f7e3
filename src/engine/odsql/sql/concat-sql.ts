import { sql, sqlJoin, type Sql } from '../../../kernel/sql.ts';

/** The maximum number of arguments of one call; PostgreSQL allows 100. */
const maxArguments = 90;

/** Concatenates texts; null counts as an empty text. More texts than the limit become nested calls. */
export function concatSql(texts: readonly Sql[]): Sql {
  if (texts.length <= maxArguments) return sql`concat(${sqlJoin(texts, ', ')})`;
  const chunks = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, index) =>
    concatSql(texts.slice(index * maxArguments, (index + 1) * maxArguments)),
  );
  return concatSql(chunks);
}
