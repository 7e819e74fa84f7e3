import { failFields } from '#kernel/fail.ts';
import { odsql, sql, sqlText, type Sql } from '#kernel/sql.ts';
import type { CursorArgument, Page } from '#api/reading/connection.ts';
import type { CatalogOrder, CatalogOrderField } from './catalog.inputs.ts';

/** An order of the entries `e`: by a value, nulls last, then by identifier. All but relevance have an index (`catalog-orders`). */
export interface EntryOrder {
  /** What cursors of the order begin with. */
  readonly name: string;
  /** The value that sorts an entry, as an expression. */
  readonly value: Sql;
  readonly type: 'float8' | 'timestamptz' | 'text';
  readonly descending: boolean;
  readonly isNullable: boolean;
}

/** An index cannot hold longer texts. Titles that share so many characters are ordered by identifier. */
const title = sql`left(${odsql}fold(e.title), 450) collate "C"`;

const orders: Readonly<Record<Exclude<`${CatalogOrderField}`, 'RELEVANCE'>, Omit<EntryOrder, 'name' | 'descending'>>> =
  {
    MODIFIED_AT: { value: sqlText('e.modified'), type: 'timestamptz', isNullable: true },
    DATA_PROCESSED_AT: { value: sqlText('e.data_processed'), type: 'timestamptz', isNullable: true },
    TITLE: { value: title, type: 'text', isNullable: true },
    DATASET_ID: { value: sqlText('e.dataset_id'), type: 'text', isNullable: false },
  };

/** The order of a search; `score` is the relevance of its words, undefined without words. Fails INVALID_INPUT for several fields. */
export function orderFor(orderBy: readonly CatalogOrder[] | null | undefined, score: Sql | undefined): EntryOrder {
  const [key = { field: 'RELEVANCE', direction: 'ASC' }, ...others] = orderBy ?? [];
  if (others.length > 0) failFields({ orderBy: ['Order by one field. Equal datasets are ordered by identifier.'] });
  const { field, direction } = key;
  const order =
    field !== 'RELEVANCE'
      ? orders[field]
      : score
        ? ({ value: score, type: 'float8', isNullable: false } as const)
        : orders.MODIFIED_AT;
  // the first of a rank has the highest score
  const descending = (direction === 'DESC') !== (field === 'RELEVANCE');
  return { ...order, name: `${field} ${direction}`, descending };
}

/** The `order by` list of rows with these columns, by default of entries; from the end, the opposite of the order. */
export function orderList(
  { value, descending, isNullable }: EntryOrder,
  isFromEnd: boolean,
  [column, datasetId]: readonly [value: Sql, datasetId: Sql] = [value, sqlText('e.dataset_id')],
): Sql {
  const direction = sqlText(descending === isFromEnd ? 'asc' : 'desc');
  const nulls = sqlText(isNullable ? ` nulls ${isFromEnd ? 'first' : 'last'}` : '');
  return sql`${column} ${direction}${nulls}, ${datasetId} ${sqlText(isFromEnd ? 'desc' : 'asc')}`;
}

/** The cursor of a row: base64url of a JSON array of the order, the text of the value and the identifier. */
export const searchCursorOf = ({ name }: EntryOrder, value: string | null, datasetId: string): string =>
  Buffer.from(JSON.stringify([name, value, datasetId])).toString('base64url');

/**
 * Conditions of which an entry after or before a cursor meets exactly one; undefined without the cursor. An index of the order answers each
 * of them with one range. Fails INVALID_INPUT for a text that is not a cursor of this order.
 */
export function beyondCursor(order: EntryOrder, page: Page, argument: CursorArgument): readonly Sql[] | undefined {
  const cursor = page[argument];
  if (cursor === undefined) return undefined;
  const [text, datasetId] = parseSearchCursor(order, argument, cursor);
  const isAfter = argument === 'after';
  const { value, type, descending } = order;
  const beyondId = sql`e.dataset_id ${sqlText(isAfter ? '>' : '<')} ${datasetId}::text collate "C"`;
  if (text === null) return [sql`${value} is null and ${beyondId}`, ...(isAfter ? [] : [sql`${value} is not null`])];
  const position = sql`${text}::text::${sqlText(type)}${sqlText(type === 'text' ? ' collate "C"' : '')}`;
  return [
    sql`${value} = ${position} and ${beyondId}`,
    sql`${value} ${sqlText(descending === isAfter ? '<' : '>')} ${position}`,
    ...(isAfter ? [sql`${value} is null`] : []),
  ];
}

/** The patterns of the texts that a cursor may hold for a value, by type. */
const valuePatterns: Readonly<Record<EntryOrder['type'], RegExp>> = {
  float8: /^\d{1,9}(\.\d{1,20})?$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  text: /^[^\0]*$/u,
};

function parseSearchCursor(
  { name, type }: EntryOrder,
  argument: CursorArgument,
  cursor: string,
): readonly [value: string | null, datasetId: string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const parts: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
    const [cursorName, value, datasetId, ...more] = parts;
    const isValidValue =
      value === null || (typeof value === 'string' && valuePatterns[type].test(value) && isInstant(type, value));
    if (
      cursorName === name &&
      more.length === 0 &&
      isValidValue &&
      typeof datasetId === 'string' &&
      valuePatterns.text.test(datasetId)
    )
      return [value, datasetId];
  } catch {
    // falls through: text that is not JSON is not a cursor either
  }
  return failFields({
    [argument]: ['This is not a cursor of this search and order; take one from its edges or pageInfo.'],
  });
}

/** Whether the calendar has the instant, so that casting it cannot fail. */
function isInstant(type: EntryOrder['type'], value: string): boolean {
  if (type !== 'timestamptz') return true;
  const instant = new Date(`${value.slice(0, 10)}T${value.slice(11, 19)}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value.slice(0, 10));
}
