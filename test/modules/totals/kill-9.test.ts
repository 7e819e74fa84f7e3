import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { catalogModules } from '#modules/catalog-modules.ts';
import { createServices } from '#processes/services.ts';
import { readConfig } from '#platform/config.ts';
import { ask, cleanUp, eventually, newFolder, start } from '#test/platform/postgres/support.ts';
import { insertDatasets, totalDifferences } from '#test/support/datasets/stored-datasets.ts';

afterAll(cleanUp);

const insertion = (first: number, last: number) => insertDatasets(first, last).render().text;

test('after kill -9 of a session that writes, the totals are those of the committed rows', async () => {
  const server = await start(newFolder());
  const config = readConfig({ LOG_LEVEL: 'silent', SEED: 'none', DATA_DIR: newFolder(), WORKER: 'off' });
  await (await createServices({ ...config, databaseUrl: server.url }, catalogModules)).closeDatabase();
  for (let number = 1; number <= 40; number += 1) await ask(server.url, insertion(number, number));

  const writer = new pg.Client({ connectionString: server.url });
  writer.on('error', () => undefined);
  await writer.connect();
  await writer.query('begin');
  await writer.query(insertion(100, 200));
  await writer.query(`delete from dataset where uid = 'd1'`);
  await writer.query('update dataset set is_published = not is_published');
  const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]?.pid ?? NaN, 'SIGKILL');

  // the server ends all sessions and recovers from its log
  const isBack = () =>
    ask(server.url, 'select 1').then(
      () => true,
      () => false,
    );
  await eventually(async () => !(await isBack()));
  expect(await eventually(isBack)).toBe(true);
  expect(await ask(server.url, 'select count(*)::int as count from dataset')).toEqual([{ count: 40 }]);
  expect(await ask(server.url, totalDifferences)).toEqual([]);
  await ask(server.url, insertion(41, 80));
  expect(await ask(server.url, totalDifferences)).toEqual([]);
  await server.stop();
});
