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
    connection.on('readyForQuery', () => {
      budget = new ResultBudget();
    });
    connection.stream.on('data', (chunk: Buffer) => {
      const failure = budget.spend(chunk.length);
      if (failure) connection.stream.destroy(failure);
    });
  });
}
