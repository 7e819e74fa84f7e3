import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { formatNumber, parseNumberFormat } from '#engine/extractors/xlsx/xlsx-workbook.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';
import { runAll, sampleOf, sourceOf } from '#test/engine/source-of.ts';
import { guessedRowsOf, rowsOf } from '../rows-of.ts';
import { rowXml, workbookOf } from './workbook-of.ts';

const failure = (reason: RegExp) => ({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(reason) });

describe('a workbook', () => {
  test('gives the values of its cells as they are shown', async () => {
    const cells =
      '<c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.28999999999999998</v></c><c r="C2" s="1"><v>45000</v></c><c r="D2" s="2"><v>45000.5</v></c><c r="E2" s="3"><v>0.75</v></c>' +
      '<c r="F2" s="4"><v>1.5</v></c><c r="G2" t="b"><v>1</v></c><c r="H2" t="e"><v>#DIV/0!</v></c><c r="I2"><f>1+1</f><v>2</v></c><c r="J2" t="str"><f>A2</f><v>x</v></c><c r="L2" s="5"><v>12.5</v></c>';
    const shared =
      '<si><t>no</t></si><si><r><t>Zü</t></r><r><t xml:space="preserve">rich </t></r><rPh><t>reading</t></rPh></si>';
    const header = rowXml(1, [
      'Name',
      'Share',
      'Day',
      'At',
      'Time',
      'Length',
      'Open',
      'Bad',
      'Sum',
      'Copy',
      null,
      'Money',
    ]);
    const { rows, labels } = await rowsOf(
      'xlsfile',
      await workbookOf([['One', `${header}<row r="2">${cells}</row>`]], { shared }),
      {},
      100,
    );
    expect(rows).toEqual([
      {
        name: 'Zürich ',
        share: 0.29,
        day: '2023-03-15',
        at: '2023-03-15T12:00:00Z',
        time: '18:00:00',
        length: '36:00:00',
        open: true,
        bad: null,
        sum: 2,
        copy: 'x',
        column_11: null,
        money: 12.5,
      },
    ]);
    expect(labels[10]).toBe('column_11');
  });

  test('may hold a table that begins elsewhere than in A1', async () => {
    const sheet =
      '<row r="4"><c r="C4" t="str"><v>n</v></c><c r="D4" t="str"><v>m</v></c></row><row r="5"><c r="C5"><v>1</v></c></row><row r="9"><c r="A9"><v>3</v></c><c r="D9"><v>2</v></c></row>';
    const { rows, labels } = await rowsOf('xlsfile', await workbookOf([['One', sheet]]));
    expect(labels).toEqual(['n', 'm', 'column_1']);
    expect(rows).toEqual([
      { n: 1, m: null },
      { n: null, m: 2, column_1: 3 },
    ]);
  });

  test('gives the characters that its texts escape, and underscores that only look like an escape', async () => {
    const shared =
      '<si><t>line_x000D_\nend, _xD83D__xDE80_</t></si><si><r><t>rich_</t></r><r><t>x000D_, _x005F_x000D_</t></r></si>';
    const cells =
      '<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>_x005f_x0041_ _x0041_ _x41_</t></is></c><c r="D2" t="str"><v>_x0009_</v></c>';
    const content = await workbookOf(
      [['One', `${rowXml(1, ['shared', 'rich', 'inline', 'formula'])}<row r="2">${cells}</row>`]],
      { shared },
    );
    expect((await rowsOf('xlsfile', content, {}, 100)).rows).toEqual([
      { shared: 'line\r\nend, 🚀', rich: 'rich_x000D_, _x000D_', inline: '_x0041_ A _x41_', formula: '\t' },
    ]);
  });

  test('may count days from 1904', async () => {
    const content = await workbookOf([['a', '<row r="1"><c r="A1" s="1"><v>0</v></c></row>']], {
      workbookPr: '<workbookPr date1904="1"/>',
    });
    expect((await rowsOf('xlsfile', content, { headers_first_row: false })).rows).toEqual([{ column_1: '1904-01-01' }]);
  });

  test('is read from the sheet of a name, else from the first shown one with rows', async () => {
    const content = await workbookOf([
      ['Hidden', rowXml(1, ['h']) + rowXml(2, [0]), 'hidden'],
      ['Empty', '<row r="1"/>'],
      ['Data', rowXml(1, ['d']) + rowXml(2, [1])],
      ['More', rowXml(1, ['m']) + rowXml(2, [2])],
    ]);
    expect((await rowsOf('xlsfile', content)).rows).toEqual([{ d: 1 }]);
    expect((await rowsOf('xlsfile', content, { sheet: 'More' })).rows).toEqual([{ m: 2 }]);
    await expect(rowsOf('xlsfile', content, { sheet: 'Other' })).rejects.toMatchObject(
      failure(/no sheet Other; the sheets are Hidden, Empty, Data, More/),
    );
  });

  test('is guessed, with a title above its table, a header of years, or none', async () => {
    const titled = await workbookOf([['a', rowXml(1, ['A title']) + rowXml(4, ['name', 'n']) + rowXml(5, ['x', 1])]]);
    expect((await guessExtractors(sampleOf(titled, 'download')))[0]).toMatchObject({ type: 'xlsfile' });
    expect(await guessParams('xlsfile', sampleOf(titled, 'a.xlsx'))).toEqual({
      sheet: '',
      first_row_no: 4,
      headers_first_row: true,
      extract_filename: false,
    });
    expect(await guessedRowsOf('xlsfile', titled, 'a.xlsx')).toEqual([{ name: 'x', n: 1 }]);
    expect(
      await guessParams(
        'xlsfile',
        sampleOf(await workbookOf([['a', rowXml(1, ['land', 2020, 2021]) + rowXml(2, ['FR', 1, 2])]]), 'a'),
      ),
    ).toMatchObject({ headers_first_row: true });
    expect(
      await guessParams('xlsfile', sampleOf(await workbookOf([['a', rowXml(1, [1, 2]) + rowXml(2, [3, 4])]]), 'a')),
    ).toMatchObject({ headers_first_row: false });
  });

  test('whose first sheet holds notes is read from the sheet that holds a table', async () => {
    const notes = rowXml(1, ['About this workbook']) + rowXml(3, ['Source', 'The city']) + rowXml(4, ['Read me first']);
    const table = rowXml(2, ['Prices']) + rowXml(4, ['name', 'price']) + rowXml(5, ['a', 1]) + rowXml(6, ['b', 2]);
    const content = await workbookOf([
      ['Notes', notes + rowXml(5, ['And then this'])],
      ['Data', table],
    ]);
    const params = await guessParams('xlsfile', sampleOf(content, 'a.xlsx'));
    expect(params).toEqual({ sheet: 'Data', first_row_no: 4, headers_first_row: true, extract_filename: false });
    const expected = [
      { name: 'a', price: 1 },
      { name: 'b', price: 2 },
    ];
    expect((await rowsOf('xlsfile', content, params)).rows).toEqual(expected);
    expect((await rowsOf('xlsfile', content)).rows).toEqual(expected);
    expect((await rowsOf('xlsfile', content, { sheet: 'Data' })).rows).toEqual(expected);
    expect((await rowsOf('xlsfile', content, { sheet: 'Data', first_row_no: 1 })).rows[0]).toMatchObject({
      prices: 'name',
    });
  });

  test('a workbook without parameters is read from the row, and with the header, that a guess finds', async () => {
    const numbers = await workbookOf([['a', rowXml(1, ['A title']) + rowXml(2, [1, 2]) + rowXml(3, [3, 4])]]);
    const expected = [
      { column_1: 1, column_2: 2 },
      { column_1: 3, column_2: 4 },
    ];
    expect(await guessedRowsOf('xlsfile', numbers, 'a.xlsx')).toEqual(expected);
    expect((await rowsOf('xlsfile', numbers)).rows).toEqual(expected);
    expect((await rowsOf('xlsfile', numbers, { headers_first_row: true })).rows).toEqual([{ '1': 3, '2': 4 }]);
  });

  test('larger than a sample is guessed as a whole, or else by its extraction', async () => {
    const titled = await workbookOf([['a', rowXml(1, ['A title']) + rowXml(4, ['name', 'n']) + rowXml(5, ['x', 1])]]);
    const sample = sampleOf(titled.subarray(0, 400), 'a.xlsx', true);
    const whole = { ...sample, openStream: async () => Readable.from([titled]) };
    expect(await guessParams('xlsfile', whole)).toMatchObject({ first_row_no: 4, headers_first_row: true });
    const unknown = await guessParams('xlsfile', sample);
    expect(unknown).toEqual({ sheet: '', extract_filename: false });
    expect((await rowsOf('xlsfile', titled, unknown)).rows).toEqual([{ name: 'x', n: 1 }]);
  });

  test('is searched for its table in the first rows of its first sheets only', async () => {
    const empty = '<row r="1"/>'.repeat(400_000);
    const late = await workbookOf([
      ['Empty at first', empty + rowXml(400_001, ['a', 'b']) + rowXml(400_002, [1, 2])],
      ['Data', rowXml(1, ['c', 'd']) + rowXml(2, [3, 4])],
    ]);
    expect((await rowsOf('xlsfile', late)).rows).toEqual([{ c: 3, d: 4 }]);
    expect((await rowsOf('xlsfile', late, { sheet: 'Empty at first' })).rows).toEqual([{ a: 1, b: 2 }]);
    const notes = (count: number) =>
      Array.from({ length: count }, (_, index) => [`N${index}`, rowXml(1, ['x'])] as const);
    const table = ['Data', rowXml(1, ['c', 'd']) + rowXml(2, [3, 4])] as const;
    expect((await rowsOf('xlsfile', await workbookOf([...notes(19), table]))).rows).toEqual([{ c: 3, d: 4 }]);
    expect((await rowsOf('xlsfile', await workbookOf([...notes(20), table]))).rows).toEqual([]);
  });

  test('is a file of its own, and may lie in an archive', async () => {
    const book = await workbookOf([['a', rowXml(1, ['d']) + rowXml(2, [1])]]);
    for (const content of [book, await zipOf({ 'in/a.xlsx': book, 'readme.txt': 'x' })]) {
      expect(
        (await runAll({ resources: [{ source: sourceOf(content, 'a'), type: 'xlsfile', params: {} }], processors: [] }))
          .rows,
      ).toEqual([{ d: 1 }]);
    }
  });
});

