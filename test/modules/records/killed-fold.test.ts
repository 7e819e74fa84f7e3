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

const recordsFolder = join(config.dataDir, 'records');
/** The files that the engines have written. */
const engineFiles = (): string[] =>
  readdirSync(recordsFolder)
    .filter((name) => name.startsWith('work-'))
    .flatMap((name) => readdirSync(join(recordsFolder, name)).map((file) => `${name}/${file}`))
    .filter((name) => /\.(duckdb|csv)$/.test(name));

/** Resolves once an engine writes a file that was not there before. */
const untilFileIsWritten = (before: readonly string[]) =>
  eventually(
    () => Promise.resolve(engineFiles()),
    (names) => names.some((name) => !before.includes(name)),
  );

async function untilFileIsStored(before: readonly string[]): Promise<void> {
  await untilFileIsWritten(before);
  await untilLockWaits(app);
}

let left: ChildProcess | undefined;
/** The worker that an earlier test left, because a start takes a second of a processor, or a new one. */
const oneWorker = (): ChildProcess => (left ??= startWorker(app));

const noNewBlob = () => 'lock table blob in exclusive mode';

test.each([
  ['the worker is killed while the tail is loaded', noNewBlob, untilFileIsWritten],
  ['the worker is killed while the file is stored', noNewBlob, untilFileIsStored],
  [
    'the worker is killed while it makes the file that of the generation',
    (uid: string) => `select 1 from dataset where uid = '${uid}' for update`,
    () => untilLockWaits(app),
  ],
])('when %s, its records are read once, and the next worker folds them once', async (_when, lockOf, untilFolding) => {
  const uid = await seedDataset(admin);
  const generation = await publishRecords(app, uid, fields, records(0, 10));
  const before = await stored(generation);
  expect(before?.fileCount).toBe(10);
  const files = engineFiles();
  await whileHolding(app, lockOf(uid), async () => {
    await push(generation, 10, 5_010);
    const worker = oneWorker();
    await untilFolding(files);
    left = undefined;
    await killWorker(app, worker);
  });
  expect(await stored(generation)).toEqual(before);
  expect(await recordsOf(app, uid)).toEqual(records(0, 5_010));
  await push(generation, 5_010, 5_012);
  oneWorker();
  await eventually(
    () => stored(generation),
    (found) => found?.fileCount === 5_012,
  );
  expect(await recordsOf(app, uid)).toEqual(records(0, 5_012));
});

testIf(process.platform === 'linux', 'processes as files')(
  'when the process of the engine that folds is killed, the same worker folds the records once',
  async () => {
    const uid = await seedDataset(admin);
    const generation = await publishRecords(app, uid, fields, records(0, 10));
    const files = engineFiles();
    const worker = oneWorker();
    await whileHolding(app, noNewBlob(), async () => {
      await push(generation, 10, 5_010);
      await untilFileIsWritten(files);
      process.kill(writerOf(worker) ?? NaN, 'SIGKILL');
    });
    await eventually(
      () => stored(generation),
      (found) => found?.fileCount === 5_010,
    );
    expect(await recordsOf(app, uid)).toEqual(records(0, 5_010));
    expect(await endWorker(worker, 'SIGTERM')).toBe(0);
  },
);
