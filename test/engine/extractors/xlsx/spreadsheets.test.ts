import { describe, expect, test } from '@jest/globals';
import { utils, write, type BookType } from '@e965/xlsx';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';
import { sampleOf } from '#test/engine/source-of.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { survivesMutations } from '../extracted.ts';
import { guessedRowsOf, rowsOf } from '../rows-of.ts';

const cells = [
  ['Name', 'n', 'day', 'ok'],
  ['Zoë', 1.5, new Date(Date.UTC(2024, 0, 31)), true],
  ['007', -3, null, false],
];
const rows = [
  { name: 'Zoë', n: 1.5, day: '2024-01-31', ok: true },
  { name: '007', n: -3, day: null, ok: false },
];

function bookOf(bookType: BookType): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells, { UTC: true }), 'data');
  if (bookType !== 'sylk') utils.book_append_sheet(book, utils.aoa_to_sheet([['other'], [1]]), 'more');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

const formats = [
  ['.xls', 'biff8', 'a.xls'],
  ['.xls of Excel 95', 'biff5', 'a.xls'],
  ['OpenDocument', 'ods', 'a.ods'],
  ['flat OpenDocument', 'fods', 'a.fods'],
  ['Excel 2003 XML', 'xlml', 'a.xml'],
  ['SYLK', 'sylk', 'a.slk'],
] as const;

/** The cells of an OpenDocument file. */
const documentOf = (row: string, rowAttributes = ''): Promise<Buffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="S">
      <table:table-row ${rowAttributes}>${row}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  });
const typed = (type: string, value: string): string =>
  `<table:table-cell office:value-type="${type}" ${value}><text:p>shown</text:p></table:table-cell>`;

describe('a workbook in', () => {
  test.each(formats)('%s is guessed and read', async (_name, bookType, filename) => {
    const content = bookOf(bookType);
    expect((await guessExtractors(sampleOf(content, filename)))[0]).toMatchObject({ type: 'xlsfile' });
    const expected = rows.map((row) => (bookType === 'biff5' ? { ...row, name: expect.any(String) } : row));
    expect(await guessedRowsOf('xlsfile', content, filename)).toEqual(expected);
  });

  test.each(formats)('%s is no CSV, JSON or XML', async (_name, bookType, filename) => {
    for (const type of ['csvfile', 'jsonfile', 'xmlfile'])
      await expect(guessParams(type, sampleOf(bookOf(bookType), filename))).rejects.toThrow(/extractor "xlsfile"/);
  });

  test('.ods has other sheets by their names', async () => {
    expect((await rowsOf('xlsfile', bookOf('ods'), { sheet: 'more' })).rows).toEqual([{ other: 1 }]);
    await expect(rowsOf('xlsfile', bookOf('xls'), { sheet: 'nope' })).rejects.toThrow(
      /there is no sheet nope; the sheets are data, more/,
    );
  });

  test('.ods keeps times of days, repeated cells and lines of text', async () => {
    const content = await documentOf(
      [
        typed('date', 'office:date-value="2024-01-31"'),
        typed('date', 'office:date-value="2024-01-31T12:30:15.5"'),
        typed('time', 'office:time-value="PT12H30M15S"'),
        typed('percentage', 'office:value="0.125"'),
        typed('float', 'office:value="7" table:number-columns-repeated="2"'),
        '<table:table-cell office:value-type="string"><text:p>a</text:p><text:p>b &amp; c</text:p></table:table-cell>',
      ].join(''),
      'table:number-rows-repeated="2"',
    );
    const found = (await rowsOf('xlsfile', content, { headers_first_row: false })).rows;
    expect(found.map((row) => Object.values(row))).toEqual(
      Array(2).fill(['2024-01-31', '2024-01-31T12:30:15.500Z', '12:30:15', 0.125, 7, 7, 'a\nb & c']),
    );
  });
});

describe('a hostile workbook', () => {
  test.each(formats)(
    'a hostile workbook in %s, damaged at random, is read or fails with a reason',
    async (...[, bookType]) => {
      await survivesMutations('xlsfile', bookOf(bookType), repetitions > 1 ? 12 : 3);
    },
  );

  test('a hostile workbook of billions of cells ends only its thread', async () => {
    // long texts fill the memory of the thread with fewer cells
    const text = 'x'.repeat(10_000);
    const content = await documentOf(
      `<table:table-cell office:value-type="string" table:number-columns-repeated="16000"><text:p>${text}</text:p></table:table-cell>`,
      'table:number-rows-repeated="1000000"',
    );
    await expect(rowsOf('xlsfile', content)).rejects.toThrow(/cannot be read: a part of it takes (more|longer) than/);
  });

  test('a hostile workbook of 65 MB in a small archive is too large', async () => {
    const content = await zipOf({ mimetype: 'x', 'content.xml': '<a>'.padEnd(65 * 2 ** 20, ' ') }, { compress: false });
    await expect(rowsOf('xlsfile', content)).rejects.toThrow(/the file is larger than 64 MiB/);
  });

  test('a hostile workbook that is a text document has no sheets, and can be listed as a file', async () => {
    const text = await zipOf(
      { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:document-content/>' },
      { compress: false },
    );
    await expect(rowsOf('xlsfile', text)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
    expect((await guessExtractors(sampleOf(text, 'a.odt'))).map(({ type }) => type)).toEqual(['file']);
  });
});
