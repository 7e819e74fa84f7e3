import { afterAll, expect, test } from '@jest/globals';
import { stat, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { sql, sqlText } from '#kernel/sql.ts';
import { textRow } from '#platform/columns/column-engine.ts';
import { EngineFixture, limits, statementOf, textOf } from './engine-fixture.ts';

const fixture = await EngineFixture.create();
const engine = await fixture.engine({
  memoryLimit: 100e6,
  tempBytes: 50e6,
  concurrency: { statements: 2, streams: 2 },
});
afterAll(() => fixture.close());

/** A statement that takes minutes. */
const endless = statementOf(sql`count(*)::text from range(1000000000000)`);

test('parameters have the type that the statement casts them to', async () => {
  const row = [
    sql`${'é\0\u{1f600}'}::text`,
    sql`${''}::text`,
    sql`${null}::text`,
    sql`${'9007199254740993'}::bigint::text`,
    sql`${5}::bigint::text`,
    sql`${5}::double precision::text`,
    sql`(1 / ${-0}::double precision)::text`,
    sql`${0.1}::double precision::text`,
    sql`${true}::boolean::text`,
    sql`${'2024-02-29'}::date::text`,
    sql`${'2024-02-29T12:00:00.123456Z'}::timestamptz::text`,
    sql`${['a', null, '']}::text[]::text`,
    sql`${[]}::text[]::text`,
    sql`${null}::text[]::text`,
    sql`${[null]}::text[]::text`,
    sql`('b' = any(${['a', 'b']}::text[]))::text`,
    sql`(2 = any(${[1, 2]}::bigint[]))::text`,
    sql`${[0.5, 1]}::double precision[]::text`,
    sql`${[true, null]}::boolean[]::text`,
    sql`hex(${Buffer.from([0, 255])}::blob)`,
  ];
  const [found] = await engine.rows({ tables: [], statement: sql`select ${textRow(row)}` }, limits);
  expect(found).toEqual([
    ...['é\0\u{1f600}', '', null, '9007199254740993', '5', '5.0', '-inf', '0.1', 'true', '2024-02-29'],
    ...['2024-02-29 12:00:00.123456+00', "[a, NULL, '']", '[]', null, '[NULL]', 'true', 'true', '[0.5, 1.0]'],
    ...['[true, NULL]', '00FF'],
  ]);
});

test('a statement returns a row of texts for each column list, and for a text row', async () => {
  const both = [sql`i::text`, sql`case when i > 0 then 'say "x"' || chr(10) end`];
  const from = sqlText('from range(2) t(i) order by i');
  const expected = [
    ['0', null],
    ['1', 'say "x"\n'],
  ];
  const columns = sql`select ${both[0]}, ${both[1]} ${from}`;
  expect(await engine.rows({ tables: [], statement: columns }, limits)).toEqual(expected);
  expect(await engine.rows({ tables: [], statement: sql`select ${textRow(both)} ${from}` }, limits)).toEqual(expected);
  expect(await engine.rows(statementOf(sql`'x' where false`), limits)).toEqual([]);
});

test('a value that is no text fails with the name of its column', async () => {
  await expect(engine.rows(statementOf(sql`1 as one`), limits)).rejects.toThrow('INTEGER in the column one');
});

test('a list of several types and several statements are refused', async () => {
  await expect(engine.rows(statementOf(sql`${['a', 1]}::text`), limits)).rejects.toThrow('several types');
  await expect(engine.rows(statementOf(sql`'a'; select 'b'`), limits)).rejects.toThrow('multiple statements');
});

test('an abort ends the statement with its reason, and no other', async () => {
  const controller = new AbortController();
  const aborted = engine.rows(endless, { ...limits, signal: controller.signal });
  const other = engine.rows(statementOf(sql`count(*)::text from range(20000000)`), limits);
  setTimeout(() => {
    controller.abort(new Error('the client has left'));
  }, 200);
  await expect(aborted).rejects.toThrow('the client has left');
  expect(await other).toEqual([['20000000']]);
  await expect(engine.rows(endless, { ...limits, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  );
});

test('statements beyond their time fail, waiting ones too, and free their connections', async () => {
  const late = Array.from({ length: 6 }, () => engine.rows(endless, { ...limits, timeoutMs: 300 }));
  for (const result of await Promise.allSettled(late))
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'TIMED_OUT' } });
  expect(await textOf(engine, statementOf(sql`'free'`))).toBe('free');
});

