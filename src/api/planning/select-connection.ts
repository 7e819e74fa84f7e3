import type { GraphQLObjectType } from 'graphql';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { cursorExpression, orderBy } from '../reading/cursor.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { Compilation } from './compilation.ts';
import { decline } from './declined.ts';
import { mendItems } from './mend.ts';
import { beginsLater, countOf, lengthOf, pageRows, type PageAsked } from './page-rows.ts';
import { asList, asObject, selectFields, type Asked, type Selected, type SelectList } from './select-fields.ts';

/** A page, and how a row of it is read: what a field asks of its type. */
export interface ConnectionAsked extends PageAsked {
  readonly rowFor: (asked: Asked) => SelectList;
}

/** A connection as one json expression. A count is taken only where it is selected, a position only where it shows; rows that are slim are found once for both. */
export function selectConnection(c: Compilation, page: ConnectionAsked): Selected {
  const { source, alias, where } = page;
  if (!source.isSlim) return selectFrom(c, page);
  const { value, mend } = selectFrom(c, { ...page, source: { ...source, table: 'found' }, where: sqlText('true') });
  return {
    value: sql`(with found as materialized (select ${alias}.* from ${sqlName(source.table)} ${alias} where ${where}) select ${value})`,
    mend,
  };
}

function selectFrom(c: Compilation, page: ConnectionAsked): Selected {
  const type = c.objectTypeOf(page.field);
  const parts = [...collectFields(c.reading, type, selectionsOf(page.nodes)).values()].map(
    ([node]) => node?.name.value,
  );
  const isPlain =
    parts.every((name) => name === 'nodes' || name === 'totalCount' || name === '__typename') &&
    parts.filter((name) => name === 'nodes').length <= 1;
  return isPlain ? selectPlainConnection(c, page, type) : selectFullConnection(c, page, type);
}

/** One list of nodes and a count: no row needs to know its place. */
function selectPlainConnection(c: Compilation, page: ConnectionAsked, type: GraphQLObjectType): Selected {
  const length = lengthOf(c, page);
  return asObject(
    selectFields(c, type, page.nodes, (asked) =>
      asked.field.name === 'totalCount'
        ? { value: countOf(page) }
        : asList(page.rowFor(asked), pageRows(c, page, length)),
    ),
  );
}

/** Nodes, edges and positions of one page, whose rows are read once, with one more that tells whether others follow. */
function selectFullConnection(c: Compilation, page: ConnectionAsked, type: GraphQLObjectType): Selected {
  const { order, alias } = page;
  const length = lengthOf(c, page);
  const items: Sql[] = [];

  /** Adds a rendering of each row, and answers its column in the page. */
  function itemOf(asked: Asked): Selected {
    const { value, mend } = asObject(page.rowFor(asked));
    const name = sqlName(`item${String(items.length)}`);
    items.push(sql`${value} as ${name}`);
    return { value: sql`page.${name}`, mend };
  }

  const edgeOf = ({ field, nodes }: Asked): Selected =>
    asObject(
      selectFields(c, c.objectTypeOf(field), nodes, (asked) =>
        asked.field.name === 'cursor' ? { value: sqlText('page.cursor') } : itemOf(asked),
      ),
    );

  const parts: Readonly<Record<string, (asked: Asked) => Selected>> = {
    totalCount: () => ({ value: countOf(page) }),
    pageInfo: (asked) => selectPageInfo(c, page, asked, length),
    nodes: (asked) => listOf(itemOf(asked), length),
    edges: (asked) => listOf(edgeOf(asked), length),
  };
  const selected = selectFields(
    c,
    type,
    page.nodes,
    (asked) => parts[asked.field.name]?.(asked) ?? decline(`${type.name}.${asked.field.name}`),
  );
  const at = sql`row_number() over (order by ${orderBy(order, alias)}) as at`;
  const rows = sql`select ${sqlJoin([at, sql`${cursorExpression(order, alias)} as cursor`, ...items], ', ')} ${pageRows(c, page, sql`${length} + 1`)}`;
  return { value: sql`(with page as materialized (${rows}) ${asObject(selected).value})`, mend: selected.mend };
}

const listOf = ({ value, mend }: Selected, length: Sql): Selected => ({
  value: sql`(select coalesce(json_agg(${value} order by page.at), '[]'::json) from page where page.at <= ${length})`,
  mend: mendItems(mend),
});

function selectPageInfo(c: Compilation, page: PageAsked, { field, nodes }: Asked, length: Sql): Selected {
  const type = c.objectTypeOf(field);
  const parts: Readonly<Record<string, Sql>> = {
    hasNextPage: sql`(select count(*) from page) > ${length}`,
    hasPreviousPage: beginsLater(c, page),
    startCursor: sql`(select page.cursor from page where page.at = 1 and ${length} > 0)`,
    endCursor: sql`(select page.cursor from page where page.at <= ${length} order by page.at desc limit 1)`,
  };
  return asObject(
    selectFields(c, type, nodes, (asked) => ({
      value: parts[asked.field.name] ?? decline(`${type.name}.${asked.field.name}`),
    })),
  );
}
