import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import type { ExportColumn, ExportSource } from '#engine/exports/export-format.ts';
import { createXlsxExport, escapeCellText, xlsxExport } from '#engine/exports/xlsx-export.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';

const options = {
  ...{
    delimiter: ';',
    listSeparator: ',',
    isQuoted: false,
    hasEscapedFormulas: false,
    hasByteOrderMark: false,
    hasLabels: false,
  },
  ...{ system: wgs84System, nameField: null, descriptionFields: [], hasExtensions: true },
  parquetCompression: 'snappy' as const,
};
const columnOf = (name: string, type: ExportColumn['type'] = 'json'): ExportColumn => ({
  ...{ name, label: name, type },
  isMultivalued: false,
});
const sourceOf = (rows: ExportSource['rows'], columns = [columnOf('n')]): ExportSource => ({
  ...{ dataset: { address: '' }, columns, options, disk: new DiskBudget(2 ** 30), rows },
});

async function* batchesOf(...batches: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}

const rowsOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_each, index) => `{"n":${String(from + index)}}`);

test.each([0, 1, 3, 4, 6, 7])('%i rows continue in sheets of three rows below their header', async (count) => {
  const batches = batchesOf(rowsOf(0, Math.min(count, 1)), [], rowsOf(1, count));
  const book = read(await buffer(createXlsxExport(4).write(sourceOf(batches))));
  const sheets = book.SheetNames.map((name) => utils.sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1 }));
  expect(book.SheetNames).toEqual(
    Array.from({ length: Math.max(1, Math.ceil(count / 3)) }, (_each, index) => `Sheet${String(index + 1)}`),
  );
  expect(sheets.map(([header]) => header)).toEqual(sheets.map(() => ['n']));
  expect(sheets.flatMap((sheet) => sheet.slice(1).flat())).toEqual(Array.from({ length: count }, (_each, at) => at));
});

test('booleans are booleans, and a number that a double would round is a text', async () => {
  const row = '{"yes":true,"no":false,"long":9007199254740993,"list":[1,"a"]}';
  const columns = [columnOf('yes'), columnOf('no'), columnOf('long', 'int'), columnOf('list')];
  const { Sheets } = read(await buffer(xlsxExport.write(sourceOf(batchesOf([row]), columns))));
  expect(utils.sheet_to_json(Sheets['Sheet1'] ?? {}, { header: 1 })[1]).toEqual([
    true,
    false,
    '9007199254740993',
    '[1,"a"]',
  ]);
});

test('the columns of a sheet have their letters, and are at most 16,384', async () => {
  const columns = Array.from({ length: 16_385 }, (_each, index) => columnOf(`c${String(index)}`));
  const { Sheets } = read(await buffer(xlsxExport.write(sourceOf(batchesOf(), columns.slice(1)))));
  const header = Sheets['Sheet1'] ?? {};
  expect(['A1', 'Z1', 'AA1', 'ZZ1', 'AAA1', 'XFD1'].map((place) => header[place]?.v)).toEqual(
    [1, 26, 27, 702, 703, 16_384].map((number) => `c${String(number)}`),
  );
  await expect(xlsxExport.write(sourceOf(batchesOf(), columns)).next()).rejects.toMatchObject({
    code: 'EXPORT_NOT_POSSIBLE',
  });
});

test('a reader that stops early ends the rows, which are read no faster than it reads', async () => {
  let read = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<readonly string[]> {
    try {
      for (;;) {
        read += 1;
        // random digits, which cannot be compressed to nothing
        yield await Promise.resolve(Array.from({ length: 1_000 }, () => `{"n":"${String(Math.random())}"}`));
      }
    } finally {
      isEnded = true;
    }
  }
  const chunks = xlsxExport.write(sourceOf(endless()));
  for (let taken = 0; taken < 20; taken += 1) await chunks.next();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(read).toBeLessThan(200);
  await chunks.return(undefined);
  expect(isEnded).toBe(true);
});

test('an error of the rows is the error of the file', async () => {
  async function* broken(): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(rowsOf(0, 1));
    throw new Error('the query ended');
  }
  await expect(buffer(xlsxExport.write(sourceOf(broken())))).rejects.toThrow('the query ended');
});

/** What a reader makes of an escaped text: XML, then `_xHHHH_`. */
function decode(escaped: string): string {
  let text = '';
  const parser = new SaxesParser({ xmlns: false });
  parser.on('text', (part) => (text += part));
  parser.write(`<t>${escaped}</t>`).close();
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('_', 'x', '0041', '005F', '_x', '\u0001', '\uD800', '\uFFFE', '\r', '\n', '&', '<', ']]>'),
  }),
);

test('a reader reads every text back', () => {
  fc.assert(
    fc.property(texts, (text) => expect(decode(escapeCellText(text))).toBe(text)),
    { numRuns: 1_000 },
  );
});
