import type { DataRecord } from '#engine/records/record.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { TestField } from '#test/support/datasets/records.ts';

export const fields: TestField[] = [
  { name: 'n', type: 'int' },
  { name: 'name', type: 'text' },
  { name: 'founded', type: 'date' },
  { name: 'updated', type: 'datetime' },
  { name: 'tags', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
  { name: 'position', type: 'geo_point_2d' },
  { name: 'shape', type: 'geo_shape' },
  { name: 'beyond', type: 'double' },
];
const shape = { type: 'Point', coordinates: [7.4, 46.9] };
export const records: DataRecord[] = Array.from({ length: 2_500 }, (_, n) => ({
  n: n % 2_000,
  name: n % 2_000 === 7 ? null : 'row\n"\\N"',
  founded: n % 2_000 === 7 ? '0000-02-29' : '2020-11-05',
  updated: '2026-01-31T08:00:00.1234567Z',
  tags: n % 2 ? 'a; b' : 'a;b',
  position: { lat: 46.9, lon: 7.5 },
  shape,
  beyond: 0.5,
}));

/** The columns of the fields in a table of the version before; the last field had none, as those beyond the 250th. */
const columns = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', null];

/** Stores published records as the version before did. */
export async function storeInTable(db: DatabaseClient, generation: number): Promise<void> {
  const table = `records.g${String(generation)}`;
  await db.rows(
    sqlText(`create table ${table} (_position bigint not null, _timestamp timestamptz not null default '2026-01-02T03:04:05.678Z', _size integer, _id bytea,
      rest jsonb, _words tsvector, c0 bigint, c1 text collate "C", c2 date, c3 timestamptz, c4 text[] collate "C", c5 point, c6 jsonb, c6_box box)`),
  );
  await db.rows(sql`
    insert into ${sqlText(table)} (_position, _size, rest, c0, c1, c2, c3, c4, c5, c6)
    select at - 1, 100, jsonb_strip_nulls(jsonb_build_object('updated', value ->> 'updated', 'beyond', value -> 'beyond',
        'tags', case when value ->> 'tags' = 'a; b' then 'a; b' end, 'founded', case when value ->> 'founded' < '0001' then value ->> 'founded' end)),
      (value ->> 'n')::bigint, value ->> 'name', case when value ->> 'founded' > '0001' then (value ->> 'founded')::date end,
      left(value ->> 'updated', 26)::timestamp at time zone 'UTC', array['a', 'b'], point(7.5, 46.9), value -> 'shape'
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality each(value, at)`);
  await db.rows(sql`
    update generation set file = null, file_count = 0, fields = (
      select jsonb_agg(field || jsonb_build_object('column', (${JSON.stringify(columns)}::jsonb) -> (at::int - 1)) order by at)
      from jsonb_array_elements(fields) with ordinality each(field, at)) where id = ${generation}::bigint`);
}

/** Stores published records as the versions before that one did, in one table. */
export async function storeInSharedTable(db: DatabaseClient, generation: number): Promise<void> {
  await db.rows(
    sqlText(
      'create table if not exists record (generation bigint not null, position bigint not null, value jsonb not null, primary key (generation, position))',
    ),
  );
  await db.rows(sql`
    insert into record (generation, position, value) select ${generation}::bigint, at - 1, value
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality each(value, at)`);
  await db.rows(
    sql`update generation set file = null, file_count = 0, record_count = 0, fields = '[]' where id = ${generation}::bigint`,
  );
}