describe('a number is shown as its format says', () => {
  test.each([
    [0, 'General', 'number'],
    [14, undefined, 'date'],
    [22, undefined, 'datetime'],
    [46, undefined, 'time'],
    [2, undefined, 'number'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, 'mmm-yy', 'date'],
    [164, 'h:mm AM/PM', 'time'],
    [164, '[Red]0.00;"yes"', 'number'],
    [164, '0.0" days"', 'number'],
    [164, '[$-409]d mmm yyyy h:mm', 'datetime'],
    [164, '0.00E+00', 'number'],
    [164, '[h]:mm', 'time'],
    [164, '_-* #,##0\\ "kr"', 'number'],
  ] as const)('a number is shown as its format says: %s %s: a %s', (id, code, kind) => {
    expect(parseNumberFormat(id, code)).toEqual({ kind });
  });

  test.each([
    ['00000', 1067, '01067'],
    ['00000', 123456, '123456'],
    ['000-0000', 5551234, '555-1234'],
    ['00\\ 00\\ 00', 10203, '01 02 03'],
    ['00" "00', 102, '01 02'],
    ['00000', 1.5, 1.5],
    ['00000', -1, -1],
    ['0', 7, 7],
    ['0.00', 7, 7],
    ['#,##0', 7, 7],
  ])('a number is shown as its format says: %s of %s: %j', (code, value, shown) => {
    expect(formatNumber(parseNumberFormat(164, code), value, false)).toBe(shown);
  });

  test('a number is shown as its format says with fractions of a second', () => {
    expect(formatNumber({ kind: 'datetime' }, 45_322.521_012_731_48, false)).toBe('2024-01-31T12:30:15.500Z');
    expect(formatNumber({ kind: 'time' }, 0.521_006_944_444_444_4, false)).toBe('12:30:15');
    expect(formatNumber({ kind: 'time' }, 0.521_012_731_48, false)).toBe('12:30:15.500');
  });

  test('around the day that never was, and beyond all days', () => {
    expect([1, 59, 61].map((value) => formatNumber({ kind: 'date' }, value, false))).toEqual([
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
    ]);
    expect([-1, 1e9, 2_958_466.5].map((value) => formatNumber({ kind: 'date' }, value, false))).toEqual([
      -1, 1e9, 2_958_466.5,
    ]);
  });
});

