import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { createApp } from '#processes/app.ts';
import { readConfig } from '#platform/config.ts';
import type { JobQueue } from '#platform/job-queue.ts';
import { testDatabase } from '../support/database/database.ts';
import { catalogSchema } from '../support/worker/catalog-schema.ts';
import { eventually } from '../support/datasets/publishing.ts';

test('an application that cannot start leaves no connection open', async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'catalograph-data-'));
  const config = { ...readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }), databaseUrl: database.url };
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const connections = async () =>
    (
      await other.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = $1',
        ['client backend'],
      )
    ).rowCount;
  const jobs: JobQueue = {
    start: () => Promise.reject(new Error('no queue')),
    stop: async () => undefined,
    send: async () => undefined,
    work: async () => undefined,
    list: async () => [],
    retry: async () => undefined,
    backlog: async () => [],
    isHealthy: async () => false,
  };
  await expect(createApp(config, { schema: catalogSchema, jobs })).rejects.toThrow('no queue');
  await eventually(connections, (count) => count === 0);
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await expect(createApp({ ...config, dataDir: file }, { schema: catalogSchema })).rejects.toThrow('ENOTDIR');
  await eventually(connections, (count) => count === 0);
  await other.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
