import { describe, expect, test } from '@jest/globals';
import { fieldTypeOf } from '#engine/extractors/parquet/parquet-columns.ts';
import { zipOf } from '../archives/zip-of.ts';
import { dbfOf, pointRecord, shpOf } from '../extractors/geographic/shapefile-of.ts';
import { rowXml, workbookOf } from '../extractors/xlsx/workbook-of.ts';
import { runAll, sourceOf, typesOf } from '../source-of.ts';

const typed = async (type: string, content: Buffer | string) => {
  const { rows, pipeline } = await runAll({
    resources: [{ source: sourceOf(content, ''), type, params: {} }],
    processors: [],
  });
  return { rows, types: typesOf(pipeline) };
};

const digits = '9007199254740993';

test('the columns of a Shapefile have the types that its table says, also where no value does', async () => {
  const dbf = dbfOf(
    [
      ['code', 'C', 5],
      ['empty', 'C', 5],
      ['n', 'N', 9],
      ['none', 'N', 9],
      ['day', 'D', 8],
      ['ratio', 'F', 9],
      ['id', 'N', 20],
    ],
    [
      ['123', '', '1', '', '20240105', '2', '1'],
      ['456', '', '2', '', '', '3', digits],
    ],
  );
  const { rows, types } = await typed(
    'shapefile',
    await zipOf({ 'a.shp': shpOf(1, [pointRecord(1, 2), pointRecord(3, 4)]), 'a.dbf': dbf }),
  );
  expect(types).toEqual({
    geo_point_2d: 'geo_point_2d',
    geo_shape: 'geo_shape',
    code: 'text',
    empty: 'text',
    n: 'int',
    none: 'int',
    day: 'date',
    ratio: 'double',
    id: 'text',
  });
  expect(rows[1]).toMatchObject({ code: '456', n: 2, day: null, ratio: 3, id: digits });
});

test('a cell of a workbook that is a text is none of the numbers that it looks like', async () => {
  const { rows, types } = await typed(
    'xlsfile',
    await workbookOf([
      ['A', [rowXml(1, ['zip', 'n', 'mixed']), rowXml(2, ['123', 1, 1.5]), rowXml(3, ['456', 2, '2'])].join('')],
    ]),
  );
  expect(types).toEqual({ zip: 'text', n: 'int', mixed: 'text' });
  expect(rows).toEqual([
    { zip: '123', n: 1, mixed: '1.5' },
    { zip: '456', n: 2, mixed: '2' },
  ]);
});

test('the properties of GeoJSON keep the difference between numbers and texts, and large numbers their digits', async () => {
  const feature = (properties: string) => `{"type":"Feature","geometry":null,"properties":${properties}}`;
  const { rows, types } = await typed(
    'geojsonfile',
    `{"type":"FeatureCollection","features":[${feature('{"code":"1","n":1}')},${feature(`{"code":"2","n":${digits}}`)}]}`,
  );
  expect(types).toMatchObject({ geo_point_2d: 'geo_point_2d', geo_shape: 'geo_shape', code: 'text', n: 'text' });
  expect(rows.map(({ code, n }) => [code, n])).toEqual([
    ['1', '1'],
    ['2', digits],
  ]);
});

describe('a column of a Parquet file', () => {
  test.each([
    ['text', { type: 'BYTE_ARRAY', converted_type: 'UTF8' }],
    ['text', { type: 'BYTE_ARRAY', logical_type: { type: 'STRING' } }],
    ['text', { type: 'BOOLEAN' }],
    ['int', { type: 'INT64' }],
    ['int', { type: 'INT32', converted_type: 'UINT_16' }],
    ['int', { type: 'INT32', logical_type: { type: 'INTEGER', bitWidth: 8, isSigned: true } }],
    ['int', { type: 'INT64', logical_type: { type: 'DECIMAL', precision: 9, scale: 0 } }],
    ['double', { type: 'INT32', converted_type: 'DECIMAL', scale: 2 }],
    ['double', { type: 'FLOAT' }],
    ['date', { type: 'INT32', converted_type: 'DATE' }],
    ['datetime', { type: 'INT96' }],
    ['datetime', { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' } }],
    ['text', { type: 'INT32', converted_type: 'TIME_MILLIS' }],
    [undefined, { type: 'BYTE_ARRAY' }],
    [undefined, { type: 'BYTE_ARRAY', converted_type: 'JSON' }],
  ] as const)('is %s where it is %j', (type, element) => {
    expect(fieldTypeOf({ name: 'a', ...element })).toBe(type);
  });
});
