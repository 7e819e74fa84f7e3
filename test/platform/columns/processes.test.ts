import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import {
  EngineFixture,
  limits,
  batchOf,
  numberedRows,
  scriptWithFunctions,
  statementOf,
  technicalColumns,
  textColumn,
  textOf,
  until,
} from './engine-fixture.ts';

const fixture = await EngineFixture.create();
const engine = await fixture.engine({ script: scriptWithFunctions });
afterAll(() => fixture.close());

const endless = statementOf(sql`count(*)::text from range(1000000000000)`);
const pid = async () => Number(await textOf(engine, statementOf(sql`js_pid()::text`)));
const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
};

test('functions in JavaScript receive and return values, nulls and errors', async () => {
  const select = sql`js_join(['a', null], 0.5, 9007199254740993, true)::text, js_join(null, 1, 1, true)::text, js_nulls(null, 'a')::text, odsql.twice(null)::text`;
  expect(await engine.rows(statementOf(select), limits)).toEqual([
    ['[a, NULL, 0.5, 9007199254740993, true, NULL]', null, '1', '2'],
  ]);
  await expect(engine.rows(statementOf(sql`js_throw('x')`), limits)).rejects.toThrow('js_throw: refused x');
  const rows = await engine.rows(statementOf(sql`sum(js_nulls(i::text, null))::text from range(100000) t(i)`), limits);
  expect(rows).toEqual([['100000']]);
});

test('the end of the process fails the calls in flight, and the next call starts another', async () => {
  const table = await fixture.publish(engine, [...technicalColumns, textColumn], numberedRows(10));
  const count = statementOf(sql`count(*)::text`, table);
  expect(await textOf(engine, count)).toBe('10');
  const first = await pid();
  const calls = [
    engine.rows(endless, limits),
    engine.writeParquet(statementOf(sql`count(*) from range(1000000000000)`), {
      ...limits,
      compression: 'zstd',
      metadata: {},
    }),
    (async () => {
      for await (const batch of engine.stream(endless, { ...limits, end: '' })) throw new Error(batch);
    })(),
  ];
  const ended = Promise.allSettled(calls);
  setTimeout(() => process.kill(first, 'SIGKILL'), 200);
  expect(await ended).toMatchObject(calls.map(() => ({ reason: { code: 'UNAVAILABLE' } })));
  expect(await textOf(engine, count)).toBe('10');
  expect(await pid()).not.toBe(first);
  await expect(engine.rows(statementOf(sql`js_crash('now')`), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await textOf(engine, count)).toBe('10');
  expect(fixture.logged.join()).toContain('The process of the column engine has ended.');
});

test('the end of the process of queries ends no writer', async () => {
  const writer = await engine.createWriter([...technicalColumns, textColumn]);
  await writer.load([batchOf(numberedRows(5))]);
  process.kill(await pid(), 'SIGKILL');
  await expect(engine.rows(statementOf(sql`'x'`), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const { recordCount } = await writer.finish({ identify: () => [], signal: AbortSignal.timeout(60_000) });
  expect(recordCount).toBe(5);
  await writer.close();
});

test('a statement that cannot be interrupted ends its process after a while', async () => {
  const own = await fixture.engine({ script: scriptWithFunctions, hungMs: 500 });
  await textOf(own, statementOf(sql`'started'`));
  const hung = own.rows(statementOf(sql`js_hang('x')`), { ...limits, timeoutMs: 200 });
  await expect(hung).rejects.toMatchObject({ code: 'TIMED_OUT' });
  await expect(own.rows(statementOf(sql`'later'`), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await textOf(own, statementOf(sql`'later'`))).toBe('later');
});

test('closing ends the process and fails calls', async () => {
  const own = await fixture.engine({ script: scriptWithFunctions });
  const ownPid = Number(await textOf(own, statementOf(sql`js_pid()::text`)));
  const running = own.rows(endless, limits);
  const failed = expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await own.close();
  await failed;
  expect(isRunning(ownPid)).toBe(false);
  await expect(own.rows(statementOf(sql`'x'`), limits)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the process ends with the one that started it, and lets that end', async () => {
  const code = (ending: string) => `
    const { createColumnEngine } = await import(${JSON.stringify(new URL('../../../src/platform/columns/create-column-engine.ts', import.meta.url).href)});
    const { sqlText } = await import(${JSON.stringify(new URL('../../../src/kernel/sql.ts', import.meta.url).href)});
    const engine = await createColumnEngine({ cacheFolder: ${JSON.stringify(fixture.cacheFolder)}, cacheBytes: 1e9, storage: {}, memoryLimit: 1e8,
      threads: 1, tempBytes: 1e8, script: new URL(${JSON.stringify(scriptWithFunctions.href)}), log: { error() {}, warn() {} } });
    const rows = await engine.rows({ tables: [], statement: sqlText('select js_pid()::text') }, { timeoutMs: 60000, maxBytes: 1000 });
    console.log(rows[0][0]);
    ${ending}`;
  const startParent = async (ending: string) => {
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', code(ending)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    return { parent, child: Number(String(output)) };
  };
  const idle = await startParent('');
  if (idle.parent.exitCode === null) await once(idle.parent, 'exit');
  await until(() => !isRunning(idle.child));
  const killed = await startParent('setInterval(() => {}, 1000);');
  expect(isRunning(killed.child)).toBe(true);
  killed.parent.kill('SIGKILL');
  await until(() => !isRunning(killed.child));
});
