import type { CombinedError } from '@urql/core';
import type { ComponentChildren } from 'preact';
import { ScrollBox } from '../views/view-parts.tsx';
import { useAdmin } from './admin-context.ts';
import { CursorLinks, ErrorNote, Working } from './admin-parts.tsx';
import type { AdminMessageName } from './admin-texts.ts';
import type { PagesFragment } from './generated/operations.ts';

/** A column of a list. */
export interface Column<Item> {
  /** The text above it. A column of buttons has none. */
  readonly title?: AdminMessageName;
  /** What stands above it instead of a text. */
  readonly head?: ComponentChildren;
  /** Whether its cells name their rows. */
  readonly isRowHeader?: boolean;
  readonly cell: (item: Item) => ComponentChildren;
}

interface ListTableProps<Item> {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
}

/** Shows items as a table; on a phone each row is a card with the titles of its columns. */
export function ListTable<Item>({
  label,
  columns,
  keyOf,
  items,
}: ListTableProps<Item> & { readonly items: readonly Item[] }) {
  const { t } = useAdmin().texts;
  return (
    <ScrollBox label={label}>
      <table class="list">
        <thead>
          <tr>
            {columns.map(({ title, head }) =>
              title === undefined ? (
                <td>{head}</td>
              ) : (
                <th scope="col" key={title}>
                  {t(title)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ title, isRowHeader, cell }) =>
                isRowHeader ? <th scope="row">{cell(item)}</th> : <td data-label={title && t(title)}>{cell(item)}</td>,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** A part of a list that a query reads, by cursors in the address. */
interface CursorListProps<Item> extends ListTableProps<Item> {
  readonly reading: { readonly error?: CombinedError | undefined; readonly fetching: boolean };
  /** What the query has read; undefined before. */
  readonly list: { readonly nodes: readonly Item[]; readonly pageInfo: PagesFragment } | null | undefined;
  /** The count of all items, in words, once it is read. */
  readonly heading?: string | null | undefined;
  readonly parameters: URLSearchParams;
  /** What stands between the heading and the table. */
  readonly children?: ComponentChildren;
}

/** Shows a part of a list, with links to the parts before and after, or what is wrong with it. */
export function CursorList<Item>({
  reading: { error, fetching },
  list,
  heading,
  parameters,
  children,
  ...table
}: CursorListProps<Item>) {
  const { t } = useAdmin().texts;
  return (
    <>
      <ErrorNote error={error} />
      <Working label={fetching && !list ? t('reading') : undefined} />
      {list && (
        <>
          {heading != null && <h2 tabIndex={-1}>{heading}</h2>}
          {children}
          {list.nodes.length > 0 && <ListTable {...table} items={list.nodes} />}
          <CursorLinks info={list.pageInfo} parameters={parameters} />
        </>
      )}
    </>
  );
}
