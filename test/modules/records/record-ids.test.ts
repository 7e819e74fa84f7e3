import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { anonymous } from '../../../src/api/session/session.ts';
import type { DataRecord } from '../../../src/engine/records/record.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { recordIdentityOf, recordsModule, type RecordField } from '../../../src/modules/records/index.ts';
import { RecordEncoder } from '../../../src/modules/records/table/record-encoder.ts';
import { createContext } from '../../../src/server/create-context.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { secretsKey } from '../../support/backups.ts';
import { publishRecords, type TestField } from '../../support/datasets/records.ts';
import { push, seedRealtime } from '../../support/datasets/realtime.ts';
import { seedDataset } from '../../support/seed.ts';

const app = await testApp({ SECRETS_KEY: secretsKey });
const other = await testApp({ SECRETS_KEY: secretsKey });
const { services, unauthenticated } = app;
const { db } = services;

const fields: TestField[] = [
  { name: 'name', type: 'text' },
  { name: 'salary', type: 'int' },
];
const bob = { name: 'Bob', salary: 5_000 };
const records: DataRecord[] = [{ name: 'Ada', salary: 9_000 }, bob, bob, bob, { name: 'Bob', salary: 6_000 }];

const query = `query ($uid: ID!, $where: String) { catalogDataset(uid: $uid) { records(where: $where) { nodes { recordId values } } } }`;
const idsOf = async ({ admin: client }: Pick<TestApp, 'admin'>, uid: string, where?: string): Promise<string[]> =>
  (await client.data(query, { uid, where })).catalogDataset.records.nodes.map(
    ({ recordId }: { recordId: string }) => recordId,
  );

async function published(on: TestApp = app): Promise<string> {
  const uid = await seedDataset(on.admin);
  await publishRecords(on, uid, fields, records);
  return uid;
}

/** Stores the identifiers of the current generation as versions before keyed ones did. */
async function storeUnkeyed(uid: string, count: number): Promise<void> {
  const [generation] = await db.rows<{ id: string; fields: readonly RecordField[] }>(
    sql`select g.id, g.fields from generation g join dataset d on d.generation = g.id where d.uid = ${uid}`,
  );
  if (!generation) throw new Error('The dataset has no generation.');
  const encoder = new RecordEncoder(generation.fields, recordIdentityOf(services.secrets, uid));
  const counts = new Map<string, number>();
  for (const [position, record] of records.slice(0, count).entries()) {
    const digest = String(encoder.encode(record, position)[encoder.columns.indexOf('_id')]);
    const n = counts.get(digest) ?? 0;
    counts.set(digest, n + 1);
    await db.rows(sql`update ${sqlText(`records.g${generation.id}`)} set _id = ${digest}::bytea || int4send(${n}::int)
      where _position = ${position}::bigint`);
  }
  await db.rows(sql`update generation set keyed_count = 0 where id = ${generation.id}::bigint`);
}

const storedIdsOf = async (uid: string) => {
  const [dataset] = await db.rows<{ generation: string }>(sql`select generation from dataset where uid = ${uid}`);
  const rows = await db.rows<{ id: string }>(
    sqlText(`select encode(_id, 'hex') as id from records.g${dataset?.generation ?? ''} order by _position`),
  );
  return rows.map(({ id }) => id);
};

async function keyIds(): Promise<void> {
  const job = recordsModule.jobs?.find(({ queue }) => queue === 'records_ids');
  const ctx = createContext(services, anonymous, randomUUID());
  await job?.run(ctx, { id: '', data: {}, attempt: 1, traceId: 'test', signal: new AbortController().signal });
}

test('equal records have other identifiers in another dataset and in another catalog with the same key', async () => {
  const ids = await Promise.all([
    idsOf(app, await published()),
    idsOf(app, await published()),
    idsOf(other, await published(other)),
  ]);
  expect(new Set(ids.flat()).size).toBe(15);
});

test('an identifier stays over publications, and shows no equality with other records', async () => {
  const uid = await published();
  const ids = await idsOf(app, uid);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(5);
  await publishRecords(app, uid, fields.toReversed(), records);
  expect(await idsOf(app, uid)).toEqual(ids);
});

test('identifiers of an earlier version are never read: they are keyed as they are read, and by a job, as a publication does', async () => {
  const uid = await published();
  const ids = await idsOf(app, uid);
  await storeUnkeyed(uid, records.length);
  const expectKeyed = async () => {
    expect(await idsOf(app, uid)).toEqual(ids);
    expect(await idsOf(app, uid, `_id = "${ids[2] ?? ''}"`)).toEqual([ids[2]]);
    const path = `/api/explore/v2.1/catalog/datasets/${uid}/records/${ids[3] ?? ''}`;
    expect((await unauthenticated.request('GET', path)).body).toEqual(records[3]);
  };
  expect(await storedIdsOf(uid)).not.toEqual(ids);
  await expectKeyed();
  await keyIds();
  expect(await storedIdsOf(uid)).toEqual(ids);
  await expectKeyed();
});

test('pushed records have the identifiers that a publication gives them, also behind records of an earlier version', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  const added = [bob, { name: 'Eve', salary: 1 }, bob, { name: 'Eve', salary: 1 }];
  await publishRecords(app, uid, fields, [...records, ...added, ...added]);
  const ids = await idsOf(app, uid);
  await publishRecords(app, uid, fields, records);
  await push(app, url, added);
  expect(await idsOf(app, uid)).toEqual(ids.slice(0, 9));
  await publishRecords(app, uid, fields, records);
  await storeUnkeyed(uid, records.length);
  // the log of pushed records now has both pushes
  await push(app, url, added);
  expect(await idsOf(app, uid)).toEqual(ids);
  await keyIds();
  expect(await storedIdsOf(uid)).toEqual(ids);
});
