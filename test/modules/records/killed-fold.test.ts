import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { appendRecords, storedGeneration, type AppendableGeneration } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { untilLockWaits, whileHolding } from '#test/support/database/table-locks.ts';
import { eventually, recordsOf } from '#test/support/datasets/publishing.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';
import { testIf } from '#test/support/test-if.ts';
import { endWorker, killWorker, startWorker } from '../publication/worker-process.ts';

const app = await testApp({ WORKER: 'off' }, { hasOwnEngine: true });
const { admin, services } = app;
const { db, config } = services;

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'text', type: 'text' },
];
const recordAt = (n: number) => ({ n, text: `record ${n}` });
const records = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => recordAt(from + index));

/** Appends records as a push does, which sends the job that folds the tail once it is large. */
const push = (generation: number, from: number, to: number): Promise<void> =>
  inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    const [open] = await tx.db.rows<AppendableGeneration>(sql`
      select ${storedGeneration(sqlText('g'))} as stored, dataset_uid as "datasetUid", fields, extent
      from generation g where id = ${generation}`);
    if (!open) throw new Error('There is no such generation.');
    await appendRecords(tx, open, records(from, to), open.fields);
  });

interface Stored {
  readonly file: string;
  readonly fileCount: number;
}

async function stored(generation: number): Promise<Stored | undefined> {
  const [found] = await db.rows<Stored>(
    sql`select file, file_count::int as "fileCount" from generation where id = ${generation}`,
  );
  return found;
}

/** The process of the worker's engine that writes files. */
function writerOf({ pid }: ChildProcess): number | undefined {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ');
  return children.map(Number).find((child) => child > 0);
}

/** Resolves once an engine other than that of the application writes a file. */
const untilFileIsWritten = (own: readonly string[]) =>
  eventually(
    () => Promise.resolve(newFolders(own).flatMap((folder) => readdirSync(folder))),
    (names) => names.some((name) => /\.(duckdb|csv)$/.test(name)),
  );

const recordsFolder = join(config.dataDir, 'records');
const newFolders = (own: readonly string[]): string[] =>
  readdirSync(recordsFolder)
    .filter((name) => name.startsWith('work-') && !own.includes(name))
    .map((name) => join(recordsFolder, name));

async function untilFileIsStored(own: readonly string[]): Promise<void> {
  await untilFileIsWritten(own);
  await untilLockWaits(app);
}

const noNewBlob = () => 'lock table blob in exclusive mode';

test.each([
  ['the worker is killed while the tail is loaded', noNewBlob, untilFileIsWritten],
  ['the worker is killed while the file is stored', noNewBlob, untilFileIsStored],
  [
    'the worker is killed while it makes the file that of the generation',
    (uid: string) => `select 1 from dataset where uid = '${uid}' for update`,
    () => untilLockWaits(app),
  ],
])(
  'when %s, its records are read once, and the next worker folds them once',
  async (_when, lockOf, untilFolding) => {
    const uid = await seedDataset(admin);
    const generation = await publishRecords(app, uid, fields, records(0, 10));
    await push(generation, 10, 5_010);
    const before = await stored(generation);
    expect(before?.fileCount).toBe(10);
    const own = readdirSync(recordsFolder);
    await whileHolding(app, lockOf(uid), async () => {
      const worker = startWorker(app);
      await untilFolding(own);
      await killWorker(app, worker);
    });
    expect(await stored(generation)).toEqual(before);
    expect(await recordsOf(app, uid)).toEqual(records(0, 5_010));
    await push(generation, 5_010, 5_012);
    const next = startWorker(app);
    await eventually(
      () => stored(generation),
      (found) => found?.fileCount === 5_012,
    );
    expect(await endWorker(next, 'SIGTERM')).toBe(0);
    expect(await recordsOf(app, uid)).toEqual(records(0, 5_012));
  },
  120_000,
);

testIf(process.platform === 'linux', 'processes as files')(
  'when the process of the engine that folds is killed, the same worker folds the records once',
  async () => {
    const uid = await seedDataset(admin);
    const generation = await publishRecords(app, uid, fields, records(0, 10));
    await push(generation, 10, 5_010);
    const own = readdirSync(recordsFolder);
    const worker = await whileHolding(app, noNewBlob(), async () => {
      const started = startWorker(app);
      await untilFileIsWritten(own);
      process.kill(writerOf(started) ?? NaN, 'SIGKILL');
      return started;
    });
    await eventually(
      () => stored(generation),
      (found) => found?.fileCount === 5_010,
    );
    expect(await recordsOf(app, uid)).toEqual(records(0, 5_010));
    expect(await endWorker(worker, 'SIGTERM')).toBe(0);
  },
  120_000,
);
