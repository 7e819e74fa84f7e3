import { expect, test } from '@jest/globals';
import { tableFromIPC, type Table } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { testApp } from '#test/support/app.ts';
import wkx from 'wkx';
import { appendFieldConfiguration, publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;
const base = '/api/explore/v2.1';
const towns = await publishedTowns(app, web);

async function exported(of: string, query = ''): Promise<Table> {
  const { rawPayload, headers } = await app.http.inject(`${base}/catalog/datasets/${of}/exports/parquet${query}`);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition': expect.stringContaining('.parquet"'),
  });
  return tableFromIPC(readParquet(new Uint8Array(rawPayload)).intoIPCStream());
}

const rowsOf = (table: Table): Record<string, unknown>[] => table.toArray().map((row) => row.toJSON());

test('the columns have the types of the contract', async () => {
  const { schema } = await exported(towns);
  expect(Object.fromEntries(schema.fields.map(({ name, type }) => [name, String(type)]))).toEqual({
    name: 'Utf8',
    country: 'Utf8',
    population: 'Int64',
    area: 'Float64',
    founded: 'Date32<DAY>',
    updated: 'Timestamp<MICROSECOND, UTC>',
    tags: 'List<Utf8>',
    path: 'Utf8',
    position: 'Binary',
  });
  expect(JSON.parse(schema.metadata.get('geo') ?? '')).toEqual({
    version: '1.1.0',
    primary_column: 'position',
    columns: { position: { encoding: 'WKB', geometry_types: ['Point'] } },
  });
});

test.each(['snappy', 'zstd'])('an independent reader finds the records in a file compressed with %s', async (codec) => {
  const rows = rowsOf(await exported(towns, `?parquet_compression=${codec}`));
  expect(rows.map(({ name }) => name)).toEqual(['Paris', 'Lyon', 'Bern', 'Genève', 'Quito']);
  const [paris = {}, , bern = {}, geneva = {}, quito = {}] = rows;
  expect(paris).toMatchObject({ country: 'FR', population: 2100000n, area: 105.4 });
  expect(new Date(Number(bern['founded'])).toISOString()).toBe('1191-01-01T00:00:00.000Z');
  expect(new Date(Number(paris['updated'])).toISOString()).toBe('2024-01-31T23:30:00.000Z');
  expect(JSON.parse(JSON.stringify(paris['tags']))).toEqual(['capital', 'river']);
  expect([geneva['founded'], geneva['updated'], geneva['area'], quito['population'], quito['tags']]).toEqual(
    Array(5).fill(null),
  );
  expect(Buffer.from(paris['position'] as Uint8Array).toString('hex')).toBe(wkbOf(2.3522, 48.8566));
});

