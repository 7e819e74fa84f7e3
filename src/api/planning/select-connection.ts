import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { afterPosition, cursorExpression, orderBy, readPosition } from '../reading/cursor.ts';
import { checkPage, type PageArgs } from '../reading/page-args.ts';
import type { Order, Source } from '../reading/source.ts';
import { collectFields, selectionsOf } from './collect-fields.ts';
import type { ArgumentValues, Compilation } from './compilation.ts';
import { decline } from './declined.ts';
import { mendAll, mendBelow, type Mend } from './mend.ts';
import { selectObject } from './select-object.ts';

/** Which rows a connection is a page of, and what is asked of it. */
export interface ConnectionAsked {
  readonly source: Source;
  readonly order: Order;
  /** The rows' alias, which the condition speaks of. */
  readonly alias: Sql;
  readonly where: Sql;
  /** The connection's type, its field and the nodes that ask for it. */
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/** The page that a run asks for; fails INVALID_INPUT when it is out of range. */
const pageOf = ({ first, offset, after }: ArgumentValues): PageArgs =>
  checkPage({ first: Number(first), offset: Number(offset), after: typeof after === 'string' ? after : undefined });

/** A connection as one json expression. A count is taken only where it is selected, a position only where it shows. */
export function selectConnection(c: Compilation, asked: ConnectionAsked): { value: Sql; mend: Mend } {
  const asksFor = [...collectFields(c.reading, asked.type, selectionsOf(asked.nodes)).values()].map(([node]) => node?.name.value);
  const isPlain = asksFor.every((name) => name === 'nodes' || name === 'totalCount') && asksFor.filter((name) => name === 'nodes').length <= 1;
  return isPlain ? selectPlainConnection(c, asked) : selectFullConnection(c, asked);
}

/** One list of nodes and a count: no row needs to know its place. */
function selectPlainConnection(c: Compilation, asked: ConnectionAsked): { value: Sql; mend: Mend } {
  const { source, alias, order, type, field, nodes } = asked;
  const first = sql`${c.parameter(field, nodes[0], (args) => pageOf(args).first)}::int`;
  const entries = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]): { column: Sql; mend: Mend } => {
    if (!node || node.name.value === 'totalCount') return { column: as(countOf(asked), key), mend: undefined };
    const { list, mend } = selectObject(c, source, c.objectTypeOf(c.fieldOf(type, node)), [node, ...others], alias);
    const rows = sql`select ${list} from ${pageRows(c, asked, first)} order by ${orderBy(order, alias)}`;
    return { column: as(sql`(select coalesce(json_agg(row_to_json(n)), '[]'::json) from (${rows}) n)`, key), mend: mendBelow(key, mend) };
  });
  const value = sql`(select row_to_json(z) from (select ${sqlJoin(entries.map(({ column }) => column), ', ')}) z)`;
  return { value, mend: mendAll(entries.map(({ mend }) => mend)) };
}

const countOf = ({ source, alias, where }: ConnectionAsked): Sql => sql`(select count(*)::int from ${sqlName(source.table)} ${alias} where ${where})`;

