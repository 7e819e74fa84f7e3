import { wordsSuffix, type Column } from '../column-engine.ts';
import { identifier } from './sql-text.ts';
import { indexedWords, wordsOfTable } from './words-index.ts';

/** A native file as a part of a table: its database, the types of its columns, and the number of its rows. */
interface FileSource {
  readonly database: string;
  readonly types: ReadonlyMap<string, string>;
  readonly rowCount: number;
  /** Whether it also has empty rows. */
  readonly isWide: boolean;
  /** Whether it has an index of its words. */
  readonly isIndexed: boolean;
}

/** The names of the views of a table. */
export const viewsOf = (name: string): readonly string[] => [name, `${name}_ids`, `${name}${wordsSuffix}`];

/** The statements that create the views of a table: its records, its identifiers, and its words where its file has an index of them. The tail is the name of a table with the same columns. */
export function tableViews(
  name: string,
  columns: readonly Column[],
  file: FileSource | undefined,
  tail: string | undefined,
  idKey: string,
): readonly string[] {
  const records: string[] = [];
  const ids: string[] = [];
  if (file) {
    records.push(
      `select ${columns.map((column) => fileColumn(column, file.types.get(column.name))).join(', ')}, rowid as _row
      from ${file.database}.r
      ${file.isWide ? 'where _position is not null' : ''}`,
    );
    ids.push(`select key, position from ${file.database}.ids`);
  }
  if (tail !== undefined) {
    const own = columns.map((column) => identifier(column.name)).join(', ');
    records.push(`select ${own}, ${file?.rowCount ?? 0}::bigint + rowid as _row from ${tail}`);
    ids.push(`select ${idKey} as key, _position as position from ${tail}`);
  }
  if (records.length === 0) {
    records.push(
      `select ${columns.map((column) => fileColumn(column, undefined)).join(', ')}, 0::bigint as _row where false`,
    );
    ids.push(`select 0::ubigint as key, 0::bigint as position where false`);
  }
  const words = file?.isIndexed
    ? [indexedWords(file.database), ...(tail === undefined ? [] : wordsOfTable(tail, columns))]
    : [];
  return viewsOf(name).flatMap((view, index) => {
    const parts = [records, ids, words][index] ?? [];
    return parts.length > 0 ? [`create view ${identifier(view)} as ${parts.join(' union all ')}`] : [];
  });
}

/** A column of the file in the type of the table: null where the file lacks it, a list of one value where the field has become multivalued. */
export function fileColumn({ name, type }: Column, found: string | undefined): string {
  const column = identifier(name);
  if (found === type) return column;
  if (found === undefined) return `null::${type} as ${column}`;
  if (type.endsWith('[]') && !found.endsWith('[]'))
    return `case when ${column} is not null then [${column}::${type.slice(0, -2)}] end as ${column}`;
  return `${column}::${type} as ${column}`;
}
