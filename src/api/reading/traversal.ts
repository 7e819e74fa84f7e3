import { sql, type Sql } from '../../kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import { orderBy } from './cursor.ts';
import type { GivenArguments } from './relation.ts';
import { selectList } from './select.ts';
import type { Row, TypeSource } from './source.ts';

/** A field that leads to rows over any number of hops, at most as many as its arguments allow. */
export interface Traversal<From extends object = object, To extends object = object> {
  readonly from: TypeSource<From>;
  readonly field: string;
  /** The hops. They are in no table: their columns are those that `query` returns. */
  readonly to: TypeSource<To>;
  /** The arguments in range; fails INVALID_INPUT otherwise. */
  readonly parseArguments: (args: GivenArguments) => GivenArguments;
  /** The query of the hops that somebody sees from the row with a key, each with the column `truncated`: whether some were left out. */
  readonly query: (given: GivenArguments, key: Sql, session: Session) => Sql;
}

/** Where a walk leads. */
export interface TraversalResult<To extends object> {
  readonly hops: readonly Row<To>[];
  readonly truncated: boolean;
}

/** Declares a walk. */
export function traversal<From extends object, To extends object>(
  declaration: Traversal<From, To>,
): Traversal<From, To> {
  declaration.from.traversals.set(declaration.field, declaration);
  return declaration;
}

/** Where a row leads; asked for many rows at once it costs one statement. */
export async function loadTraversal<From extends object, To extends object>(
  ctx: RequestContext,
  { from, field, to, parseArguments, query }: Traversal<From, To>,
  row: Row<From>,
  args: GivenArguments,
): Promise<TraversalResult<To>> {
  const asked = parseArguments(args);
  return ctx.loaders
    .of<TraversalResult<To>>(`${from.type}.${field} ${JSON.stringify(asked)}`, async (keys) => {
      const t = sql`t`;
      const found = await ctx.db.rows<Row<To>>(sql`
      select parent.key as "$key", t.truncated as "$truncated", ${selectList(to, t, ctx.session)}
      from unnest(${keys}::text[]) parent(key) cross join lateral (${query(asked, sql`parent.key`, ctx.session)}) t
      order by parent.key, ${orderBy(to.order, t)}`);
      const byKey = Map.groupBy(found, (each) => each['$key']);
      return keys
        .map((key) => byKey.get(key) ?? [])
        .map((rows) => ({ hops: rows, truncated: rows[0]?.['$truncated'] === true }));
    })
    .load(String(row[from.key]));
}
