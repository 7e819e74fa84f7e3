import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { Columns } from '#engine/records/columns.ts';
import { jsonfile } from '#engine/extractors/json/jsonfile.ts';
import { maxRecordSize } from '#engine/extractors/batches.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { guessParams } from '#engine/extractors/guess.ts';
import { sampleOf, sourceOf } from '#test/engine/source-of.ts';
import { rowsOf as rowsOfType } from '../rows-of.ts';

async function rowsOf(
  content: string | Buffer,
  params: Record<string, string | boolean> = {},
  chunkSize?: number,
): Promise<DataRecord[]> {
  const rows: DataRecord[] = [];
  const { content: stream } = await sourceOf(content, 'a.json', chunkSize).openStream(new AbortController().signal);
  for await (const batch of jsonfile.extract(stream, params, { filename: 'a.json', columns: new Columns() }))
    rows.push(...batch);
  return rows;
}

describe('a JSON file', () => {
  test('is an array of records, with nested values kept', async () => {
    expect(await rowsOf('[{"Beak Length (mm)": 39.1, "tags": ["a"]}, {"geo": {"lat": 1, "lon": 2}}]')).toEqual([
      { beak_length_mm: 39.1, tags: ['a'] },
      { geo: { lat: 1, lon: 2 } },
    ]);
  });

  test('is a single record, or one per line', async () => {
    expect(await rowsOf('{"a": 1}')).toEqual([{ a: 1 }]);
    expect(await rowsOf('{"a": 1}\n{"a": 2}\n')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('holds the records at a path, and the record at a path of its element', async () => {
    const content = JSON.stringify({
      x: [{ no: 1 }],
      data: { x: 1, items: [{ properties: { a: 1 } }, { properties: { a: 2 } }] },
    });
    expect(await rowsOf(content, { json_root: 'data.items', json_object: 'properties' })).toEqual([{ a: 1 }, { a: 2 }]);
    await expect(rowsOf(content, { json_root: 'data.rows' })).rejects.toThrow(
      /there is no value at data\.rows; the members at the top are x, /,
    );
  });

  test('may hold lists of cells, of which the first is the header if its cells are names', async () => {
    expect(await rowsOf('[["town", "n", 2020], ["Bern", 1, 2], ["Chur", "", null, 4]]')).toEqual([
      { town: 'Bern', n: 1, '2020': 2 },
      { town: 'Chur', n: null, '2020': null, column_4: 4 },
    ]);
    expect(await rowsOf('[["Bern", 1], ["Chur", 2]]')).toEqual([
      { column_1: 'Bern', column_2: 1 },
      { column_1: 'Chur', column_2: 2 },
    ]);
    expect(await rowsOf('[["Bern", "BE"]]', { headers_first_row: false })).toEqual([
      { column_1: 'Bern', column_2: 'BE' },
    ]);
    expect(await rowsOf('[[1, 2], [3, 4]]', { headers_first_row: true })).toEqual([{ '1': 3, '2': 4 }]);
  });

  test.each([
    ['{"columns": ["a", "b"], "index": [0], "data": [["x", "y"]]}', 'data'],
    [
      '{"meta": {"view": {"columns": [{"id": -1, "name": "a", "fieldName": ":a", "top": [{"name": "t"}]}, {"name": "b"}]}}, "data": [["x", "y"]]}',
      'data',
    ],
    ['{"cols": [{"id": "a", "type": "text"}, {"id": "B", "label": "b"}], "rows": [["x", "y"]]}', 'rows'],
    ['{"schema": {"fields": [{"name": "a"}, {"name": "b"}]}, "fields": ["one"], "rows": [["x", "y"]]}', 'rows'],
  ])('names lists of cells by the columns that %s lists', async (content, root) => {
    expect(await guessParams('jsonfile', sampleOf(content, 'a.json'))).toMatchObject({ json_root: root });
    expect(await rowsOf(content, { json_root: root })).toEqual([{ a: 'x', b: 'y' }]);
  });

  test('keeps the digits of large numbers', async () => {
    expect(await rowsOf('[{"a": 12345678901234567890, "b": 1e400, "c": -3}]')).toEqual([
      { a: '12345678901234567890', b: '1e400', c: -3 },
    ]);
  });

  test.each([
    ['utf-16le', true],
    ['utf-16le', false],
    ['utf-16be', false],
    ['utf-8', true],
  ] as const)('may be encoded in %s, with a mark: %s', async (encoding, addBOM) => {
    expect(await rowsOf(iconv.encode('[{"name": "Zoë"}]', encoding, { addBOM }), {})).toEqual([{ name: 'Zoë' }]);
  });

  test('may be an object whose members are the records', async () => {
    const content = '{"v": 1, "by": {"FR": {"n": 1, "key": "x"}, "__proto__": {"n": 2}, "DE": 3}}';
    const { rows, labels } = await rowsOfType('jsondict', content, { json_root: 'by' }, 5);
    expect(rows).toEqual([
      { key: 'FR', n: 1, key_2: 'x' },
      { key: '__proto__', n: 2 },
      { key: 'DE', value: 3 },
    ]);
    expect(labels).toEqual(['Key', 'n', 'key', 'value']);
    await expect(rowsOfType('jsondict', '[{"a": 1}]')).rejects.toThrow(/must be an object of records/);
    await expect(rowsOfType('jsondict', content, { json_root: 'x' })).rejects.toThrow(/there is no value at x/);
  });

  test('adds its name on demand', async () => {
    expect(await rowsOf('[{"a": 1}]', { extract_filename: true })).toEqual([{ a: 1, source_filename: 'a.json' }]);
  });

  test('read in pieces of any size is what was written', async () => {
    const record = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,5}$/).filter((name) => !(name in {})),
      fc.jsonValue({ noUnicodeString: false }).filter((value) => JSON.stringify(value) !== '-0'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 10 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (records, chunkSize, isPretty) => {
          const content = JSON.stringify(records, null, isPretty ? 2 : 0);
          const written: unknown = JSON.parse(content);
          expect(JSON.stringify(await rowsOf(content, {}, chunkSize))).toBe(JSON.stringify(written));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a hostile JSON file', () => {
  test.each([
    ['that is cut', '[{"a": 1}, {"a":'],
    ['that is no JSON', '[{"a": 1},\n{"a": hello}]'],
    ['that is empty', ''],
    ['nested without end', '['.repeat(100_000)],
    ['nested deep in a record', `[{"a":${'['.repeat(100_000)}`],
  ])('%s fails with a reason', async (_what, content) => {
    await expect(rowsOf(content)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test('names the line of the fault', async () => {
    await expect(rowsOf(`[${'{"a": 1},\n'.repeat(5_000)}oops]`)).rejects.toThrow(/near line (4[89]\d\d|500\d)/);
  });

  test('a hostile JSON file with a record of millions of values fails', async () => {
    await expect(rowsOf(`[{"a": [${'[],'.repeat(1_000_000)}[]]}]`)).rejects.toThrow(/more than 1000000 values/);
  });

  test('a hostile JSON file with an endless text fails', async () => {
    await expect(rowsOf(`[{"a": "${'x'.repeat(maxRecordSize + 100_000)}`)).rejects.toThrow(/larger than/);
    await expect(rowsOf(`{"skip": "${'x'.repeat(maxRecordSize + 100_000)}`, { json_root: 'a' })).rejects.toThrow(
      /larger than/,
    );
  });
});

describe('the guess of where the records are', () => {
  const many = (length: number, element: unknown = { name: 'x', type: 'text' }) => Array(length).fill(element);
  test.each([
    ['of Socrata', { meta: { view: { columns: many(9) } }, data: many(2, ['a', 1]) }, 'data'],
    ['of pandas', { schema: { fields: many(9), primaryKey: ['index'] }, data: many(2) }, 'data'],
    ['of ArcGIS', { fields: many(9), features: many(2, { attributes: {} }) }, 'features'],
    ['of ArcGIS without records', { fields: many(9), features: [] }, 'features'],
    ['of CKAN', { result: { fields: many(9), records: many(2) } }, 'result.records'],
    ['with longer links', { links: many(9), stations: many(2), results: many(3) }, 'results'],
    ['of fields of a farm', { owners: many(2), fields: many(9) }, 'fields'],
    [
      'of a topology',
      {
        objects: { towns: { geometries: many(2) } },
        arcs: many(9, [
          [1, 2],
          [3, 4],
        ]),
      },
      'objects.towns.geometries',
    ],
    ['of rows beside columns', { columns: many(9), table: many(2, ['a', 1]) }, 'table'],
    ['of two lists', { results: many(2), cities: many(9) }, 'cities'],
    ['of texts', { name: 'x', data: ['a', 'b'] }, ''],
    ['of one record', { name: 'x', keywords: [] }, ''],
    ['of nothing but columns', { name: 'x', columns: many(3) }, 'columns'],
  ])('finds the records %s', async (_of, document, root) => {
    expect(await guessParams('jsonfile', sampleOf(JSON.stringify(document), 'a.json'))).toMatchObject({
      json_root: root,
    });
  });
});
