import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';

const { admin, databaseUrl } = await testApp();

test('tables get a new column under load without a failed request', async () => {
  const uid = await seedDataset(admin);
  const failed: unknown[] = [];
  let isOver = false;
  const counts: number[] = [];
  const client = async (request: () => Promise<{ status: number }>) => {
    const index = counts.push(0) - 1;
    try {
      while (!isOver) {
        const response = await request();
        if (response.status >= 300) failed.push(response);
        counts[index] = (counts[index] ?? 0) + 1;
      }
    } finally {
      isOver = true;
    }
  };
  /** Each client finishes a request that it has not begun yet. */
  const requestsOfAll = async () => {
    const before = [...counts];
    while (counts.some((count, index) => count < (before[index] ?? 0) + 2)) await wait(5);
  };
  const finished = Promise.all([
    client(() => admin.rest('GET', `/datasets/${uid}/`)),
    client(() => admin.graph('{ datasets(first: 5) { nodes { uid title: datasetId } } }')),
    client(() => admin.rest('PUT', `/datasets/${uid}/metadata/default/title/`, { value: 'Under load' })),
    client(() => admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' })),
    client(async () => ({ status: (await seedDataset(admin)) ? 200 : 500 })),
  ]);
  const direct = new pg.Client({ connectionString: databaseUrl });
  await direct.connect();
  for (const table of ['dataset', 'dataset_schedule', 'dataset_version', 'api_key'] as const) {
    await Promise.race([requestsOfAll(), finished]);
    await direct.query(`alter table ${table} add column of_tomorrow text`);
  }
  await direct.end();
  await Promise.race([requestsOfAll(), finished]);
  isOver = true;
  await finished;
  expect(failed).toEqual([]);
});
