import { sql, sqlJoin, type Sql } from '../../../kernel/sql.ts';

/** PostgreSQL takes 100 arguments of a function at most. */
const maxArguments = 90;

/** The texts one after another; a null one is empty. Any number of them is a tree of little depth. */
export function concatSql(texts: readonly Sql[]): Sql {
  if (texts.length <= maxArguments) return sql`concat(${sqlJoin(texts, ', ')})`;
  const chunks = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, at) =>
    concatSql(texts.slice(at * maxArguments, (at + 1) * maxArguments)),
  );
  return concatSql(chunks);
}
