import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createRecordReader } from '#api/record-reader.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import type { ColumnEngine, ColumnStatement } from '#platform/columns/column-engine.ts';
import { unlimitedAdmission } from '#platform/database/statement-gate.ts';
import { noSpan, noTracing, type Tracing } from '#platform/telemetry.ts';

const statement: ColumnStatement = { tables: [], statement: sql`select ${'secret'}::text, 'secret'` };
const unused = () => Promise.reject(new Error('No statement of this kind is expected.'));
const pace = { bytesPerSecond: 2 ** 20, maxBehindMs: 100 };

/** A reader over an engine that sends batches until the reader ends, and what has happened to it. */
function readerOf(batches: () => AsyncGenerator<string>, tracing: Tracing = noTracing) {
  const events: string[] = [];
  async function* stream(...[, { end, timeoutMs }]: Parameters<ColumnEngine['stream']>): AsyncGenerator<string> {
    events.push(`begin ${end} ${String(timeoutMs)}`);
    try {
      yield* batches();
    } finally {
      events.push('end');
    }
  }
  const engine = { rows: unused, writeParquet: unused, stream };
  const reader = createRecordReader({ engine, timeoutMs: 7, admission: unlimitedAdmission, tracing, pace });
  const read = (signal = new AbortController().signal) => reader.stream(statement, { end: ';', signal });
  return { events, read };
}

async function* manyBatches(): AsyncGenerator<string> {
  for (let count = 0; count < 10; count++) yield 'x'.repeat(1_000);
}

test('all batches are read, and nothing begins before the first', async () => {
  const { events, read } = readerOf(manyBatches);
  const batches = read();
  expect(events).toEqual([]);
  let length = 0;
  for await (const batch of batches) length += batch.length;
  expect([length, events]).toEqual([10_000, ['begin ; 7', 'end']]);
});

test('a reader that is slower than the pace loses its statement before it asks for more', async () => {
  const { events, read } = readerOf(manyBatches);
  const batches = read();
  await batches.next();
  await sleep(200);
  expect(events).toEqual(['begin ; 7', 'end']);
  await expect(batches.next()).rejects.toMatchObject({ code: 'CLIENT_DISCONNECTED' });
});

test('a reader that pauses, and is fast enough on average, receives all rows', async () => {
  const { read } = readerOf(manyBatches);
  let count = 0;
  for await (const batch of read()) {
    expect(batch).toHaveLength(1_000);
    if (++count % 4 === 0) await sleep(30);
  }
  expect(count).toBe(10);
});

test('a reader that ends early ends the statement, and a signal that has aborted begins none', async () => {
  const { events, read } = readerOf(manyBatches);
  for await (const batch of read()) if (batch !== '') break;
  expect(events).toEqual(['begin ; 7', 'end']);
  await expect(read(AbortSignal.abort(new Error('left'))).next()).rejects.toThrow('left');
  expect(events).toHaveLength(2);
});

test('a statement has a span without its literals, which fails with it', async () => {
  const spans: unknown[] = [];
  const startSpan: Tracing['startSpan'] = (name, part) => {
    spans.push([name, part?.attributes]);
    return { ...noSpan, fail: () => spans.push('fail'), end: () => spans.push('end') };
  };
  const tracing = { ...noTracing, isEnabled: true, startSpan };
  const { read } = readerOf(async function* () {
    yield 'x';
    throw new CatalogError('TIMED_OUT');
  }, tracing);
  const batches = read();
  await batches.next();
  await expect(batches.next()).rejects.toMatchObject({ code: 'TIMED_OUT' });
  const attributes = { 'db.system.name': 'duckdb', 'db.query.text': 'select $1::text, ?' };
  expect(spans).toEqual([['stream records', attributes], 'fail', 'end']);
});
