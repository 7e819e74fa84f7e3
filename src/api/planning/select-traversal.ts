import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import { orderBy } from '../reading/cursor.ts';
import type { Traversal } from '../reading/traversal.ts';
import type { PlanBuilder } from './plan-builder.ts';
import {
  asList,
  asObject,
  selectFields,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-fields.ts';

/** A walk and where it starts, and how a hop of it is read under an alias. */
export interface TraversalSelection extends RequestedField {
  readonly traversal: Traversal;
  readonly key: Sql;
  readonly rowFor: (asked: RequestedField, alias: Sql) => SelectList;
}

/** Where a walk leads, as one json expression: its query runs once, whatever is asked of its rows. */
export function selectTraversal(
  builder: PlanBuilder,
  { traversal: { to, parseArguments, query }, key, rowFor, field, nodes }: TraversalSelection,
): SelectedValue {
  const args = parseArguments(builder.argumentsOf(field, nodes[0]));
  const given = Object.fromEntries(
    Object.keys(args).map((name) => [name, builder.parameter(field, nodes[0], (run) => parseArguments(run)[name])]),
  );
  const selected = asObject(
    selectFields(builder, builder.objectTypeOf(field), nodes, (asked) => {
      if (asked.field.name === 'truncated')
        return { value: sqlText('coalesce((select bool_or(walked.truncated) from walked), false)') };
      const alias = builder.alias();
      return asList(rowFor(asked, alias), sql`from walked ${alias} order by ${orderBy(to.order, alias)}`);
    }),
  );
  return {
    ...selected,
    value: sql`(with walked as materialized (${query(given, key, builder.session)}) select ${selected.value})`,
  };
}
