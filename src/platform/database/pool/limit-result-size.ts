import type { Pool } from 'pg';
import { CatalogError } from '../../../kernel/fail.ts';

/** The largest result of a statement. */
const maxResultBytes = 32 * 1024 * 1024;

/**
 * Closes the connection of a statement whose result exceeds the limit; the statement fails QUERY_TOO_COMPLEX. The size of a page
 * depends on what users stored: unlimited results would exhaust the memory, and a text beyond 512 MB, the longest string of V8, would
 * end the process.
 */
export function limitResultSize(pool: Pool, maxBytes = maxResultBytes): void {
  pool.on('connect', ({ connection }) => {
    let bytes = 0;
    connection.on('readyForQuery', () => {
      bytes = 0;
    });
    connection.stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) connection.stream.destroy(tooLarge(maxBytes));
    });
  });
}

const tooLarge = (maxBytes: number): CatalogError =>
  new CatalogError('QUERY_TOO_COMPLEX', {
    found: 'too many',
    measure: 'bytes in its answer',
    limit: maxBytes,
    advice: 'Ask for a smaller page.',
  });
