import { sql } from '#kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { GivenArguments, Row, Traversal } from './declare/type-source.ts';
import { orderBy } from './page/cursor.ts';
import { sourceColumns } from './select.ts';

/** The rows of a traversal. */
export interface TraversalResult<To extends object> {
  readonly hops: readonly Row<To>[];
  readonly truncated: boolean;
}

/** The rows that a traversal reaches from a row; calls in one batch share one statement. */
export async function loadTraversal<From extends object, To extends object>(
  ctx: RequestContext,
  { from, field, to, parseArguments, query }: Traversal<From, To>,
  row: Row<From>,
  args: GivenArguments,
): Promise<TraversalResult<To>> {
  const parsed = parseArguments(args);
  return ctx.loaders
    .of<TraversalResult<To>>(`${from.type}.${field} ${JSON.stringify(parsed)}`, async (keys) => {
      const t = sql`t`;
      const found = await ctx.db.rows<Row<To>>(sql`
      select parent.key as "$key", t.truncated as "$truncated", ${sourceColumns(to, t, ctx.session)}
      from unnest(${keys}::text[]) parent(key) cross join lateral (${query(parsed, sql`parent.key`, ctx.session)}) t
      order by parent.key, ${orderBy(to.order, t)}`);
      const byKey = Map.groupBy(found, (row) => row['$key']);
      return keys
        .map((key) => byKey.get(key) ?? [])
        .map((rows) => ({ hops: rows, truncated: rows[0]?.['$truncated'] === true }));
    })
    .load(String(row[from.key]));
}
