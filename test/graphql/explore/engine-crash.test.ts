import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import type { ColumnEngine } from '#platform/columns/column-engine.ts';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';
import { testIf } from '#test/support/test-if.ts';

/** The text of a file of a process; empty for a process that has ended. */
function readOf(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The processes of column engines that this one has started, those of writers apart: their priority is lower. */
const enginesOfQueries = (): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && readOf(pid, 'cmdline').includes('column-engine-process'))
    .filter((pid) => {
      const [, parent, ...rest] = readOf(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      return Number(parent) === process.pid && rest[14] === '0';
    })
    .map(Number);

/** Those that other files have left to the applications of this process. */
const earlier = enginesOfQueries();
const ownEngines = (): number[] => enginesOfQueries().filter((pid) => !earlier.includes(pid));

/** As many queries may run at a time as the test asks, and none is answered without the engine. */
const app = await testApp(
  { WORKER: 'off', EXPLORE_POOL_SIZE: '100', RECORDS_IN_MEMORY_MB: '0' },
  { hasOwnEngine: true },
);
const { admin, unauthenticated, services } = app;

testIf(process.platform === 'linux', 'processes as files')(
  'when the process of the engine crashes in the middle of twenty queries, each fails once, and the next ones are answered by a new process',
  async () => {
    const uid = await seedDataset(admin, { isRestricted: false });
    const records = Array.from({ length: 3_000 }, (_none, n) => ({ n }));
    await publishRecords(app, uid, [{ name: 'n', type: 'int' }], records);
    const ask = (above: number) =>
      unauthenticated.graph(
        `query ($uid: ID!, $where: String) { catalogDataset(by: { uid: $uid }) { records(where: $where) { totalCount } } }`,
        { uid, where: `n > ${above}` },
      );
    const all = Array.from({ length: 20 }, (_none, index) => index);
    expect((await ask(100)).data.catalogDataset.records.totalCount).toBe(2_899);
    const [first, ...others] = ownEngines();
    expect(others).toEqual([]);

    const engine = services.columnEngine;
    let sent = 0;
    const rows: ColumnEngine['rows'] = (...given) => {
      sent++;
      return engine.rows(...given);
    };
    Object.assign(services, { columnEngine: { ...engine, rows } });
    process.kill(first ?? NaN, 'SIGSTOP');
    const answers = all.map(ask);
    await eventually(
      () => Promise.resolve(sent),
      (count) => count === all.length,
    );
    // The catalog needs no engine.
    expect((await admin.data('{ datasets { totalCount } }')).datasets.totalCount).toBe(1);
    process.kill(first ?? NaN, 'SIGKILL');

    for (const { status, errors } of await Promise.all(answers))
      expect([status, errors?.map(({ extensions }) => extensions.code)]).toEqual([503, ['UNAVAILABLE']]);
    expect(sent).toBe(all.length);
    const again = await Promise.all(all.map(ask));
    expect(again.map(({ data }) => data.catalogDataset.records.totalCount)).toEqual(all.map((n) => 2_999 - n));
    const [second, ...more] = ownEngines();
    expect([second === first, more]).toEqual([false, []]);
  },
);
