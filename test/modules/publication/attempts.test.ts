import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testApp } from '#test/support/app.ts';
import { anonymous } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { endLostRuns, lostRunMessage } from '#publication/request-publication.ts';
import { claimRun } from '#publication/claim-run.ts';
import { finishRun } from '#publication/finish-run.ts';
import { executeRun } from '#publication/publication.job.ts';
import type { RunBounds } from '#publication/publish-records.ts';
import { createContext } from '#server/create-context.ts';
import { untilLockWaits } from '#test/support/database/table-locks.ts';
import {
  countUnusedGenerations,
  eventually,
  numberedRows,
  requestRun,
  recordsOf,
  seedCsvDataset,
  statusOf,
  statusReached,
  sweepAfter,
} from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, WORKER: 'off', DELETED_RETENTION_DAYS: '0' });
const { admin } = app;

const context = () => createContext(app.services, anonymous, randomUUID());

/** The key of the run of a dataset. */
async function runKeyOf(uid: string) {
  const [row] = await app.services.db.rows<{ id: string }>(
    sql`select id from publication_run where dataset_uid = ${uid}`,
  );
  return { datasetUid: uid, runId: row?.id ?? randomUUID() };
}

/** Executes the run of a dataset as a worker does, until the signal aborts. */
async function work(
  uid: string,
  { signal = new AbortController().signal, maxRecords = 1_000_000, ...bounds }: Partial<RunBounds> = {},
): Promise<void> {
  await executeRun(context(), { data: await runKeyOf(uid), signal }, { maxRecords, ...bounds });
}

async function publishing(path: string) {
  const tap = web.stream(path);
  tap.send(`n,text\n${numberedRows(1, 2000)}`);
  const uid = await seedCsvDataset(admin, tap.url);
  await requestRun(admin, 'publishDataset', uid);
  return { tap, uid };
}

test('a dataset with too many records publishes them up to the limit, and its status names the limit', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/many.csv', `n,text\n${numberedRows(1, 10)}`));
  await requestRun(admin, 'publishDataset', uid);
  await work(uid, { maxRecords: 7 });
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'limit_reached',
    previous: 'processing',
    isPublished: true,
    params: { error: { limit_type: 'records', limit: 7, value: 10 } },
  });
  expect(await recordsOf(app, uid)).toHaveLength(7);
  expect((await requestRun(admin, 'publishDataset', uid)).errors).toBeUndefined();
});

test('an archive that expands too far ends the run with an error, and the published records stay', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/packed.csv', 'n\n1\n'));
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  web.serve('/packed.csv', gzipSync(gzipSync(`n\n${'1\n'.repeat(10_000)}`)));
  await requestRun(admin, 'publishDataset', uid);
  await work(uid, { output: { baseRecords: 10, recordsPerByte: 2, baseCharacters: 2 ** 30, charactersPerByte: 200 } });
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    isPublished: true,
    message: expect.stringMatching(/more than \d+ records were produced from \d+ bytes/),
  });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
});

test('too many records on which processors take too long end the run', async () => {
  const publish = async (rows: number) => {
    const uid = await seedCsvDataset(admin, web.serve(`/slow-${rows}.csv`, `n,text\n${numberedRows(1, rows)}`));
    await app.services.db.rows(sql`insert into processor (uid, dataset_uid, position, type, label, params)
      values (${uid}, ${uid}, 0, 'regexp_replace', '', ${JSON.stringify({ field: 'text', regexp: 'row', new: '' })}::jsonb)`);
    await requestRun(admin, 'publishDataset', uid);
    await work(uid, { maxRecordMs: 0 });
    return statusOf(admin, uid);
  };
  expect(await publish(10)).toMatchObject({ status: 'idle', isPublished: true });
  expect(await publish(11)).toMatchObject({
    status: 'error',
    isPublished: false,
    message: expect.stringContaining('the processors take too long on more than 10 records'),
  });
});

test('a run reports the bytes read before the first record', async () => {
  const tap = web.stream('/slow.csv');
  const uid = await seedCsvDataset(admin, tap.url, { first_row_no: 1, headers_first_row: true });
  await requestRun(admin, 'publishDataset', uid);
  const ended = work(uid);
  tap.send(`n,text\n1,"${'a'.repeat(1_000)}`);
  await eventually(
    () => statusOf(admin, uid),
    ({ params }) => params.bytes_read === 1_010,
  );
  tap.send('"\n');
  tap.close();
  await ended;
  expect(await recordsOf(app, uid)).toHaveLength(1);
});

