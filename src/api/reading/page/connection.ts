import { failFields } from '#kernel/fail.ts';
import { lazyObject } from '../lazy-object.ts';
import { cursorColumn, parseCursor, type CursorArgument } from './cursor.ts';
import { checkPage, itemsOf, surroundingsOf, type Page, type PageArgs } from './page-args.ts';
import type { Order, Row } from '../declare/type-source.ts';

/** One item of a list with its position. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

/** The position of a page in its list. */
export interface PageInfo {
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
