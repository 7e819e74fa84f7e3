import type { Pool } from 'pg';
import { CatalogError } from '../../../kernel/fail.ts';

/** The most that one statement may answer, in bytes. */
const largest = 32 * 1024 * 1024;

/**
 * Ends the connection of a statement that answers more than the limit; the statement fails QUERY_TOO_COMPLEX. How much a
 * page holds is its writers' doing: answers of any size would fill the memory, and a text of half a gigabyte, which no
 * string holds, would end the process.
 */
export function limitResultSize(pool: Pool, limit = largest): void {
  pool.on('connect', ({ connection }) => {
    let bytes = 0;
    connection.on('readyForQuery', () => {
      bytes = 0;
    });
    connection.stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) connection.stream.destroy(tooLarge(limit));
    });
  });
}

const tooLarge = (limit: number): CatalogError =>
  new CatalogError('QUERY_TOO_COMPLEX', {
    found: 'too many',
    measure: 'bytes in its answer',
    limit,
    advice: 'Ask for a smaller page.',
  });
