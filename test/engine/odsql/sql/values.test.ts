import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable({ name: 'text', n: 'int', x: 'double', d: 'date', t: 'datetime', p: 'geo_point_2d' });
  await table.insert([['[1, {"a": "b"}]', '7', '1.7e308', '2024-02-29', '2024-02-29T12:00:00Z', '(7,47)']]);
  await table.insert([[null, null, '-1.7e308', null, null, null]]);
});
afterAll(() => table.close());

/** The values of an expression for both rows. */
const values = async (expression: string): Promise<unknown[]> =>
  (await table.rows({ select: `${expression} as v` })).map(({ v }) => v);

describe('null', () => {
  test.each([
    ...['length(null)', 'lower(null)', 'year(null)', "date_format(null, 'yyyy')", 'json_format(null)'],
    ...["distance(null, geom'POINT(7 47)')", 'ifnull(null, null)', 'null', '-null', 'null + 1', 'n * (null / 2)'],
    ...['sum(null)', 'min(null)', 'median(null)', 'n / 0', '1e308 * 10', '1e308 + 1e308', '-1e308 / 0.1'],
  ])('a function of null: %s is null', async (expression) => expect(await values(expression)).toEqual([null, null]));

  test.each<[string, unknown]>([
    ['length(name)', 15],
    ['lower(name)', '[1, {"a": "b"}]'],
    ['json_format(name, null)', [1, { a: 'b' }]],
    ['year(d) + month(t)', 2026],
    ["date_format(t, 'dd')", '29'],
    ["distance(p, geom'POINT(7 47)')", 0],
    ['ifnull(d, null)', '2024-02-29'],
    ['ifnull(null, n)', 7],
    ['-n', -7],
    ['0 * n', 0],
    ['0 / n', 0],
  ])('%s is %j, and null of null', async (expression, value) =>
    expect(await values(expression)).toEqual([value, null]),
  );

  test('is what ifnull replaces', async () => {
    expect(await values("ifnull(d, date'2020')")).toEqual(['2024-02-29', '2020-01-01']);
    expect(await values('ifnull(n, 0.5)')).toEqual([7, 0.5]);
  });

  test('is counted by count(*) alone', async () => {
    expect(await values('count(*) + count(n) + count(null)')).toEqual([3, 3]);
  });
});

test('a number that a double cannot hold is null in aggregates too', async () => {
  expect(await values('sum(1.7e308 + 0 * x)')).toEqual([null, null]);
  expect(await values('avg(1.7e308 + 0 * x)')).toEqual([null, null]);
  expect(await values('sum(x)')).toEqual([0, 0]);
  expect(await values('median(x)')).toEqual([0, 0]);
});

test('zero has no sign', async () => {
  expect(JSON.stringify(await table.rows({ select: '-(n - 7) as v, 0 * -n as w', limit: 1 }))).toBe('[{"v":0,"w":0}]');
});

test('JSON that nests too deep stays a text', async () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const flat = `[${Array(2_000).fill('[]').join(',')}]`;
  const texts = ['['.repeat(100_000), nested(100_000), nested(1_001), nested(1_000), flat, `"${'['.repeat(2_000)}"`];
  for (const text of texts) await table.insert([[text, null, null, null, null, null]]);
  const found = await values('json_format(name)');
  expect(found.slice(2)).toEqual([...texts.slice(0, 3), ...texts.slice(3).map((text): unknown => JSON.parse(text))]);
});

test('half a surrogate pair is stored as the replacement character, and found by itself', async () => {
  const texts = await columnTable({ name: 'text', tags: 'text[]' });
  await texts.insert([['a\ud800', '["b\\udc00", "__proto__"]']]);
  const where = 'name = "a\ud800" and tags = "b\udc00" and tags in ("__proto__") and length(name) = 2';
  expect(await texts.rows({ where })).toEqual([{ name: 'a\ufffd', tags: ['b\ufffd', '__proto__'] }]);
  texts.close();
});
