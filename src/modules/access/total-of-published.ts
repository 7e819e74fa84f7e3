import { rowTotal, type CountedTable } from '#api/reading/row-total.ts';
import type { Session } from '#api/session/session.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { findsAllPublished } from './dataset-rights.ts';

/**
 * The number of published datasets that the session finds in the catalog. `restricted` is the number of restricted ones that it finds by
 * rights on them; only they are counted, and only for callers who have such rights.
 */
export function totalOfPublished(session: Session, table: CountedTable, restricted: Sql): Sql {
  const openToAll = rowTotal(table, { state: 'public' });
  if (findsAllPublished(session)) return sql`(${openToAll} + ${rowTotal(table, { state: 'restricted' })})`;
  return session.username === undefined ? openToAll : sql`(${openToAll} + ${restricted})`;
}
