import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { appendRecords, recordsModule, storedGeneration, type AppendableGeneration } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { recordsOf } from '#test/support/datasets/publishing.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

/** Less than the pushed records have bytes. */
const app = await testApp({ WORKER: 'off', RECORDS_MEMORY_MB: '72' }, { hasOwnEngine: true });
const { admin, services } = app;
const { db } = services;

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'text', type: 'text' },
];
const megabytes = 4;
const wide = (n: number) => ({ n, text: `${n} ${'long text '.repeat((megabytes * 2 ** 20) / 10)}` });

async function push(generation: number, n: number): Promise<void> {
  await inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
    const [open] = await tx.db.rows<AppendableGeneration>(sql`
      select ${storedGeneration(sqlText('g'))} as stored, dataset_uid as "datasetUid", fields, extent
      from generation g where id = ${generation}`);
    if (!open) throw new Error('There is no such generation.');
    await appendRecords(tx, open, [wide(n)], open.fields);
  });
}

function fold(): Promise<void> {
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_fold');
  if (!job) throw new Error('There is no such job.');
  const ctx = createContext(services, anonymous, randomUUID());
  return job.run(ctx, { id: '', data: {}, attempt: 1, traceId: 'test', signal: new AbortController().signal });
}

const ask = (uid: string, odsql: string) =>
  admin.data(`query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { rows(odsql: { ${odsql} }) { results } } }`, {
    uid,
  });

test('pushed records with texts of megabytes, more of them than fit into memory, are folded in parts', async () => {
  const uid = await seedDataset(admin);
  const generation = await publishRecords(app, uid, fields, [{ n: 0, text: 'short' }]);
  const count = 9;
  for (let n = 1; n <= count; n++) await push(generation, n);
  expect(
    await db.rows(
      sql`select count(*)::int as n from pgboss.job where name = 'records_fold' and state = 'created' and start_after <= now()`,
    ),
  ).toEqual([{ n: 1 }]);
  expect(
    await db.rows(
      sql`select sum(octet_length(line)) > 72e6 as "isMore" from record_tail where generation = ${generation}`,
    ),
  ).toEqual([{ isMore: true }]);
  await fold();
  expect(await db.rows(sql`select file_count::int as n from generation where id = ${generation}`)).toEqual([
    { n: count + 1 },
  ]);
  const last = `select: "length(text) as size", where: "n = ${count}"`;
  expect((await ask(uid, last)).catalogDataset.rows.results).toEqual([{ size: wide(count).text.length }]);
  expect(
    (await recordsOf(app, uid)).map(({ n, text }) => [n, text === (n === 0 ? 'short' : wide(Number(n)).text)]),
  ).toEqual(Array.from({ length: count + 1 }, (_, n) => [n, true]));
});