test('an answer with more bytes than allowed fails', async () => {
  const small = { ...limits, maxBytes: 1_000 };
  expect(await engine.rows(statementOf(sql`repeat('é', 500)`), small)).toEqual([['é'.repeat(500)]]);
  await expect(engine.rows(statementOf(sql`repeat('é', 501)`), small)).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
    details: { limit: 1 },
  });
  await expect(engine.rows(statementOf(sql`'1234567890' from range(1000000)`), small)).rejects.toMatchObject({
    code: 'ANSWER_TOO_LARGE',
  });
});

test('a statement that needs more memory and disk than allowed fails alone', async () => {
  const large = statementOf(sql`count(distinct md5(i::text))::text from range(20000000) t(i)`);
  const results = await Promise.allSettled([engine.rows(large, limits), textOf(engine, statementOf(sql`'small'`))]);
  expect(results).toMatchObject([{ reason: { code: 'QUERY_TOO_LARGE' } }, { value: 'small' }]);
});

test('a slow reader of a stream keeps a batch and no more, and other statements run', async () => {
  const statement = statementOf(sql`repeat('x', 99) from range(1000000)`);
  const stream = engine.stream(statement, { timeoutMs: 60_000, end: '\n' })[Symbol.asyncIterator]();
  const first = await stream.next();
  const before = process.memoryUsage().rss;
  await sleep(300);
  expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
  expect(await textOf(engine, statementOf(sql`'beside'`))).toBe('beside');
  let rest = '';
  for (let next = await stream.next(); next.done !== true; next = await stream.next()) rest += next.value;
  const text = String(first.value) + rest;
  expect([String(first.value).length < 80_000, text.length, text.endsWith('x\n')]).toEqual([true, 1e8, true]);
});

test('the end of an iteration ends the statement and frees its connection', async () => {
  for (let round = 0; round < 6; round++)
    for await (const batch of engine.stream(statementOf(sql`i::text from range(1000000000000) t(i)`), {
      ...limits,
      end: ',',
    })) {
      expect(batch.startsWith('0,1,2,')).toBe(true);
      break;
    }
});

test('a stream ends with the reason of its signal, and TIMED_OUT when a batch takes too long', async () => {
  const read = async (options: { signal?: AbortSignal; timeoutMs: number }) => {
    const slow = statementOf(sql`i::text from range(1000000000000) t(i) where i < 10 or i = 999999999999`);
    for await (const batch of engine.stream(slow, { ...options, end: '' })) expect(batch).toBe('never');
  };
  const controller = new AbortController();
  setTimeout(() => {
    controller.abort(new Error('the client has left'));
  }, 100);
  await expect(read({ signal: controller.signal, timeoutMs: 60_000 })).rejects.toThrow('the client has left');
  await expect(read({ timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMED_OUT' });
  expect(await textOf(engine, statementOf(sql`'free'`))).toBe('free');
});

test('a Parquet file has the rows, the columns and the metadata of its statement', async () => {
  const metadata = { title: "l'été", geo: '{"a":1}' };
  const statement = statementOf(sql`i::double precision as number, ${'t'}::text as "the text" from range(3) t(i)`);
  const path = await engine.writeParquet(statement, { ...limits, compression: 'snappy', metadata });
  const bytes = await readFile(path);
  const file = new Uint8Array(bytes).buffer;
  const { key_value_metadata: entries = [] } = await parquetMetadataAsync(file);
  expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toMatchObject(metadata);
  expect(await parquetReadObjects({ file })).toEqual([0, 1, 2].map((number) => ({ number, 'the text': 't' })));
  const endlessFile = statementOf(sql`sum(i) as n from range(1000000000000) t(i)`);
  await expect(
    engine.writeParquet(endlessFile, { timeoutMs: 300, compression: 'zstd', metadata: {} }),
  ).rejects.toMatchObject({ code: 'TIMED_OUT' });
  expect((await stat(path)).size).toBeGreaterThan(0);
});

test('statements reach no file outside of the folder, and change no setting', async () => {
  for (const select of [
    sql`content from read_text('/etc/passwd')`,
    sql`line from read_csv('/etc/passwd', columns = {'line': 'VARCHAR'})`,
  ])
    await expect(engine.rows(statementOf(select), limits)).rejects.toThrow('file system operations are disabled');
  await expect(engine.rows({ tables: [], statement: sql`set threads = 8` }, limits)).rejects.toThrow('locked');
});
