import { DuckDBTypeId, type DuckDBConnection, type DuckDBDataChunk, type DuckDBResult } from '@duckdb/node-api';
import { textRowColumn } from '../column-engine.ts';
import { EngineFailure } from './engine-failure.ts';

/** The size at which a batch is complete, in characters. */
const batchLength = 65_536;

/** The types whose values are texts or nulls in JavaScript. */
const textTypes: readonly DuckDBTypeId[] = [DuckDBTypeId.VARCHAR, DuckDBTypeId.ENUM, DuckDBTypeId.SQLNULL];

/** All rows of a result, as a JSON array. Fails ANSWER_TOO_LARGE beyond a number of bytes. */
export async function readResultRows(result: DuckDBResult, maxBytes: number): Promise<string> {
  const texts: string[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(result)) {
    const text = chunk.rows.join(',');
    bytes += chunk.bytes ?? Buffer.byteLength(text);
    if (bytes > maxBytes) throw new EngineFailure({ kind: 'tooLarge', maxBytes });
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

/**
 * The texts of the only column of a result, each followed by `end`, in batches. `fetch` fetches the next chunk of the result: the engine computes one while
 * the texts of another are read.
 */
export async function* readResultBatches(
  result: DuckDBResult,
  end: string,
  fetch: () => Promise<DuckDBDataChunk | null>,
): AsyncGenerator<string, null, undefined> {
  if (result.columnCount !== 1) throw new Error('A statement that is read in batches must return one column.');
  checkType(result, 0);
  let batch = '';
  let next = fetch();
  try {
    for (let chunk = await next; chunk && chunk.rowCount > 0; chunk = await next) {
      next = fetch();
      // The failure is thrown when its rows are read.
      next.catch(() => undefined);
      for (const text of chunk.getColumnValues(0)) {
        batch += (typeof text === 'string' ? text : '') + end;
        if (batch.length < batchLength) continue;
        yield batch;
        batch = '';
      }
    }
  } finally {
    await next.catch(() => undefined);
  }
  if (batch !== '') yield batch;
  return null;
}

/** A part of a result: rows, each a JSON array, and the bytes of their texts; undefined for about those of the arrays. */
interface RowChunk {
  readonly rows: readonly string[];
  readonly bytes?: number;
}

async function* chunksOf(result: DuckDBResult): AsyncGenerator<RowChunk, void, undefined> {
  const { columnCount } = result;
  const isTextRow = columnCount === 1 && result.columnName(0) === textRowColumn;
  for (let column = 0; column < columnCount; column++) checkType(result, column);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield isTextRow ? { rows: chunk.getColumnValues(0).map(String) } : jsonRows(chunk);
  }
}

function checkType(result: DuckDBResult, column: number): void {
  if (textTypes.includes(result.columnTypeId(column))) return;
  throw new Error(
    `The statement returns ${result.columnType(column).toString()} in the column ${result.columnName(column)}. It must cast it to text.`,
  );
}

function jsonRows(chunk: DuckDBDataChunk): RowChunk {
  const columns = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnValues(column));
  let bytes = 0;
  for (const values of columns)
    for (const value of values) if (typeof value === 'string') bytes += Buffer.byteLength(value);
  const rows = Array.from({ length: chunk.rowCount }, (_, row) => JSON.stringify(columns.map((values) => values[row])));
  return { rows, bytes };
}

/**
 * Ends a result that was not read to its end. It would keep its tables in use until the next statement of the connection, even if that is
 * interrupted.
 */
export async function endResult(connection: DuckDBConnection): Promise<void> {
  await connection.run('select 1').catch(() => undefined);
}
