import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import { orderBy } from '../reading/cursor.ts';
import type { Walk } from '../reading/walk.ts';
import type { Compilation } from './compilation.ts';
import { asList, asObject, selectFields, type Asked, type Selected, type SelectList } from './select-fields.ts';

/** A walk and where it starts, and how a hop of it is read under an alias. */
export interface WalkAsked extends Asked {
  readonly walk: Walk;
  readonly key: Sql;
  readonly hopFor: (asked: Asked, alias: Sql) => SelectList;
}

/** Where a walk leads, as one json expression: its query runs once, whatever is asked of its hops. */
export function selectWalk(
  c: Compilation,
  { walk: { to, check, hops }, key, hopFor, field, nodes }: WalkAsked,
): Selected {
  const args = check(c.argumentsOf(field, nodes[0]));
  const given = Object.fromEntries(
    Object.keys(args).map((name) => [name, c.parameter(field, nodes[0], (run) => check(run)[name])]),
  );
  const selected = asObject(
    selectFields(c, c.objectTypeOf(field), nodes, (asked) => {
      if (asked.field.name === 'truncated')
        return { value: sqlText('coalesce((select bool_or(walked.truncated) from walked), false)') };
      const alias = c.alias();
      return asList(hopFor(asked, alias), sql`from walked ${alias} order by ${orderBy(to.order, alias)}`);
    }),
  );
  return {
    ...selected,
    value: sql`(with walked as materialized (${hops(given, key, c.session)}) select ${selected.value})`,
  };
}
