import { failFields } from '#kernel/fail.ts';
import { odsql, sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { CatalogSort } from './catalog-search.inputs.ts';

/** An order of the entries `e`: by a value, nulls last, then by identifier. All but relevance have an index (`catalog-orders`). */
export interface CatalogOrder {
  readonly sort: string;
  /** The value that sorts an entry, as an expression. */
  readonly value: Sql;
  readonly type: 'float8' | 'timestamptz' | 'text';
  readonly descending: boolean;
}

/** An index cannot hold longer texts. Titles that share so many characters are ordered by identifier. */
const title = sql`left(${odsql}fold(e.title), 450) collate "C"`;

const orders: Readonly<Record<Exclude<`${CatalogSort}`, 'RELEVANCE'>, Omit<CatalogOrder, 'sort'>>> = {
  MODIFIED: { value: sqlText('e.modified'), type: 'timestamptz', descending: true },
  MODIFIED_ASC: { value: sqlText('e.modified'), type: 'timestamptz', descending: false },
  PROCESSED: { value: sqlText('e.data_processed'), type: 'timestamptz', descending: true },
  TITLE: { value: title, type: 'text', descending: false },
  TITLE_DESC: { value: title, type: 'text', descending: true },
  DATASET_ID: { value: sqlText('e.dataset_id'), type: 'text', descending: false },
};

/** The order of a search; `score` is the relevance of its words, undefined without words. */
export function orderFor(sort: `${CatalogSort}`, score: Sql | undefined): CatalogOrder {
  if (sort !== 'RELEVANCE') return { sort, ...orders[sort] };
  return score ? { sort, value: score, type: 'float8', descending: true } : { sort, ...orders.MODIFIED };
}

const direction = ({ descending }: CatalogOrder): Sql => sqlText(descending ? 'desc' : 'asc');

/** The `order by` list of rows with these columns; by default, of entries. */
export const orderList = (
  order: CatalogOrder,
  [value, datasetId]: readonly [value: Sql, datasetId: Sql] = [order.value, sqlText('e.dataset_id')],
): Sql => sql`${value} ${direction(order)} nulls last, ${datasetId}`;

/** The cursor of a row: base64url of a JSON array of the sort, the text of the value and the identifier. */
export const searchCursorOf = ({ sort }: CatalogOrder, value: string | null, datasetId: string): string =>
  Buffer.from(JSON.stringify([sort, value, datasetId])).toString('base64url');

/**
 * Conditions of which an entry that comes after a cursor meets exactly one. An index of the order answers each of them with one range. Fails
 * INVALID_INPUT for a text that is not a cursor of this order.
 */
export function afterCursor(order: CatalogOrder, cursor: string): readonly Sql[] {
  const [text, datasetId] = parseSearchCursor(order, cursor);
  const { value } = order;
  const laterId = sql`e.dataset_id > ${datasetId}::text collate "C"`;
  if (text === null) return [sql`${value} is null and ${laterId}`];
  const position = sql`${text}::text::${sqlText(order.type)}${sqlText(order.type === 'text' ? ' collate "C"' : '')}`;
  return [
    sql`${value} = ${position} and ${laterId}`,
    sql`${value} ${sqlText(order.descending ? '<' : '>')} ${position}`,
    sql`${value} is null`,
  ];
}

/** The patterns of the texts that a cursor may hold for a value, by type. */
const valuePatterns: Readonly<Record<CatalogOrder['type'], RegExp>> = {
  float8: /^\d{1,9}(\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  text: /^[^\0]*$/u,
};

function parseSearchCursor(
  { sort, type }: CatalogOrder,
  cursor: string,
): readonly [value: string | null, datasetId: string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const parts: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
    const [cursorSort, value, datasetId, ...more] = parts;
    const isValidValue =
      value === null || (typeof value === 'string' && valuePatterns[type].test(value) && isInstant(type, value));
    if (
      cursorSort === sort &&
      more.length === 0 &&
      isValidValue &&
      typeof datasetId === 'string' &&
      valuePatterns.text.test(datasetId)
    )
      return [value, datasetId];
  } catch {
    // falls through: text that is not JSON is not a cursor either
  }
  return failFields({ after: ['This is not a cursor of this search and order; take one from its edges or pageInfo.'] });
}

/** Whether the calendar has the instant, so that casting it cannot fail. */
function isInstant(type: CatalogOrder['type'], value: string): boolean {
  if (type !== 'timestamptz') return true;
  const instant = new Date(`${value.slice(0, 10)}T${value.slice(11, 19)}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value.slice(0, 10));
}
