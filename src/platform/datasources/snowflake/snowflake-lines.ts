import { CatalogError, fail } from '#kernel/fail.ts';
import { SnowflakeRowParser, type Cells } from './snowflake-row-parser.ts';
import { callApi, type FinishedStatement, type SnowflakeApi } from './snowflake-statement.ts';
import { createCellWriter } from './snowflake-values.ts';

/** The maximum length of a row, in characters of the response. */
const maxRowLength = 16 * 2 ** 20;
/** The maximum size of a partition: the API documents 160 MB. */
const maxPartitionBytes = 2 ** 30;

/** The rows of a finished statement as JSON lines, partition by partition. */
export async function* readSnowflakeLines(
  api: SnowflakeApi,
  { statementHandle, resultSetMetaData, data }: FinishedStatement,
): AsyncGenerator<string> {
  const toLine = createLineWriter(resultSetMetaData);
  for (const [number, { rowCount }] of resultSetMetaData.partitionInfo.entries()) {
    let count = 0;
    for await (const rows of number === 0 ? [data] : readPartition(api, `/${statementHandle}?partition=${number}`)) {
      count += rows.length;
      if (rows.length > 0) yield rows.map(toLine).join('');
    }
    if (count !== rowCount)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent ${count} of ${rowCount} rows in part ${number + 1} of its answer. Try again.`,
      });
  }
}

/** Streams the rows of a partition, because a partition is too large for memory. */
async function* readPartition(api: SnowflakeApi, path: string): AsyncGenerator<readonly Cells[]> {
  const { body } = await callApi(api, path, { maxBytes: maxPartitionBytes });
  const rows = new SnowflakeRowParser();
  /** The length of the text since the last complete row. */
  let pendingLength = 0;
  try {
    for await (const text of decodeText(body)) {
      const complete = rows.read(text);
      pendingLength = complete.length > 0 ? 0 : pendingLength + text.length;
      if (pendingLength > maxRowLength)
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

/** Decodes a body in UTF-8 to text, chunk by chunk. */
async function* decodeText(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Creates the function that formats a row as a line. Repeated column names get a number. */
function createLineWriter({ rowType }: FinishedStatement['resultSetMetaData']): (cells: Cells) => string {
  const names = new Set<string>();
  const columns = rowType.map((column) => {
    let name = column.name;
    for (let number = 2; names.has(name); number++) name = `${column.name}_${number}`;
    names.add(name);
    return { key: `${JSON.stringify(name)}:`, write: createCellWriter(column) };
  });
  return (cells) => {
    if (cells.length !== columns.length)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent a row of ${cells.length} cells for ${columns.length} columns.`,
      });
    return `{${columns.map(({ key, write }, index) => key + write(cells[index] ?? null)).join(',')}}\n`;
  };
}
