import { expect, test } from '@jest/globals';
import { sql } from '../../../src/kernel/sql.ts';
import { testApp } from '../../support/app.ts';

const { services } = await testApp({ WORKER: 'off' });

test('maintenance without a time limit waits for as long as it takes', async () => {
  const rows = await services.maintenance.use((run) => run(sql`select pg_sleep(3), 1 as done`), {
    statementTimeoutMs: 0,
    signal: new AbortController().signal,
  });
  expect(rows).toMatchObject([{ done: 1 }]);
});
