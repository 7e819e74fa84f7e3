import { sql, type Sql } from '../../kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import { orderBy } from './cursor.ts';
import type { GivenArguments } from './relation.ts';
import { selectList } from './select.ts';
import type { Row, Source } from './source.ts';

/** A field that leads to rows over any number of hops, at most as many as its arguments allow. */
export interface Walk<From extends object = object, To extends object = object> {
  readonly from: Source<From>;
  readonly field: string;
  /** The hops. They are in no table: their columns are those that `hops` answers. */
  readonly to: Source<To>;
  /** The arguments in range; fails INVALID_INPUT otherwise. */
  readonly check: (args: GivenArguments) => GivenArguments;
  /** The query of the hops that somebody sees from the row with a key, each with the column `truncated`: whether some were left out. */
  readonly hops: (given: GivenArguments, key: Sql, session: Session) => Sql;
}

/** Where a walk leads. */
export interface Walked<To extends object> {
  readonly hops: readonly Row<To>[];
  readonly truncated: boolean;
}

/** Declares a walk. */
export function walk<From extends object, To extends object>(declaration: Walk<From, To>): Walk<From, To> {
  declaration.from.walks.set(declaration.field, declaration);
  return declaration;
}

/** Where a row leads; asked for many rows at once it costs one statement. */
export async function loadWalk<From extends object, To extends object>(
  ctx: RequestContext,
  { from, field, to, check, hops }: Walk<From, To>,
  row: Row<From>,
  args: GivenArguments,
): Promise<Walked<To>> {
  const asked = check(args);
  return ctx.loaders
    .of<Walked<To>>(`${from.type}.${field} ${JSON.stringify(asked)}`, async (keys) => {
      const t = sql`t`;
      const found = await ctx.db.rows<Row<To>>(sql`
      select parent.key as "$key", t.truncated as "$truncated", ${selectList(to, t, ctx.session)}
      from unnest(${keys}::text[]) parent(key) cross join lateral (${hops(asked, sql`parent.key`, ctx.session)}) t
      order by parent.key, ${orderBy(to.order, t)}`);
      const byKey = Map.groupBy(found, (each) => each['$key']);
      return keys
        .map((key) => byKey.get(key) ?? [])
        .map((rows) => ({ hops: rows, truncated: rows[0]?.['$truncated'] === true }));
    })
    .load(String(row[from.key]));
}
