import { failFields } from '#kernel/fail.ts';
import { base64Url } from '../declare/source.ts';
import { sql, sqlAnd, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import type { Order, OrderColumn } from '../declare/type-source.ts';
import type { Page } from './page-args.ts';

/** The column with the cursor of a selected row. */
export const cursorColumn = '$cursor';

/** A row's cursor, the opaque text that clients send back: base64url of a JSON array of the texts of its order columns. */
export const cursorExpression = (order: Order, alias: Sql): Sql =>
  base64Url(
    sql`json_build_array(${sqlJoin(
      order.by.map(({ column }) => sql`${alias}.${sqlName(column)}::text`),
      ', ',
    )})::text`,
  );

/** The order in which a page is read: from the end, the opposite one. */
export const readingOrder = (order: Order, { isFromEnd }: Pick<Page, 'isFromEnd'>): Order =>
  isFromEnd ? { ...order, descending: !order.descending } : order;

/** An argument of a page that is a cursor. */
export type CursorArgument = 'after' | 'before';

/** The condition that a row is between the cursors of a page; fails INVALID_INPUT for a text that is not a cursor of this order. */
export const betweenCursors = (order: Order, alias: Sql, page: Page): Sql | undefined =>
  betweenPositions(order, alias, page, (argument) => parseCursor(page, argument, order));

/**
 * The condition that a row is between the positions of the cursors of a page, each the texts of the order columns, or parameters for them;
 * undefined without cursors.
 */
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
  by.map(({ column, collation }) => {
    const value = sql`${alias}.${sqlName(column)}`;
    return collation === undefined ? value : sql`${value} collate ${sqlName(collation)}`;
  });

/** The condition that a row comes after a position. */
function afterPosition(order: Order, alias: Sql, position: readonly unknown[]): Sql {
  const columns = sqlJoin(orderColumns(order, alias), ', ');
  const values = sqlJoin(
    order.by.map(({ type }, index) => sql`${position[index]}::text::${sqlText(type)}`),
    ', ',
  );
  return sql`(${columns}) ${sqlText(order.descending ? '<' : '>')} (${values})`;
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
    const position: unknown = JSON.parse(Buffer.from(page[argument] ?? '', 'base64url').toString('utf8'));
    if (isPosition(position, order)) return position;
  } catch {
    // falls through: text that is not JSON is not a cursor either
  }
  return failFields({ [argument]: ['This is not a cursor of this list. Use one from its edges or pageInfo.'] });
}

/** The `order by` list of an order. */
export const orderBy = (order: Order, alias: Sql): Sql =>
  sqlJoin(
    orderColumns(order, alias).map((column) => sql`${column} ${sqlText(order.descending ? 'desc' : 'asc')}`),
    ', ',
  );
