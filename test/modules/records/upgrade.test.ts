import { expect, test } from '@jest/globals';
import type { DataRecord } from '../../../src/engine/records/record.ts';
import { sql, sqlText } from '../../../src/kernel/sql.ts';
import { testApp } from '../../support/app.ts';
import { recordsOf } from '../../support/datasets/publishing.ts';
import { publishRecords, type TestField } from '../../support/datasets/records.ts';
import { seedDataset } from '../../support/seed.ts';
import { upgradeDatabase } from '../../support/database/upgrade-database.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db },
} = app;

const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'name', type: 'text' },
  { name: 'founded', type: 'date' },
  { name: 'updated', type: 'datetime' },
  { name: 'tags', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
  { name: 'position', type: 'geo_point_2d' },
  { name: 'shape', type: 'geo_shape' },
];
const records: DataRecord[] = Array.from({ length: 2_500 }, (_, n) => ({
  n,
  name: `row ${n}\n"\\N"`,
  founded: n === 7 ? '0000-02-29' : '2020-11-05',
  updated: '2026-01-31T08:00:00.1234567Z',
  tags: n % 2 ? 'a; b' : 'a;b',
  position: { lat: 46.9, lon: 7.4 + n / 1000 },
  shape: { type: 'Point', coordinates: [7.4, 46.9] },
}));

const schema = [
  'drop schema records cascade',
  'alter table generation drop column fields, drop column record_count, drop column words, drop column replaced_at',
  'create table record (generation bigint not null, position bigint not null, value jsonb not null, primary key (generation, position))',
  `delete from migration where name in ('2026-11-22-records', '2026-11-22-record-words')`,
];

/** Stores records as the versions before did. */
async function storeAsBefore(uid: string, generation: number): Promise<void> {
  await db.rows(sql`
    insert into record (generation, position, value) select ${generation}::bigint, n - 1, value
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality each(value, n)`);
  await db.rows(sql`update dataset set generation = ${generation} where uid = ${uid}`);
}

const idsOf = async (generation: number) =>
  (
    await db.rows<{ id: string }>(
      sql`select encode(_id, 'hex') as id from ${sqlText(`records.g${generation}`)} order by _position`,
    )
  ).map(({ id }) => id);

test('the records of an earlier version are the same after an upgrade, with the identifiers that a publication gives them', async () => {
  const uids = [await seedDataset(admin), await seedDataset(admin), await seedDataset(admin)];
  const generations = [];
  for (const uid of uids) generations.push(await publishRecords(app, uid, fields, records));
  const [published] = generations;
  const before = await idsOf(published ?? 0);
  for (const statement of schema) await db.rows(sqlText(statement));
  for (const [index, uid] of uids.entries()) await storeAsBefore(uid, generations[index] ?? 0);
  const abandoned = await db.rows<{ id: number }>(
    sql`insert into generation (dataset_uid) values (${uids[0] ?? ''}) returning id::int as id`,
  );
  await db.rows(sql`insert into record values (${abandoned[0]?.id}, 0, '{}')`);

  await Promise.all([upgradeDatabase(app), upgradeDatabase(app)]);

  for (const uid of uids) expect(await recordsOf(app, uid)).toEqual(records);
  expect(await idsOf(published ?? 0)).toEqual(before);
  expect(new Set(before).size).toBe(records.length);
  expect(await db.rows(sql`select to_regclass('record')::text as "table"`)).toEqual([{ table: null }]);
  expect(await db.rows(sql`select count(*)::int as count from pg_tables where schemaname = 'records'`)).toEqual([
    { count: 3 },
  ]);
  expect(await app.services.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('an upgrade that was interrupted continues where it stopped', async () => {
  const uid = await seedDataset(admin);
  const moved = await publishRecords(app, uid, fields, records);
  const other = await seedDataset(admin);
  const waiting = await publishRecords(app, other, fields, records);
  await db.rows(sqlText(schema[2] ?? ''));
  await db.rows(sqlText(`drop table records.g${waiting}`));
  await db.rows(sqlText(`drop index records.g${moved}_id`));
  await storeAsBefore(uid, moved);
  await storeAsBefore(other, waiting);
  await upgradeDatabase(app);
  for (const unknownUid of [uid, other]) expect(await recordsOf(app, unknownUid)).toEqual(records);
  expect(await db.rows(sql`select to_regclass(${`records.g${moved}_id`})::text as "index"`)).toEqual([
    { index: `records.g${moved}_id` },
  ]);
});
