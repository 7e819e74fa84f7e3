import { failFields } from '../../../kernel/fail.ts';
import { lazyObject } from '../lazy-object.ts';
import { cursorColumn, parseCursor } from './cursor.ts';
import { checkPage, type PageArgs } from './page-args.ts';
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

/** A page from its rows and its count. `rows` returns one row more than requested if others follow. */
export function connectionOf<T extends object>(
  page: PageArgs,
  rows: () => Promise<readonly Row<T>[]>,
  count: () => Promise<number>,
): Connection<Row<T>> {
  const found = lazyObject({ rows });
  const nodes = async () => (await found.rows).slice(0, page.first);
  return lazyObject<Connection<Row<T>>>({
    nodes,
    edges: async () => (await nodes()).map((node) => ({ node, cursor: cursorOf(node) })),
    pageInfo: async () => {
      const items = await nodes();
      const [first, last] = [items[0], items.at(-1)];
      return {
        hasNextPage: (await found.rows).length > page.first,
        hasPreviousPage: page.offset > 0 || page.after !== undefined,
        startCursor: first ? cursorOf(first) : null,
        endCursor: last ? cursorOf(last) : null,
      };
    },
    totalCount: count,
  });
}

const cursorOf = (row: Row) => String(row[cursorColumn]);

/** The order whose cursors a list in memory uses: a cursor encodes the name of an item. */
const byName: Order = { by: [{ column: 'name', type: 'text' }] };

/** A page of a list in memory whose items have unique names. Fails INVALID_INPUT as pages of rows do. */
export function connectionOfList<T extends { readonly name: string }>(
  items: readonly T[],
  page: PageArgs,
  nameOf: (item: T) => string = ({ name }) => name,
): Connection<Row<T>> {
  const checked = checkPage(page);
  const start = startOf(items.map(nameOf), checked) + checked.offset;
  const rows = items.map((item): Row<T> => ({
    ...item,
    [cursorColumn]: Buffer.from(JSON.stringify([nameOf(item)])).toString('base64url'),
  }));
  return connectionOf<T>(
    checked,
    () => Promise.resolve(rows.slice(start, start + checked.first + 1)),
    () => Promise.resolve(items.length),
  );
}

/** The index of the first item after the cursor. */
function startOf(names: readonly string[], { after }: PageArgs): number {
  if (after === undefined) return 0;
  const [name] = parseCursor(after, byName);
  const index = name === undefined ? -1 : names.indexOf(name);
  return index < 0
    ? failFields({ after: ['The item of this cursor is no longer in the list. Start again without a cursor.'] })
    : index + 1;
}
