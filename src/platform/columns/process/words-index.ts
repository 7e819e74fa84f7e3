import type { DuckDBConnection } from '@duckdb/node-api';
import { wordsSuffix, type Column } from '../column-engine.ts';
import { vectorRows } from '../protocol.ts';
import { identifier, sqlLiteral } from './sql-text.ts';

/*
 * The index of the words of a native file: the table `words (word, field, positions)`. It is sorted by word in each segment of the records, so that a search
 * reads few row groups of each, instead of all words of all records; to sort all at once would take memory for all positions. Within a segment a word has a
 * row for each part, because the positions of a part are collected in memory.
 */

/** The number of the records of a segment. */
export const segmentRows = 128 * vectorRows;
/** The maximum size of a part: the bytes of its words, and its rows. */
const maxPartBytes = 16 * 1024 * 1024;
const maxPartRows = 32 * vectorRows;

/** The positions of some records, and the bytes of their words in a column. */
interface Part {
  readonly field: string;
  readonly first: number;
  last: number;
  bytes: number;
}

/** Positions of records: from one on, to before another. */
export interface Positions {
  readonly from: number;
  readonly to: number;
}

/** The statements that add records in the table `r` of a database to the index. The first one begins a segment. */
export async function wordsStatements(
  connection: DuckDBConnection,
  database: string,
  positions: Positions,
): Promise<readonly string[]> {
  const prepared = await connection.prepare(`from ${database}.r`);
  const names = Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index));
  prepared.destroySync();
  const segments: Part[][] = [];
  for (const name of names.filter((one) => one.endsWith(wordsSuffix)))
    for (const part of await readParts(connection, database, name, positions))
      (segments[Math.floor(part.first / segmentRows)] ??= []).push(part);
  const columns = '(word varchar, field varchar, positions uinteger[])';
  return [
    `create table if not exists ${database}.words ${columns}`,
    ...segments.flatMap((parts) => [
      `create or replace temp table found_words ${columns}`,
      ...parts.map(
        ({ field, first, last }) =>
          `insert into found_words
          select word, ${sqlLiteral(field)}, list(position)
          from (${wordsOfColumn(field, `${database}.r where _position between ${first} and ${last}`, 'uinteger')})
          group by word`,
      ),
      `insert into ${database}.words from found_words order by word, field`,
    ]),
    'drop table if exists found_words',
  ];
}

/** The parts of a column of words: their memory is bounded, however long the texts are. */
async function readParts(
  connection: DuckDBConnection,
  database: string,
  field: string,
  { from, to }: Positions,
): Promise<readonly Part[]> {
  const column = identifier(field);
  const found = await connection.runAndReadAll(
    `select _position // ${vectorRows}, sum(strlen(${column}))::double
    from ${database}.r
    where _position >= ${from} and _position < ${to} and ${column} is not null
    group by 1
    order by 1`,
  );
  const parts: Part[] = [];
  for (const [vector, size] of found.getRows()) {
    const [first, bytes] = [Number(vector) * vectorRows, Number(size)];
    const last = first + vectorRows - 1;
    const part = parts.at(-1);
    const isFull =
      !part ||
      part.bytes + bytes > maxPartBytes ||
      last - part.first >= maxPartRows ||
      Math.floor(part.first / segmentRows) < Math.floor(first / segmentRows);
    if (isFull) parts.push({ field, first, last, bytes });
    else {
      part.last = last;
      part.bytes += bytes;
    }
  }
  return parts;
}

/** The words of a column with the positions of their records, of a table with a condition. */
const wordsOfColumn = (field: string, rows: string, type: string): string =>
  `select *
  from (
    select unnest(string_split(${identifier(field)}, ' ')) as word, _position::${type} as position
    from ${rows})
  where word <> ''`;

/** The rows of the index as a part of a table's words. */
export const indexedWords = (database: string): string =>
  `select word, field, unnest(positions)::bigint as position from ${database}.words`;

/** The words of records that no index has. */
export const wordsOfTable = (table: string, columns: readonly Column[]): readonly string[] =>
  columns
    .filter(({ name }) => name.endsWith(wordsSuffix))
    .map(
      ({ name }) =>
        `select word, ${sqlLiteral(name)} as field, position from (${wordsOfColumn(name, table, 'bigint')})`,
    );
