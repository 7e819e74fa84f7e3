import { failFields } from '../../kernel/fail.ts';
import { connectionOf, type Connection } from './connection.ts';
import { cursorColumn, parseCursor } from './cursor.ts';
import { checkPage, type PageArgs } from './page-args.ts';
import type { Order, Row } from './type-source.ts';

/** The order of the list itself; a cursor encodes the name of an item. */
const byName: Order = { by: [{ column: 'name', type: 'text' }] };

/** A page of a list in memory whose items have unique names. Fails INVALID_INPUT as pages of rows do. */
export function listPage<T extends { readonly name: string }>(
  items: readonly T[],
  page: PageArgs,
  nameOf: (item: T) => string = ({ name }) => name,
): Connection<Row<T>> {
  const asked = checkPage(page);
  const start = startOf(items.map(nameOf), asked) + asked.offset;
  const rows = items.map((item): Row<T> => ({
    ...item,
    [cursorColumn]: Buffer.from(JSON.stringify([nameOf(item)])).toString('base64url'),
  }));
  return connectionOf<T>(
    asked,
    () => Promise.resolve(rows.slice(start, start + asked.first + 1)),
    () => Promise.resolve(items.length),
  );
}

/** The index of the first item after the cursor. */
function startOf(names: readonly string[], { after }: PageArgs): number {
  if (after === undefined) return 0;
  const [name] = parseCursor(after, byName);
  const at = name === undefined ? -1 : names.indexOf(name);
  return at < 0
    ? failFields({ after: ['The item of this cursor is no longer in the list. Start again without it.'] })
    : at + 1;
}