function wkbOf(longitude: number, latitude: number): string {
  const bytes = Buffer.alloc(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(longitude, 5);
  bytes.writeDoubleLE(latitude, 13);
  return bytes.toString('hex');
}

test('huge numbers, old dates, other alphabets and line breaks keep their value', async () => {
  const csv = [
    'name,country,population,area,founded,updated,tags,path,position',
    '"Ω ""quoted""\n🚂",CH,9007199254740991,1e300,0044-03-15,1901-02-03T04:05:06.789Z,,,',
    ',,-9007199254740991,-0.1,9999-12-31,0099-01-01T00:00:00Z,,,',
  ].join('\n');
  const rows = rowsOf(await exported(await publishedTowns(app, web, { csv })));
  const stamps = rows.map(({ founded, updated }) => [founded, updated].map((each) => new Date(Number(each)).toJSON()));
  expect(rows).toMatchObject([
    { name: 'Ω "quoted"\n🚂', population: 9007199254740991n, area: 1e300 },
    { name: null, population: -9007199254740991n, area: -0.1 },
  ]);
  expect(stamps).toEqual([
    ['0044-03-15T00:00:00.000Z', '1901-02-03T04:05:06.789Z'],
    ['9999-12-31T00:00:00.000Z', '0099-01-01T00:00:00.000Z'],
  ]);
});

test('an empty point and heights at some positions are written, and an invalid geometry is null and reported', async () => {
  const shapes = [
    '{"type":"Point","coordinates":[]}',
    '{"type":"LineString","coordinates":[[1,2,3],[4,5]]}',
    '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,3,4]},{"type":"MultiPoint","coordinates":[]}]}',
    '{"type":"Point","coordinates":["1","2"]}',
    '{"type":"LineString","coordinates":[[1],[2,3]]}',
    '{"type":"Point","coordinates":[1e999,2]}',
    '{"type":"Polygon","coordinates":[1,2]}',
  ];
  const csv = ['n|shape', ...shapes.map((shape, n) => `${n}|${shape}`)].join('\n');
  const uid = await seedCsvDataset(app.admin, web.serve('/shapes.csv', csv), { separator: '|', quotechar: '' });
  await appendFieldConfiguration(app.admin, uid, { type: { field: 'shape', typeParam: 'geo_shape' } });
  const { status, recordsErrors } = await runAndFinish(app.admin, 'publishDataset', uid);
  expect([status, recordsErrors.map(({ message }: { message: string }) => message)]).toEqual([
    'idle',
    Array(4).fill('The value is not of the type geo_shape.'),
  ]);
  const written = rowsOf(await exported(uid)).map(
    ({ shape }) => shape && wkx.Geometry.parse(Buffer.from(shape as Uint8Array)).toWkt(),
  );
  expect(written).toEqual([
    'POINT(NaN NaN)',
    'LINESTRING Z (1 2 3,4 5 NaN)',
    'GEOMETRYCOLLECTION Z (POINT Z (1 2 3),MULTIPOINT Z EMPTY)',
    null,
    null,
    null,
    null,
  ]);
});

test('groups, aliases and an export without rows are files too', async () => {
  const groups = await exported(towns, '?group_by=country&select=count(*)%20as%20n,avg(area)%20as%20mean');
  expect(rowsOf(groups)).toMatchObject([
    { country: 'CH', n: 2n },
    { country: 'EC', n: 1n, mean: 372.4 },
    { country: 'FR', n: 2n },
  ]);
  const empty = await exported(towns, '?where=country%3D%22nowhere%22&select=name,population');
  expect([empty.numRows, empty.schema.fields.map(({ name }) => name)]).toEqual([0, ['name', 'population']]);
});

test('more rows than a row group holds keep their order', async () => {
  const csv = ['name,country', ...Array.from({ length: 45_000 }, (_each, index) => `town ${String(index)},FR`)].join(
    '\n',
  );
  const names = rowsOf(await exported(await publishedTowns(app, web, { csv }), '?select=name')).map(({ name }) => name);
  expect([names.length, names[0], names[20_000], names[44_999]]).toEqual([
    45_000,
    'town 0',
    'town 20000',
    'town 44999',
  ]);
});

test('the copy of stored columns has the records that the column engine writes, and nothing of hidden fields', async () => {
  const uid = await publishedTowns(app, web, {
    defaultSecurity: { visibleFields: ['tags', 'position', 'founded', 'population'] },
  });
  const [copied, written] = [await exported(uid), await exported(uid, '?parquet_compression=snappy')];
  expect(rowsOf(copied).map((row) => JSON.parse(JSON.stringify(row, plain)))).toEqual(
    rowsOf(written).map((row) => JSON.parse(JSON.stringify(row, plain))),
  );
  expect(copied.schema.fields.map(String)).toEqual(written.schema.fields.map(String));
  expect(copied.schema.metadata).toEqual(written.schema.metadata);
  const url = `${base}/catalog/datasets/${uid}/exports/parquet`;
  const [hidden, whole] = [await app.http.inject(url), await app.http.inject(url.replace(uid, towns))];
  for (const text of ['Gen', 'country', 'catalograph', '_position'])
    expect([text, hidden.rawPayload.includes(text)]).toEqual([text, false]);
  expect([whole.rawPayload.includes('country'), whole.rawPayload.includes('catalograph')]).toEqual([true, false]);
  const renamed = await exported(towns, '?select=tags as labels,population,name as labels_2');
  expect(rowsOf(renamed).map((row) => Object.keys(row))[0]).toEqual(['labels', 'population', 'labels_2']);
});

/** Bigints as JSON. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

test('a file has no hidden field and no hidden record', async () => {
  const defaultSecurity = { visibleFields: ['name'], filterQuery: 'country = "FR"' };
  const table = await exported(await publishedTowns(app, web, { defaultSecurity }));
  expect(rowsOf(table)).toEqual([{ name: 'Paris' }, { name: 'Lyon' }]);
});

test.each(['?where=nope%3D1', '?parquet_compression=lz4'])('%s is a 400 in JSON', async (query) => {
  const { status, body } = await unauthenticated.restAt(base)(
    'GET',
    `/catalog/datasets/${towns}/exports/parquet${query}`,
  );
  expect([status, typeof body.message]).toEqual([400, 'string']);
});
