import { afterAll, expect, test } from '@jest/globals';
import { createReadStream } from 'node:fs';
import { parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { storedFieldsKey } from '#engine/exports/parquet/copy-columns.ts';
import type { DataRecord, Field } from '#engine/records/record.ts';
import { sql, sqlName } from '#kernel/sql.ts';
import { textRow } from '#platform/columns/column-engine.ts';
import { columnsOfGeneration, type PublishedField } from '#records/record-field.ts';
import { RecordIdentity } from '#records/table/record-encoder.ts';
import { RecordLines } from '#records/generations/generation-file-writer.ts';
import { storedFormOf } from '#records/table/stored-form.ts';
import { EngineFixture, limits, statementOf, tableName } from '#test/platform/columns/engine-fixture.ts';

const [writer, reader] = [await EngineFixture.create(), await EngineFixture.create()];
afterAll(() => Promise.all([writer.close(), reader.close()]));

const field = (name: string, type: Field['type'], isMultivalued = false): PublishedField => ({
  ...{ name, type, label: `The ${name}`, description: '' },
  annotations: isMultivalued ? [{ name: 'multivalued', args: [';'] }] : [],
});

const fields = [
  field('title', 'text'),
  field('Title', 'text'),
  field('_id', 'text'),
  field('rest', 'text'),
  field('tags', 'text', true),
  field('n', 'int'),
  field('x', 'double'),
  field('day', 'date'),
  field('heure d’été', 'datetime'),
  field('place', 'geo_point_2d'),
  field('_c11', 'text'),
  field('area', 'geo_shape'),
  field('photo', 'file'),
];

const texts = [
  '',
  ' ',
  '-',
  'Ä b',
  'A  b-C_d 9',
  'ΣΑΣ ﬁ ½',
  'a\n"b",\\N',
  '\u0000x',
  '\ud800',
  '😀',
  'É\u0301t',
  'İ',
  'x'.repeat(5_000),
];
const records: DataRecord[] = [
  ...texts.map((text, index) => ({
    ...{ title: text, Title: `${text}!`, _id: text, rest: text, tags: `${text}; b ;"c"`, n: index - 3, x: index / 3 },
    ...{ day: '0044-03-15', 'heure d’été': '2026-01-31T08:00:00.123456789Z', _c11: text },
    place: { lon: index === 0 ? -0 : index / 7 - 180, lat: 89.999999999 - index },
    area: {
      type: 'LineString',
      coordinates: [
        [index, 2],
        [-3, 4, 5],
      ],
      foreign: text,
    },
    photo: { filename: text },
  })),
  {},
];

test('a native file that is built of a stored file has the rows of that of the writer', async () => {
  const lines = new RecordLines({ identity: new RecordIdentity(Buffer.alloc(32, 7)), madeAt: new Date(0) });
  lines.add(records, fields);
  const columns = columnsOfGeneration(lines.fields);
  const [engine, other] = [await writer.engine(), await reader.engine({ storage: writer.storage })];
  const file = await engine.createWriter(columns);
  await file.load(lines.take().flatMap((segment) => segment.lines));
  const form = storedFormOf(lines.fields);
  const written = await file.finish({ identify: () => [], signal: AbortSignal.timeout(60_000), form });
  const { key } = await writer.storage.write(createReadStream(written.path), { limit: 1e9 });
  await written.adopt(key);
  await file.close();
  const table = { name: tableName(key), file: { key, recordCount: records.length }, columns, readTail: null };
  const all = textRow(columns.map(({ name }) => sql`${sqlName(name)}::text`));
  const [ofWriter, ofReader] = await Promise.all(
    [engine, other].map((each) => each.rows(statementOf(all, table, sql`order by _position`), limits)),
  );
  expect([reader.logged, ofReader]).toEqual([[], ofWriter]);
  expect(ofReader).toHaveLength(records.length);
  const bytes = await writer.storage.size(key);
  const metadata = await parquetMetadataAsync({
    byteLength: bytes,
    slice: async (start, end = bytes) => {
      const parts: Buffer[] = [];
      for await (const part of await writer.storage.read(key, { start, end })) parts.push(part);
      return new Uint8Array(Buffer.concat(parts)).buffer;
    },
  });
  expect(parquetSchema(metadata).children.map(({ element }) => element.name)).toEqual([
    ...['title', 'Title_2', '_id_2', 'rest', 'tags', 'n', 'x', 'day', 'heure d’été', 'place', '_c11_2', 'area'],
    ...['_c11', '_c11_west', '_c11_south', '_c11_east', '_c11_north', '_c12', '_c12_is_stored'],
    ...['_position', '_id', '_size', '_timestamp', '_rest'],
  ]);
  const found = new Map(metadata.key_value_metadata?.map(({ key: name, value = '' }) => [name, JSON.parse(value)]));
  expect(found.get('geo')).toMatchObject({ primary_column: 'area', columns: { place: { encoding: 'WKB' }, area: {} } });
  expect(found.get(storedFieldsKey)[1]).toMatchObject({ name: 'Title_2', label: 'The Title', column: 'c1' });
});
