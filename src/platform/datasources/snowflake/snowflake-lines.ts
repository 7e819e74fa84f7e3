import { CatalogError, fail } from '../../../kernel/fail.ts';
import { SnowflakeRows, type Cells } from './snowflake-rows.ts';
import { callApi, type FinishedStatement, type SnowflakeApi } from './snowflake-statement.ts';
import { cellWriter } from './snowflake-values.ts';

/** In characters of the response. */
const maxRowLength = 16 * 2 ** 20;
/** Far above what the API documents for one partition (160 MB). */
const maxPartitionBytes = 2 ** 30;

/** The rows of a finished statement as JSON lines, partition by partition. */
export async function* snowflakeLines(
  api: SnowflakeApi,
  { statementHandle, resultSetMetaData, data }: FinishedStatement,
): AsyncGenerator<string> {
  const toLine = lineWriter(resultSetMetaData);
  for (const [number, { rowCount }] of resultSetMetaData.partitionInfo.entries()) {
    let count = 0;
    for await (const rows of number === 0 ? [data] : partition(api, `/${statementHandle}?partition=${number}`)) {
      count += rows.length;
      if (rows.length > 0) yield rows.map(toLine).join('');
    }
    if (count !== rowCount)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent ${count} of ${rowCount} rows in part ${number + 1} of its answer. Try again.`,
      });
  }
}

/** Streams the rows: a partition is too large for memory. */
async function* partition(api: SnowflakeApi, path: string): AsyncGenerator<readonly Cells[]> {
  const { body } = await callApi(api, path, { maxBytes: maxPartitionBytes });
  const rows = new SnowflakeRows();
  let pending = 0;
  try {
    for await (const text of textOf(body)) {
      const complete = rows.read(text);
      pending = complete.length > 0 ? 0 : pending + text.length;
      if (pending > maxRowLength)
        fail('SOURCE_FAILED', { reason: `a row of the warehouse is longer than ${maxRowLength} characters.` });
      yield complete;
    }
    rows.end();
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

/** Formats a row as a line; repeated column names get a number. */
function lineWriter({ rowType }: FinishedStatement['resultSetMetaData']): (cells: Cells) => string {
  const names = new Set<string>();
  const columns = rowType.map((column) => {
    let name = column.name;
    for (let number = 2; names.has(name); number++) name = `${column.name}_${number}`;
    names.add(name);
    return { key: `${JSON.stringify(name)}:`, write: cellWriter(column) };
  });
  return (cells) => {
    if (cells.length !== columns.length)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent a row of ${cells.length} cells for ${columns.length} columns.`,
      });
    return `{${columns.map(({ key, write }, at) => key + write(cells[at] ?? null)).join(',')}}\n`;
  };
}