test('a dataset with too many fields reports it; without any records read, the published records stay', async () => {
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
  const uid = await seedCsvDataset(admin, web.serve('/wide.csv', 'n\n1\n'), {
    first_row_no: 1,
    headers_first_row: true,
  });
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  web.serve('/wide.csv', `${columns(1_001)}\n`);
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'limit_reached',
    isPublished: true,
    message: 'There are more than 1000 fields. The records published before are unchanged.',
    params: { error: { limit_type: 'fields', limit: 1_000, value: 1_001 } },
  });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
  const more = Array.from({ length: 300 }, () => '1').join('\n');
  web.serve('/wide.csv', `${columns(999)}\n${more}\n${','.repeat(1_001)}\n`);
  await requestRun(admin, 'publishDataset', uid, { isResultAccepted: true });
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'limit_reached',
    message:
      'There are more than 1000 fields; the records up to there are published. No field of the previous publication is left: n.',
    params: { error: { limit_type: 'fields' } },
  });
  expect((await recordsOf(app, uid)).length).toBeGreaterThan(0);
});

test('a job publishes the configuration stored in its run', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/then.csv', 'n\n1\n'));
  await requestRun(admin, 'publishDataset', uid);
  const {
    dataset: {
      resources: {
        nodes: [resource],
      },
    },
  } = await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } } }', { uid });
  await admin.data('mutation ($input: ResourceActionInput!) { deleteResource(input: $input) { dataset { uid } } }', {
    input: { datasetUid: uid, uid: resource.uid },
  });
  await work(uid);
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
});

test('a later attempt claims the run, and the earlier one no longer writes', async () => {
  const { tap, uid } = await publishing('/taken.csv');
  const first = work(uid);
  await statusReached(admin, uid, 'processing', 1000);
  const second = work(uid);
  await tap.requested(2);
  tap.send(numberedRows(2001, 2500));
  tap.close();
  await Promise.all([first, second]);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', previous: 'processing', isPublished: true });
  expect((await recordsOf(app, uid)).map(({ n }) => n)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
});

test('a run that was interrupted three times fails with a reason', async () => {
  const { tap, uid } = await publishing('/hopeless.csv');
  const workers = new AbortController();
  const attempts = [];
  for (const attempt of [1, 2, 3]) {
    attempts.push(work(uid, { signal: workers.signal }).catch(() => undefined));
    await tap.requested(attempt);
    await statusReached(admin, uid, 'processing', 1000);
  }
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'error',
    previous: 'processing',
    isPublished: false,
    message: expect.stringContaining('interrupted 3 times'),
  });
  workers.abort();
  await Promise.all(attempts);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'error' });
});

test('a stopped worker releases its run, and the attempt does not count', async () => {
  const { tap, uid } = await publishing('/stopped.csv');
  for (const attempt of [1, 2, 3, 4]) {
    const worker = new AbortController();
    const stopped = expect(work(uid, { signal: worker.signal })).rejects.toThrow('The worker stops.');
    await tap.requested(attempt);
    worker.abort(new Error('The worker stops.'));
    await stopped;
  }
  tap.close();
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
});

test('when the worker of an aborted run dies, the records that were published before stay', async () => {
  const url = web.serve('/dead.csv', 'n,text\n1,before\n');
  const uid = await seedCsvDataset(admin, url);
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  const tap = web.stream('/dead.csv');
  tap.send(`n,text\n${numberedRows(1, 2000)}`);
  await requestRun(admin, 'publishDataset', uid);
  const dead = new AbortController();
  const attempt = work(uid, { signal: dead.signal }).catch(() => undefined);
  await statusReached(admin, uid, 'processing', 1000);
  dead.abort();
  await attempt;
  await requestRun(admin, 'abortDatasetPublishing', uid);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'idle',
    previous: 'aborting_processing',
    isPublished: true,
    message:
      'The publication was aborted, and its worker ended before the records were stored. The records published before are unchanged.',
  });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1, text: 'before' }]);
});

test('when the worker of an aborted run dies after it has stored the records, they are kept', async () => {
  const { tap, uid } = await publishing('/stored.csv');
  tap.close();
  const dead = new AbortController();
  await app.services.db.rows(
    sqlText(
      `create function fail_end() returns trigger language plpgsql as $$ begin raise exception 'The worker dies.'; end $$`,
    ),
  );
  await app.services.db.rows(
    sqlText(`create trigger fail_end before update of generation on dataset for each row execute function fail_end()`),
  );
  await expect(work(uid, { signal: dead.signal })).rejects.toThrow('The worker dies.');
  await app.services.db.rows(sqlText('drop function fail_end cascade'));
  await requestRun(admin, 'abortDatasetPublishing', uid);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({
    status: 'idle',
    previous: 'aborting_processing',
    isPublished: true,
  });
  expect(await recordsOf(app, uid)).toHaveLength(2000);
});

