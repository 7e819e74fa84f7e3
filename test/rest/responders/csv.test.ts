import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { csvLine, csvResponse } from '#rest/responders/file.ts';

test.each<[unknown, string]>([
  ['plain', 'plain'],
  [null, ''],
  ['', ''],
  [true, 'true'],
  [-1.5, '-1.5'],
  [1e21, '1e+21'],
  [0, '0'],
  ['a,b', '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ['one\r\ntwo', '"one\r\ntwo"'],
  [['oak', 'elm'], 'oak; elm'],
  [[], ''],
  [{ street: 'A' }, '"{""street"":""A""}"'],
  ['Žitava 🌳', 'Žitava 🌳'],
])('the cell %j is written %j', (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

test.each([
  '=1+1',
  '+33 1 23 45 67 89',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=',
  ['=1', 'b'],
  ['-'],
])('no spreadsheet evaluates %j as a formula', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '').startsWith("'")).toBe(true);
});

test('a carriage return at the beginning is not evaluated as a formula, either', () => {
  expect(csvLine(['\r=1'])).toBe('"\'\r=1"\r\n');
});

test('a table reads back as it was written, except for the apostrophes', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, (cells) => {
      const read: string[][] = parse(cells.map(csvLine).join(''), { recordDelimiter: '\r\n', relaxColumnCount: true });
      expect(read).toEqual(
        cells.map((row) => row.map((cell) => (/^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell))),
      );
    }),
  );
});

test('rows are read only on demand', async () => {
  let asked = 0;
  async function* rows() {
    for (; ; asked++) yield [[asked]];
  }
  const lines: string[] = [];
  for await (const line of csvResponse({ filename: 'a.csv', columns: ['n'], rows: rows() }).text ?? [])
    if (lines.push(line) === 3) break;
  expect(lines).toEqual(['n\r\n', '0\r\n', '1\r\n']);
  expect(asked).toBe(1);
});
