import { gen } from 'stream-chain';
import { none } from 'stream-chain/defs.js';
import { pick } from 'stream-json/filters/pick.js';
import type { Token } from 'stream-json/parser.js';
import { CatalogError, fail } from '../../kernel/fail.ts';
import { askApi, type FinishedStatement, type SnowflakeApi } from './snowflake-statement.ts';
import { cellWriter } from './snowflake-values.ts';

/** The longest row, in characters of the answer. */
const maxRowLength = 16 * 2 ** 20;
/** Far above what the API documents for one partition (160 MB). */
const maxPartitionBytes = 2 ** 30;
/** Characters that are handed on together. */
const pieceLength = 64 * 1024;

type Cells = readonly (string | null)[];

/** The rows of a statement that has run, an object on each line, partition by partition. */
export async function* snowflakeLines(api: SnowflakeApi, { statementHandle, resultSetMetaData, data }: FinishedStatement): AsyncGenerator<string> {
  const toLine = lineWriter(resultSetMetaData);
  for (const [number, { rowCount }] of resultSetMetaData.partitionInfo.entries()) {
    const rows = number === 0 ? data : partition(api, `/${statementHandle}?partition=${number}`);
    let count = 0;
    let piece = '';
    for await (const cells of rows) {
      count++;
      piece += toLine(cells);
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
    if (count !== rowCount) fail('SOURCE_FAILED', { reason: `the warehouse sent ${count} of ${rowCount} rows in part ${number + 1} of its answer. Try again.` });
    if (piece !== '') yield piece;
  }
}

/** Rows as they come: a partition is too large to be held. */
async function* partition(api: SnowflakeApi, path: string): AsyncGenerator<Cells> {
  const { body } = await askApi(api, path, { maxBytes: maxPartitionBytes });
  const read = gen(pick.withParser({ filter: 'data', streamValues: false }), rowReader());
  let pending = 0;
  try {
    for await (const text of textOf(body)) {
      pending += text.length;
      for await (const cells of read(text)) {
        pending = 0;
        yield cells;
      }
      if (pending > maxRowLength) fail('SOURCE_FAILED', { reason: `a row of the warehouse is longer than ${maxRowLength} characters.` });
    }
    // Functions of this kind take `none` as the end of input; the parser's declared type leaves that out.
    for await (const cells of read(none as unknown as string)) yield cells;
  } catch (error) {
    if (error instanceof CatalogError || api.signal.aborted) throw error;
    fail('SOURCE_FAILED', { reason: 'the warehouse sent rows that are damaged. Try again.' });
  } finally {
    body.destroy();
  }
}

/** The body as text. */
async function* textOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Puts rows together: lists of texts and nulls in a list, and nothing else. */
function rowReader(): (token: Token) => Cells | typeof none {
  let depth = 0;
  let cells: (string | null)[] = [];
  return (token) => {
    if (token.name === 'endArray') return depth-- === 2 ? cells : none;
    if (token.name === 'startArray' && depth < 2) {
      depth++;
      cells = [];
    } else if (depth === 2 && (token.name === 'stringValue' || token.name === 'nullValue')) {
      cells.push(token.value);
    } else {
      throw new TypeError(`A row holds the token ${token.name}.`);
    }
    return none;
  };
}

/** Writes a row as a line; of columns with one name the later ones get a number. */
function lineWriter({ rowType }: FinishedStatement['resultSetMetaData']): (cells: Cells) => string {
  const names = new Set<string>();
  const columns = rowType.map((column) => {
    let name = column.name;
    for (let number = 2; names.has(name); number++) name = `${column.name}_${number}`;
    names.add(name);
    return { key: `${JSON.stringify(name)}:`, write: cellWriter(column) };
  });
  return (cells) => {
    if (cells.length !== columns.length) fail('SOURCE_FAILED', { reason: `the warehouse sent a row of ${cells.length} cells for ${columns.length} columns.` });
    return `{${columns.map(({ key, write }, at) => key + write(cells[at] ?? null)).join(',')}}\n`;
  };
}
