import { CatalogError } from '#kernel/fail.ts';
import { exportPace, PacedReader, type ReaderPace } from '#kernel/paced-reader.ts';
import type { ColumnEngine, ColumnStatement, ParquetOptions, TextRow } from '#platform/columns/column-engine.ts';
import type { Admission } from '#platform/database/statement-gate.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import { type Span, type Tracing, withoutLiterals } from '#platform/telemetry.ts';
import type { Explanation } from './request-state.ts';

/** Runs statements over published records for one request. */
export interface RecordReader {
  /** All rows of a statement, within the operation's budget or `budget`. Fails TIMED_OUT, ANSWER_TOO_LARGE and UNAVAILABLE. */
  rows(statement: ColumnStatement, budget?: ResultBudget): Promise<readonly TextRow[]>;
  /** Reads a row file when it is the caller's turn. Undefined is what the column engine must answer. */
  fromRowFile(read: () => Promise<readonly TextRow[] | undefined>): Promise<readonly TextRow[] | undefined>;
  /**
   * The texts of the only column of a statement, each followed by `end`, in batches, as fast as the reader takes them. The end of the iteration and the
   * signal end the statement. Fails TIMED_OUT where no row comes within EXPLORE_TIMEOUT, and CLIENT_DISCONNECTED where the reader is too slow.
   */
  stream(
    statement: ColumnStatement,
    options: { readonly end: string; readonly signal: AbortSignal },
  ): AsyncGenerator<string, void, undefined>;
  /** Writes the rows of a statement to a Parquet file, which the caller deletes. Fails TIMED_OUT where it stops growing. */
  writeParquet(statement: ColumnStatement, options: ParquetOptions & { readonly signal: AbortSignal }): Promise<string>;
}

/** What the statements of a request need. */
interface ReaderParts {
  readonly engine: Pick<ColumnEngine, 'rows' | 'stream' | 'writeParquet'>;
  readonly timeoutMs: number;
  readonly admission: Pick<Admission, 'admitRecords' | 'budget' | 'nextTurn'>;
  readonly tracing: Tracing;
  readonly explanation?: Explanation | undefined;
  /** The pace of streams. Default: that of exports. */
  readonly pace?: ReaderPace;
}

/** The number of rows beyond which a result waits for its turn of the event loop. */
const manyRows = 1_000;

/** Creates the reader of a request: its statements wait for their turn, and end when the client leaves. Exports were admitted as a whole. */
export const createRecordReader = (parts: ReaderParts): RecordReader => ({
  rows: (statement, budget) => readRows(parts, statement, budget),
  fromRowFile: (read) => readRowFile(parts, read),
  stream: (...streamed) => streamTexts(parts, ...streamed),
  writeParquet: (...written) => writeParquet(parts, ...written),
});

const readRows = (
  { engine, timeoutMs, admission, explanation }: ReaderParts,
  statement: ColumnStatement,
  budget = admission.budget() ?? new ResultBudget(),
): Promise<readonly TextRow[]> =>
  admission.admitRecords(async ({ signal }) => {
    const start = performance.now();
    const rows = await engine.rows(statement, { signal, timeoutMs, maxBytes: budget.bytesLeft });
    explanation?.addStatement({
      text: statement.statement.render().text,
      milliseconds: Math.round((performance.now() - start) * 1_000) / 1_000,
      rows: rows.length,
    });
    const exceeded = budget.spend(bytesOf(rows));
    if (exceeded instanceof CatalogError) throw exceeded;
    if (rows.length > manyRows) await admission.nextTurn();
    return rows;
  });

const readRowFile = (
  { admission, explanation }: ReaderParts,
  read: () => Promise<readonly TextRow[] | undefined>,
): Promise<readonly TextRow[] | undefined> =>
  admission.admitRecords(async () => {
    const start = performance.now();
    const rows = await read();
    const milliseconds = Math.round((performance.now() - start) * 1_000) / 1_000;
    if (rows) explanation?.addStatement({ text: 'row file', milliseconds, rows: rows.length });
    return rows;
  });

const bytesOf = (rows: readonly TextRow[]): number => {
  let bytes = 0;
  for (const row of rows) for (const text of row) bytes += text?.length ?? 0;
  return bytes;
};

async function* streamTexts(
  { engine, timeoutMs, tracing, pace = exportPace }: ReaderParts,
  ...[statement, { end, signal }]: Parameters<RecordReader['stream']>
): ReturnType<RecordReader['stream']> {
  signal.throwIfAborted();
  const batches = engine.stream(statement, { end, signal, timeoutMs })[Symbol.asyncIterator]();
  const span = startSpan(tracing, 'stream records', statement);
  // A reader that is too slow does not ask for more rows, so the statement ends without it.
  const reader = new PacedReader(pace, () => batches.return?.());
  try {
    let length = 0;
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      length += next.value.length;
      reader.begin(length);
      yield next.value;
      reader.end();
    }
  } catch (error) {
    span?.fail(error);
    throw error;
  } finally {
    reader.stop();
    await batches.return?.();
    span?.end();
  }
}

async function writeParquet(
  { engine, timeoutMs, tracing }: ReaderParts,
  ...[statement, options]: Parameters<RecordReader['writeParquet']>
): Promise<string> {
  const span = startSpan(tracing, 'write records', statement);
  try {
    return await engine.writeParquet(statement, { ...options, timeoutMs });
  } catch (error) {
    span?.fail(error);
    throw error;
  } finally {
    span?.end();
  }
}

/** Starts the span of a statement of an export, which lasts as long as its reader takes. */
const startSpan = (tracing: Tracing, name: string, { statement }: ColumnStatement): Span | undefined =>
  tracing.isEnabled
    ? tracing.startSpan(name, {
        attributes: { 'db.system.name': 'duckdb', 'db.query.text': withoutLiterals(statement.render().text) },
        isCall: true,
      })
    : undefined;
