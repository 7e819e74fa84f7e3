import { expect, test } from '@jest/globals';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';

const { services } = await testApp({ STATEMENT_TIMEOUT: '3' });

test('a statement that waits too long for others of its request fails TIMED_OUT, since a repeated request would wait as long', async () => {
  const db = services.statementGate(false).db(services.db);
  // Four run at a time, so the third four wait longer than the limit of three seconds.
  const slow = Array.from({ length: 16 }, () => db.rows(sql`select pg_sleep(1.6)`));
  const results = await Promise.allSettled(slow);
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [toCatalogError(result.reason)?.code] : [],
  );
  expect(new Set(codes)).toEqual(new Set(['TIMED_OUT']));
});