test('a job of a deleted dataset or a finished run does nothing, and records of abandoned attempts are deleted', async () => {
  const { tap, uid } = await publishing('/gone.csv');
  tap.close();
  await work(uid);
  await work(uid);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', previous: 'processing' });
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  await work(uid);
  expect(await countUnusedGenerations(app)).toBeGreaterThan(0);
  await sweepAfter(app, 9);
  expect(await countUnusedGenerations(app)).toBeGreaterThan(0);
  await sweepAfter(app, 11);
  expect(await countUnusedGenerations(app)).toBe(0);
});

test.each(['queued', 'processing', 'aborting_processing', 'deleting', 'saving_version'])(
  'a dataset that is %s without a run ends with an error within a minute, and can be published again',
  async (status) => {
    const uid = await seedCsvDataset(admin, web.serve('/lost.csv', 'n\n1\n'));
    await app.services.db.rows(sql`update dataset set status = ${status}, is_published = true where uid = ${uid}`);
    await endLostRuns(context(), new AbortController().signal);
    expect(await statusOf(admin, uid)).toMatchObject({ status: 'error', previous: status, message: lostRunMessage });
    expect((await requestRun(admin, 'publishDataset', uid)).errors).toBeUndefined();
  },
);

test('a publication with a run is not lost', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/kept.csv', 'n\n1\n'));
  await requestRun(admin, 'publishDataset', uid);
  await endLostRuns(context(), new AbortController().signal);
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'queued' });
});

test('an abort without a run ends at once', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/lost.csv', 'n\n1\n'));
  await app.services.db.rows(sql`update dataset set status = 'processing' where uid = ${uid}`);
  expect((await requestRun(admin, 'abortDatasetPublishing', uid)).errors).toBeUndefined();
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', message: lostRunMessage });
});

test('an abort of a queued publication ends it at once, and changes nothing', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/queued.csv', 'n\n1\n'));
  const abort = async () => {
    expect((await requestRun(admin, 'abortDatasetPublishing', uid)).errors).toBeUndefined();
    await work(uid);
    return statusOf(admin, uid);
  };
  const message = 'The publication was aborted before it made a record.';
  await requestRun(admin, 'publishDataset', uid);
  expect(await abort()).toMatchObject({ status: 'idle', message, isPublished: false });
  await requestRun(admin, 'publishDataset', uid);
  await work(uid);
  await requestRun(admin, 'unpublishDataset', uid);
  expect(await abort()).toMatchObject({ status: 'idle', isPublished: true });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
});

test('an attempt that stalls before its end, and wakes when another one holds the lease, does not finish the run', async () => {
  let requests = 0;
  let release: () => void = () => undefined;
  const url = web.answer('/stalled.csv', (response) => {
    requests += 1;
    response.write(`n,text\n${numberedRows(1, 2000)}`);
    if (requests === 1) response.end();
    else release = () => response.end(numberedRows(2001, 2500));
  });
  const uid = await seedCsvDataset(admin, url);
  await requestRun(admin, 'publishDataset', uid);
  const lock = new pg.Client({ connectionString: app.databaseUrl });
  await lock.connect();
  // The first attempt waits for this lock when it stores the file of all records.
  await app.services.db.rows(sqlText('create table stall ()'));
  await lock.query('begin; lock table stall');
  await app.services.db.rows(
    sqlText(
      `create function stall() returns trigger language plpgsql as $$ begin lock table stall; return new; end $$`,
    ),
  );
  await app.services.db.rows(
    sqlText('create trigger stall before insert on blob for each row execute function stall()'),
  );
  const stalled = work(uid);
  await untilLockWaits(app);
  const next = work(uid);
  await eventually(
    () => Promise.resolve(requests),
    (count) => count === 2,
  );
  await lock.end();
  await stalled;
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'processing', isPublished: false });
  await app.services.db.rows(sqlText('drop function stall cascade'));
  release();
  await next;
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
  expect(await recordsOf(app, uid)).toHaveLength(2500);
});

test('an attempt that stalls with its result, and wakes while another one writes, does not finish the run', async () => {
  const { tap, uid } = await publishing('/woken.csv');
  const stalled = await claimRun(context(), await runKeyOf(uid));
  if (!stalled) throw new Error('The run could not be claimed.');
  const next = work(uid);
  await statusReached(admin, uid, 'processing', 1000);
  expect(await finishRun(context(), stalled, { event: 'done' })).toBeUndefined();
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'processing', isPublished: false });
  tap.close();
  await next;
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', isPublished: true });
  expect(await recordsOf(app, uid)).toHaveLength(2000);
});
