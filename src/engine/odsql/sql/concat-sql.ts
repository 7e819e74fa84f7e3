import { sql, sqlJoin, type Sql } from '#kernel/sql.ts';

/** The maximum number of arguments of one call; PostgreSQL allows 100. */
const maxArguments = 90;

/** Concatenates texts; null counts as an empty text. More texts than the limit become nested calls. */
export const concatSql = (texts: readonly Sql[]): Sql => callInChunks(texts, (list) => sql`concat(${list})`);

/** Concatenates texts with spaces between them; null is left out. */
export const joinWithSpacesSql = (texts: readonly Sql[]): Sql =>
  callInChunks(texts, (list) => sql`concat_ws(' ', ${list})`);

function callInChunks(texts: readonly Sql[], call: (list: Sql) => Sql): Sql {
  if (texts.length <= maxArguments) return call(sqlJoin(texts, ', '));
  const chunks = Array.from({ length: Math.ceil(texts.length / maxArguments) }, (_, index) =>
    callInChunks(texts.slice(index * maxArguments, (index + 1) * maxArguments), call),
  );
  return callInChunks(chunks, call);
}
