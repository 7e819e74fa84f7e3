import type { GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { cursorExpression, orderBy } from '../reading/cursor.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { PlanBuilder } from './plan-builder.ts';
import { unsupported } from './unsupported.ts';
import { finalizeItems } from './finalize.ts';
import { hasPreviousPage, countRows, pageLength, pageRows, type PageSelection } from './page-rows.ts';
import {
  asList,
  asObject,
  selectFields,
  type RequestedField,
  type SelectedValue,
  type SelectList,
} from './select-fields.ts';

/** A page, and how a row of it is read: what a field asks of its type. */
export interface ConnectionSelection extends PageSelection {
  readonly rowFor: (asked: RequestedField) => SelectList;
}

/** A connection as one json expression. A count is taken only where it is selected, a position only where it shows; rows that are slim are found once for both. */
export function selectConnection(builder: PlanBuilder, page: ConnectionSelection): SelectedValue {
  const { source, alias, where } = page;
  if (!source.isKeyOnly) return selectFrom(builder, page);
  const { value, finalize } = selectFrom(builder, {
    ...page,
    source: { ...source, table: 'found' },
    where: sqlText('true'),
  });
  return {
    value: sql`(with found as materialized (select ${alias}.* from ${sqlName(source.table)} ${alias} where ${where}) select ${value})`,
    finalize,
  };
}

function selectFrom(builder: PlanBuilder, page: ConnectionSelection): SelectedValue {
  const type = builder.objectTypeOf(page.field);
  const parts = [...collectFields(builder.context, type, selectionsOf(page.nodes)).values()].map(
    ([node]) => node?.name.value,
  );
  const isPlain =
    parts.every((name) => name === 'nodes' || name === 'totalCount' || name === '__typename') &&
    parts.filter((name) => name === 'nodes').length <= 1;
  return isPlain ? selectPlainConnection(builder, page, type) : selectFullConnection(builder, page, type);
}

/** One list of nodes and a count: no row needs to know its place. */
function selectPlainConnection(
  builder: PlanBuilder,
  page: ConnectionSelection,
  type: GraphQLObjectType,
): SelectedValue {
  const length = pageLength(builder, page);
  return asObject(
    selectFields(builder, type, page.nodes, (asked) =>
      asked.field.name === 'totalCount'
        ? { value: countRows(page) }
        : asList(page.rowFor(asked), pageRows(builder, page, length)),
    ),
  );
}

/** Nodes, edges and positions of one page, whose rows are read once, with one more that tells whether others follow. */
function selectFullConnection(builder: PlanBuilder, page: ConnectionSelection, type: GraphQLObjectType): SelectedValue {
  const { order, alias } = page;
  const length = pageLength(builder, page);
  const items: Sql[] = [];

  /** Adds a rendering of each row, and answers its column in the page. */
  function itemOf(asked: RequestedField): SelectedValue {
    const { value, finalize } = asObject(page.rowFor(asked));
    const name = sqlName(`item${String(items.length)}`);
    items.push(sql`${value} as ${name}`);
    return { value: sql`page.${name}`, finalize };
  }

  const edgeOf = ({ field, nodes }: RequestedField): SelectedValue =>
    asObject(
      selectFields(builder, builder.objectTypeOf(field), nodes, (asked) =>
        asked.field.name === 'cursor' ? { value: sqlText('page.cursor') } : itemOf(asked),
      ),
    );

  const parts: Readonly<Record<string, (asked: RequestedField) => SelectedValue>> = {
    totalCount: () => ({ value: countRows(page) }),
    pageInfo: (asked) => selectPageInfo(builder, page, asked, length),
    nodes: (asked) => listOf(itemOf(asked), length),
    edges: (asked) => listOf(edgeOf(asked), length),
  };
  const selected = selectFields(
    builder,
    type,
    page.nodes,
    (asked) => parts[asked.field.name]?.(asked) ?? unsupported(`${type.name}.${asked.field.name}`),
  );
  const at = sql`row_number() over (order by ${orderBy(order, alias)}) as at`;
  const rows = sql`select ${sqlJoin([at, sql`${cursorExpression(order, alias)} as cursor`, ...items], ', ')} ${pageRows(builder, page, sql`${length} + 1`)}`;
  return { value: sql`(with page as materialized (${rows}) ${asObject(selected).value})`, finalize: selected.finalize };
}

const listOf = ({ value, finalize }: SelectedValue, length: Sql): SelectedValue => ({
  value: sql`(select coalesce(json_agg(${value} order by page.at), '[]'::json) from page where page.at <= ${length})`,
  finalize: finalizeItems(finalize),
});

function selectPageInfo(
  builder: PlanBuilder,
  page: PageSelection,
  { field, nodes }: RequestedField,
  length: Sql,
): SelectedValue {
  const type = builder.objectTypeOf(field);
  const parts: Readonly<Record<string, Sql>> = {
    hasNextPage: sql`(select count(*) from page) > ${length}`,
    hasPreviousPage: hasPreviousPage(builder, page),
    startCursor: sql`(select page.cursor from page where page.at = 1 and ${length} > 0)`,
    endCursor: sql`(select page.cursor from page where page.at <= ${length} order by page.at desc limit 1)`,
  };
  return asObject(
    selectFields(builder, type, nodes, (asked) => ({
      value: parts[asked.field.name] ?? unsupported(`${type.name}.${asked.field.name}`),
    })),
  );
}
