import { CatalogError } from '../kernel/fail.ts';
import type { ColumnEngine, ColumnStatement, TextRow } from '../platform/columns/column-engine.ts';
import type { Admission } from '../platform/database/statement-gate.ts';
import { ResultBudget } from '../platform/database/result-budget.ts';
import type { Explanation } from './request-reports.ts';

/** Runs statements over published records for one request. */
export interface RecordReader {
  /**
   * All rows of a statement. They spend the budget of the operation, or `budget`. Fails TIMED_OUT beyond EXPLORE_TIMEOUT, ANSWER_TOO_LARGE, and UNAVAILABLE
   * where other requests run for too long.
   */
  rows(statement: ColumnStatement, budget?: ResultBudget): Promise<readonly TextRow[]>;
}

/** What the statements of a request need. */
interface ReaderParts {
  readonly engine: Pick<ColumnEngine, 'rows'>;
  readonly timeoutMs: number;
  readonly admission: Pick<Admission, 'admitRecords' | 'budget' | 'nextTurn'>;
  readonly explanation?: Explanation | undefined;
}

/** The number of rows beyond which a result waits for its turn of the event loop. */
const manyRows = 1_000;

/** Creates the reader of a request: its statements wait for their turn, and end when the client leaves. */
export const createRecordReader = ({ engine, timeoutMs, admission, explanation }: ReaderParts): RecordReader => ({
  rows: (statement, budget = admission.budget() ?? new ResultBudget()) =>
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
    }),
});

const bytesOf = (rows: readonly TextRow[]): number => {
  let bytes = 0;
  for (const row of rows) for (const text of row) bytes += text?.length ?? 0;
  return bytes;
};
