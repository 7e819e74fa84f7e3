import { failFields } from '#kernel/fail.ts';
import { lazyObject } from '#kernel/json.ts';
import type { Order, OrderColumn, Row } from './type-source.ts';
import { ArgsType, Field, Int } from 'type-graphql';
import { base64Url } from './declare-source.ts';
import { sql, type Sql, sqlAnd, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';

/** One item of a list with its position. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** The position of a page in its list. */
interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** A page of a list. Each part is computed when it is selected, so an unselected count costs nothing. */
export interface Connection<T> {
  readonly nodes: Promise<T[]>;
  readonly edges: Promise<Edge<T>[]>;
  readonly pageInfo: Promise<PageInfo>;
  readonly totalCount: Promise<number>;
}

/** A page from its rows and its count. `rows` returns one row more than requested if there are others where the page was read to. */
export function connectionOf<T extends object>(
  page: Page,
  rows: () => Promise<readonly Row<T>[]>,
  count: () => Promise<number>,
): Connection<Row<T>> {
  const found = lazyObject({ rows });
  const nodes = async () => [...itemsOf(await found.rows, page)];
  return lazyObject<Connection<Row<T>>>({
    nodes,
    edges: async () => (await nodes()).map(edgeOf),
    pageInfo: async () => {
      const items = await nodes();
      const [first, last] = [items[0], items.at(-1)];
      return {
        ...surroundingsOf(page, (await found.rows).length > page.length),
        startCursor: first ? cursorOf(first) : null,
        endCursor: last ? cursorOf(last) : null,
      };
    },
    totalCount: count,
  });
}

const cursorOf = (row: Row) => String(row[cursorColumn]);

/** A row that was read with its cursor, as an item of its list. */
export const edgeOf = <T extends object>(row: Row<T>): Edge<Row<T>> => ({ node: row, cursor: cursorOf(row) });

/** The order whose cursors a list in memory uses: a cursor encodes the name of an item. */
const byName: Order = { by: [{ column: 'name', type: 'text' }] };

/** A page of a list in memory whose items have unique names. Fails INVALID_INPUT as pages of rows do. */
export function connectionOfList<T extends { readonly name: string }>(
  items: readonly T[],
  page: PageArgs,
  nameOf: (item: T) => string = ({ name }) => name,
): Connection<Row<T>> {
  const checked = checkPage(page);
  const names = items.map(nameOf);
  const start = indexOf(names, checked, 'after') + 1;
  const end = checked.before === undefined ? items.length : indexOf(names, checked, 'before');
  const rows = items.map((item): Row<T> => ({
    ...item,
    [cursorColumn]: Buffer.from(JSON.stringify([nameOf(item)])).toString('base64url'),
  }));
  return connectionOf<T>(
    checked,
    () => Promise.resolve(readFrom(rows.slice(start, end), checked)),
    () => Promise.resolve(items.length),
  );
}

/** The items of a page and one more, from the items between its cursors. */
function readFrom<T>(items: readonly T[], { length, isFromEnd, offset }: Page): readonly T[] {
  if (!isFromEnd) return items.slice(offset, offset + length + 1);
  const end = Math.max(0, items.length - offset);
  return items.slice(Math.max(0, end - length - 1), end);
}

/** The index of the item of a cursor; -1 without the cursor. */
function indexOf(names: readonly string[], page: Page, argument: CursorArgument): number {
  if (page[argument] === undefined) return -1;
  const [name] = parseCursor(page, argument, byName);
  const index = name === undefined ? -1 : names.indexOf(name);
  return index < 0
    ? failFields({ [argument]: ['The item of this cursor is no longer in the list. Start again without a cursor.'] })
    : index;
}

/** The maximum length of a page (docs/contract/specification.md 8, Limits). */
export const maxPageSize = 1000;

/** The length of a page where a client asks for none. */
export const defaultPageSize = 20;

/** The requested page of a list that can be read from either end. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultPageSize,
    description: 'How many items, 0 to 1000.',
  })
  first!: number | null;

  @Field(() => String, { nullable: true, description: 'The items after this cursor.' })
  after?: string | null | undefined;

  @Field(() => Int, { nullable: true, description: 'How many items from the end, 0 to 1000; `first` has no effect.' })
  last?: number | null | undefined;

  @Field(() => String, { nullable: true, description: 'The items before this cursor.' })
  before?: string | null | undefined;

  @Field(() => Int, { nullable: true, defaultValue: 0, description: 'How many items to skip.' })
  offset?: number | null | undefined;
}

/** The checked page of a list: its range between two cursors, and `length` items from one end of it. */
export interface Page {
  readonly length: number;
  /** Whether the items are counted from the end of the range. They are in the order of the list nevertheless. */
  readonly isFromEnd: boolean;
  readonly offset: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Checks a page; fails INVALID_INPUT when it is out of range. */
export function checkPage({ first, after, last, before, ...args }: PageArgs): Page {
  const offset = args.offset ?? 0;
  const [name, length] = last == null ? ['first', first ?? defaultPageSize] : ['last', last];
  if (length < 0 || length > maxPageSize)
    failFields({ [name]: [`Ask for at most ${String(maxPageSize)} items, and not for fewer than 0.`] });
  if (offset < 0) failFields({ offset: ['The number of items to skip cannot be negative.'] });
  return { length, isFromEnd: last != null, offset, after: after ?? undefined, before: before ?? undefined };
}

/** The items of a page, in the order of the list, from the read ones: one more than its length where others follow. */
export const itemsOf = <T>(read: readonly T[], { length, isFromEnd }: Page): readonly T[] =>
  isFromEnd ? read.slice(Math.max(0, read.length - length)) : read.slice(0, length);

/** Whether items precede a page and follow it. `hasMore` is whether an item follows the last one that was read. */
export const surroundingsOf = ({ isFromEnd, offset, after, before }: Page, hasMore: boolean) => ({
  hasPreviousPage: after !== undefined || (isFromEnd ? hasMore : offset > 0),
  hasNextPage: before !== undefined || (isFromEnd ? offset > 0 : hasMore),
});

/** The column with the cursor of a selected row. */
export const cursorColumn = '$cursor';

/**
 * A row's cursor, the opaque text that clients send back: base64url of a JSON array of the texts of the order's columns. That of an order with a
 * name is an array of the name and this array, so that no order takes the cursor of another.
 */
export function cursorExpression({ name, by }: Order, alias: Sql): Sql {
  const texts = by.map((column) => sql`${orderValue(column, alias)}::text`);
  const position = sql`json_build_array(${sqlJoin(texts, ', ')})`;
  return base64Url(
    sql`${name === undefined ? position : sql`json_build_array(${sqlText(`'${name}'`)}, ${position})`}::text`,
  );
}

/** The order in which a page is read: from the end, the opposite one. */
export const readingOrder = (order: Order, { isFromEnd }: Pick<Page, 'isFromEnd'>): Order =>
  isFromEnd ? { ...order, descending: !order.descending } : order;

/** An argument of a page that is a cursor. */
export type CursorArgument = 'after' | 'before';

/** The condition that a row is between the cursors of a page; fails INVALID_INPUT for a text that is not a cursor of this order. */
export const betweenCursors = (order: Order, alias: Sql, page: Page): Sql | undefined =>
  betweenPositions(order, alias, page, (argument) => parseCursor(page, argument, order));

/** The condition that a row is between the positions of the cursors of a page; undefined without cursors. */
export function betweenPositions(
  order: Order,
  alias: Sql,
  page: Page,
  positionOf: (argument: CursorArgument) => readonly unknown[],
): Sql | undefined {
  const given = (['after', 'before'] as const).filter((argument) => page[argument] !== undefined);
  if (given.length === 0) return undefined;
  return sqlAnd(
    ...given.map((argument) =>
      afterPosition(readingOrder(order, { isFromEnd: argument === 'before' }), alias, positionOf(argument)),
    ),
  );
}

/** The columns of an order of rows under an alias, each in its collation. */
export const orderColumns = ({ by }: Order, alias: Sql): readonly Sql[] =>
  by.map((column) => {
    const value = orderValue(column, alias);
    return column.collation === undefined ? value : sql`${value} collate ${sqlName(column.collation)}`;
  });

/** The value of a column of an order. */
const orderValue = ({ column, within, valueOfKey }: OrderColumn, alias: Sql): Sql => {
  if (valueOfKey) return valueOfKey(alias);
  return within === undefined
    ? sql`${alias}.${sqlName(column)}`
    : sql`(${alias}.${sqlName(within)} ->> ${sqlText(`'${column}'`)})`;
};

/** Whether the largest value of a column comes first in an order. */
const isDescending = (
  { descending = false }: Order,
  { isOpposite = false }: Pick<OrderColumn, 'isOpposite'>,
): boolean => descending !== isOpposite;

/** The condition that a row comes after a position. An index has the rows of one direction between two positions. */
function afterPosition(order: Order, alias: Sql, position: readonly unknown[]): Sql {
  const columns = orderColumns(order, alias);
  const values = order.by.map(({ type }, index) => sql`${position[index]}::text::${sqlText(type)}`);
  if (!order.by.some(({ isOpposite }) => isOpposite))
    return sql`(${sqlJoin(columns, ', ')}) ${sqlText(order.descending ? '<' : '>')} (${sqlJoin(values, ', ')})`;
  return order.by.reduceRight((isAfterInNext, column, index) => {
    const after = sqlText(isDescending(order, column) ? '<' : '>');
    // the first comparison alone bounds what is read from an index of the column
    return sql`(${columns[index]} ${after}= ${values[index]}
      and (${columns[index]} ${after} ${values[index]} or ${isAfterInNext}))`;
  }, sqlText('false'));
}

const instant = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/;

/** Whether a text of a cursor is a value of its column's type, so that casting it cannot fail. */
const isValidText: Readonly<Record<OrderColumn['type'], (text: string) => boolean>> = {
  text: (text) => !text.includes('\0'),
  integer: (text) => /^-?\d{1,9}$/.test(text),
  timestamptz: (text) => isDay(instant.exec(text)?.[1] ?? ''),
};

/** Whether the calendar has the day: converting it to milliseconds and back returns the same day. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.toISOString().startsWith(day);
}

const isPosition = (value: unknown, { by }: Order): value is readonly string[] =>
  Array.isArray(value) &&
  value.length === by.length &&
  value.every((text, index) => typeof text === 'string' && isValidText[by[index]?.type ?? 'text'](text));

/** The position that a cursor of a page encodes; fails INVALID_INPUT when the text is not a cursor of this order. */
export function parseCursor(page: Page, argument: CursorArgument, order: Order): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(page[argument] ?? '', 'base64url').toString('utf8'));
    const parts: readonly unknown[] =
      order.name === undefined ? [undefined, parsed] : Array.isArray(parsed) ? parsed : [];
    const [name, position] = parts;
    if (parts.length === 2 && name === order.name && isPosition(position, order)) return position;
  } catch {
    // falls through: text that is not JSON is not a cursor either
  }
  return failFields({ [argument]: ['This is not a cursor of this list. Use one from its edges or pageInfo.'] });
}

/** The `order by` list of an order. */
export const orderBy = (order: Order, alias: Sql): Sql =>
  sqlJoin(
    orderColumns(order, alias).map(
      (column, index) => sql`${column} ${sqlText(isDescending(order, order.by[index] ?? {}) ? 'desc' : 'asc')}`,
    ),
    ', ',
  );