describe('a hostile workbook', () => {
  test('a hostile workbook of the old kind, or a file that is not a workbook, fails with a reason', async () => {
    await expect(rowsOf('xlsfile', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).rejects.toMatchObject(
      failure(/cannot be read/),
    );
    await expect(rowsOf('xlsfile', 'a,b\n')).rejects.toMatchObject(failure(/cannot be read/));
    await expect(rowsOf('xlsfile', await zipOf({ 'a.txt': 'x' }))).rejects.toMatchObject(failure(/not a workbook/));
  });

  test.each([
    ['a column beyond all', '<row r="1"><c r="ZZZZZZZ1"><v>1</v></c></row>'],
    ['broken XML', '<row r="1"><c></row>'],
    ['deep XML', '<a>'.repeat(10_000)],
  ])('a hostile workbook with %s fails', async (_what, rows) => {
    await expect(rowsOf('xlsfile', await workbookOf([['a', rows]]))).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
    });
  });

  test('a hostile workbook with references to nothing has nothing there', async () => {
    const { rows } = await rowsOf(
      'xlsfile',
      await workbookOf([['a', '<row><c t="s"><v>99</v></c><c r="!" t="s"><v>-1</v></c><c s="99"><v>5</v></c></row>']]),
      { headers_first_row: false },
    );
    expect(rows).toEqual([{ column_1: 5 }]);
  });

  test('a hostile workbook with entities of its own is refused', async () => {
    const book = await zipOf({
      'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook>&e;</workbook>',
    });
    await expect(rowsOf('xlsfile', book)).rejects.toMatchObject(failure(/undefined entity/));
  });
});
