import { failFields } from '../../kernel/fail.ts';
import { base64Url } from './base64-url.ts';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import type { Order } from './source.ts';

/** The column under which a selected row carries its cursor. */
export const cursorColumn = '$cursor';

/** A row's cursor, the opaque text that clients send back: base64url of a JSON array of the texts of its order columns. */
export const cursorExpression = (order: Order, alias: Sql): Sql =>
  base64Url(sql`json_build_array(${sqlJoin(order.by.map(({ column }) => sql`${alias}.${sqlName(column)}::text`), ', ')})::text`);

/** The condition that a row comes after the cursor; fails INVALID_INPUT when the text is no cursor of this order. */
export const afterCursor = (order: Order, alias: Sql, cursor: string): Sql => afterPosition(order, alias, readPosition(cursor, order));

/** The condition that a row comes after a position: the texts of the order columns, or parameters for them. */
export function afterPosition(order: Order, alias: Sql, position: readonly unknown[]): Sql {
  const columns = sqlJoin(order.by.map(({ column }) => sql`${alias}.${sqlName(column)}`), ', ');
  const values = sqlJoin(order.by.map(({ type }, at) => sql`${position[at]}::text::${sqlText(type)}`), ', ');
  return sql`(${columns}) ${sqlText(order.descending ? '<' : '>')} (${values})`;
}

const shapes = { text: /^[^\0]*$/su, integer: /^-?\d{1,9}$/, timestamptz: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/ };

/** The position that a cursor stands for; fails INVALID_INPUT when the text is no cursor of this order. */
export function readPosition(cursor: string, order: Order): readonly string[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(position) && position.length === order.by.length
      && position.every((text, at) => typeof text === 'string' && shapes[order.by[at]?.type ?? 'text'].test(text))) {
      return position;
    }
  } catch {
    // falls through: text that is no JSON is no cursor either
  }
  return failFields({ after: ['This is not a cursor of this list; take one from its edges or pageInfo.'] });
}

/** The `order by` list of an order. */
export const orderBy = (order: Order, alias: Sql): Sql => sqlJoin(
  order.by.map(({ column }) => sql`${alias}.${sqlName(column)} ${sqlText(order.descending ? 'desc' : 'asc')}`), ', ');
