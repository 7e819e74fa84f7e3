import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { runPreview } from '#engine/preview/preview.ts';

const csv = (text: string) => ({
  type: 'csvfile',
  params: {},
  source: {
    openStream: async () => ({
      filename: 'a.csv',
      mimetype: 'text/csv',
      size: text.length,
      content: Readable.from([Buffer.from(text)], { objectMode: false }),
    }),
  },
});

/** The records of a column `n` that match a condition. */
const shown = async (values: readonly unknown[], where: string) => {
  const source = csv(`n\n${values.join('\n')}\n`);
  return runPreview({ resources: [source], processors: [], where: parseWhere(where) });
};
const numbers = Array.from({ length: 12_000 }, (_, index) => index);

test('a preview shows the first twenty records that match, from all batches', async () => {
  const { records } = await shown(numbers, 'n >= 4990');
  expect(records).toEqual(numbers.slice(4_990, 5_010).map((n) => ({ n })));
});

test('a preview tests the first 10,000 records', async () => {
  expect((await shown(numbers, 'n >= 9998')).records).toEqual([{ n: 9_998 }, { n: 9_999 }]);
});

test('a value that widens a type late hides no record, and shows all with the type that a publication stores', async () => {
  const lines = [...numbers.slice(0, 3_000).map((n) => `${n},${n}`), 'many,7'];
  const source = csv(`n,m\n${lines.join('\n')}\n`);
  const { fields, records } = await runPreview({ resources: [source], processors: [], where: parseWhere('m = 7') });
  expect(fields.map(({ type }) => type)).toEqual(['text', 'int']);
  expect(records).toEqual([
    { n: '7', m: 7 },
    { n: 'many', m: 7 },
  ]);
});

test('a condition may name a field that only some of the first records have', async () => {
  const lines = ['{"a": 1}', '{"a": 2, "b": "x"}'];
  const source = { ...csv(lines.join('\n')), type: 'jsonfile' };
  const { records } = await runPreview({ resources: [source], processors: [], where: parseWhere('b = "x"') });
  expect(records).toEqual([{ a: 2, b: 'x' }]);
});
