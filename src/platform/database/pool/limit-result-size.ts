import type { Pool } from 'pg';
import { CatalogError } from '../../../kernel/fail.ts';

/** The largest result of a statement, in MiB. */
const maxMebibytes = 32;

/**
 * Closes the connection of a statement whose result exceeds the limit; the statement fails ANSWER_TOO_LARGE. The size of a page
 * depends on what users stored: unlimited results would exhaust the memory, and a text beyond 512 MB, the longest string of V8, would
 * end the process.
 */
export function limitResultSize(pool: Pool): void {
  pool.on('connect', ({ connection }) => {
    let bytes = 0;
    connection.on('readyForQuery', () => {
      bytes = 0;
    });
    connection.stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxMebibytes * 1024 * 1024)
        connection.stream.destroy(new CatalogError('ANSWER_TOO_LARGE', { limit: maxMebibytes }));
    });
  });
}
