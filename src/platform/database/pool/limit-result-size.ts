import type { Pool } from 'pg';
import { ResultBudget } from '../result-budget.ts';

/**
 * Closes the connection of a statement whose result exceeds the budget; the statement fails ANSWER_TOO_LARGE. The size of a page
 * depends on what users stored: unlimited results would exhaust the memory, and a text beyond 512 MB, the longest string of V8, would
 * end the process.
 */
export function limitResultSize(pool: Pool): void {
  pool.on('connect', ({ connection }) => {
    let budget = new ResultBudget();
    const renew = () => {
      budget = new ResultBudget();
    };
    connection.on('readyForQuery', renew);
    // The reader of a COPY takes each row as it arrives.
    connection.on('copyData', renew);
    connection.stream.on('data', (chunk: Buffer) => {
      const failure = budget.spend(chunk.length);
      if (failure) connection.stream.destroy(failure);
    });
  });
}