/** Nodes, edges and positions of one page. */
function selectFullConnection(c: Compilation, asked: ConnectionAsked): { value: Sql; mend: Mend } {
  const { source, alias, type, field, nodes } = asked;
  const items: Sql[] = [];
  const first = sql`${c.parameter(field, nodes[0], (args) => pageOf(args).first)}::int`;

  /** Adds a rendering of each row, and answers the name of its column in the page. */
  function item(below: readonly FieldNode[], nodeField: GraphQLField<unknown, unknown>): { name: Sql; mend: Mend } {
    const { list, mend } = selectObject(c, source, c.objectTypeOf(nodeField), below, alias);
    const name = sqlName(`item${String(items.length)}`);
    items.push(sql`(select row_to_json(z) from (select ${list}) z) as ${name}`);
    return { name, mend };
  }

  const entries = [...collectFields(c.reading, type, selectionsOf(nodes))].map(([key, [node, ...others]]): { column: Sql; mend: Mend } => {
    const name = node?.name.value ?? '';
    if (!node || name === '__typename') return { column: as(sqlText(`'${type.name}'::text`), key), mend: undefined };
    const all: [FieldNode, ...FieldNode[]] = [node, ...others];
    const part = c.fieldOf(type, node);
    if (name === 'totalCount') return { column: as(countOf(asked), key), mend: undefined };
    if (name === 'nodes') {
      const { name: column, mend } = item(all, part);
      return { column: as(listOf(column, first), key), mend: mendBelow(key, mend) };
    }
    if (name === 'edges') return edges(key, all, c.objectTypeOf(part));
    if (name === 'pageInfo') return { column: as(pageInfo(c, c.objectTypeOf(part), all, field, nodes[0], first), key), mend: undefined };
    return decline(`${type.name}.${name}`);
  });

  function edges(key: string, below: readonly FieldNode[], edgeType: GraphQLObjectType): { column: Sql; mend: Mend } {
    const parts = [...collectFields(c.reading, edgeType, selectionsOf(below))].map(([partKey, [node, ...others]]): { column: Sql; mend: Mend } => {
      const name = node?.name.value ?? '';
      if (name === 'cursor') return { column: as(sqlText('page.cursor'), partKey), mend: undefined };
      if (!node || name !== 'node') return { column: as(sqlText(`'${edgeType.name}'::text`), partKey), mend: undefined };
      const { name: column, mend } = item([node, ...others], c.fieldOf(edgeType, node));
      return { column: as(sql`page.${column}`, partKey), mend: mendBelow(partKey, mend) };
    });
    const edge = sql`(select row_to_json(z) from (select ${sqlJoin(parts.map(({ column }) => column), ', ')}) z)`;
    return { column: as(listOf(edge, first), key), mend: mendBelow(key, mendAll(parts.map(({ mend }) => mend))) };
  }

  const value = sql`(with page as materialized (
    select ${sqlJoin([sql`row_number() over (order by ${orderBy(asked.order, alias)}) as at`, sql`${cursorExpression(asked.order, alias)} as cursor`, ...items], ', ')}
    from ${pageRows(c, asked, sql`${first} + 1`)} order by ${orderBy(asked.order, alias)}
  ) select row_to_json(z) from (select ${sqlJoin(entries.map(({ column }) => column), ', ')}) z)`;
  return { value, mend: mendAll(entries.map(({ mend }) => mend)) };
}

const as = (value: Sql, name: string): Sql => sql`${value} as ${sqlName(name)}`;

const listOf = (item: Sql, first: Sql): Sql => sql`(select coalesce(json_agg(${item} order by page.at), '[]'::json) from page where page.at <= ${first})`;

/**
 * The rows of the page, as many as the limit. Where rows are skipped, the page is chosen by its physical rows
 * first and joined back, so that a skipped row costs an index entry and not its columns.
 */
function pageRows(c: Compilation, { source, order, alias, where, field, nodes: [node] }: ConnectionAsked, limit: Sql): Sql {
  const given = pageOf(c.argumentsOf(field, node));
  const after = given.after === undefined ? undefined : afterPosition(order, alias, order.by.map((_column, at) =>
    c.parameter(field, node, (args) => readPosition(pageOf(args).after ?? '', order)[at])));
  const table = sql`${sqlName(source.table)} ${alias}`;
  const chosen = sql`from ${table} where ${sqlAnd(where, after)} order by ${orderBy(order, alias)} limit ${limit}`;
  if (given.offset === 0) return sql`(select ${alias}.* ${chosen}) ${alias}`;
  const offset = c.parameter(field, node, (args) => pageOf(args).offset);
  return sql`(select ${alias}.ctid as place ${chosen} offset ${offset}::int) chosen join ${table} on ${alias}.ctid = chosen.place`;
}

function pageInfo(
  c: Compilation, type: GraphQLObjectType, below: readonly FieldNode[], field: GraphQLField<unknown, unknown>, node: FieldNode, first: Sql,
): Sql {
  const skips = c.parameter(field, node, (args) => { const { offset, after } = pageOf(args); return offset > 0 || after !== undefined; });
  const parts: Readonly<Record<string, Sql>> = {
    __typename: sqlText(`'${type.name}'::text`),
    hasNextPage: sql`(select count(*) from page) > ${first}`,
    hasPreviousPage: sql`${skips}::boolean`,
    startCursor: sql`(select page.cursor from page where page.at = 1 and ${first} > 0)`,
    endCursor: sql`(select page.cursor from page where page.at <= ${first} order by page.at desc limit 1)`,
  };
  const columns = [...collectFields(c.reading, type, selectionsOf(below))].map(([key, [part]]) =>
    as(parts[part?.name.value ?? ''] ?? decline(`${type.name}.${part?.name.value ?? ''}`), key));
  return sql`(select row_to_json(z) from (select ${sqlJoin(columns, ', ')}) z)`;
}
