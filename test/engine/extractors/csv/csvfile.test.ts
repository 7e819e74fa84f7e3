import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { Columns } from '#engine/records/columns.ts';
import { csvfile } from '#engine/extractors/csv/csvfile.ts';
import { maxRecordSize } from '#engine/extractors/batches.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { guessParams } from '#engine/extractors/guess.ts';
import { sampleOf, sourceOf } from '#test/engine/source-of.ts';

async function rowsOf(
  content: string | Buffer,
  params: Record<string, string | number | boolean> = {},
  chunkSize?: number,
) {
  const columns = new Columns();
  const rows: DataRecord[] = [];
  const { content: stream } = await sourceOf(content, 'a.csv', chunkSize).openStream(new AbortController().signal);
  for await (const batch of csvfile.extract(stream, params, { filename: 'a.csv', columns })) rows.push(...batch);
  return { rows, labels: [...columns.labels] };
}

describe('a CSV file', () => {
  test('gives records by technical name and keeps its headers as labels', async () => {
    const { rows, labels } = await rowsOf('Temp. Max,Été,Été,,2020\n12,a,b,c,d\n');
    expect(labels).toEqual([
      ['temp_max', 'Temp. Max'],
      ['ete', 'Été'],
      ['ete_2', 'Été'],
      ['column_4', 'column_4'],
      ['2020', '2020'],
    ]);
    expect(rows).toEqual([{ temp_max: '12', ete: 'a', ete_2: 'b', column_4: 'c', 2020: 'd' }]);
  });

  test('may be ragged: what is missing is null, what is too much gets a column', async () => {
    const { rows } = await rowsOf('a,b\n1\n1,2,3\n,\n');
    expect(rows).toEqual([
      { a: '1', b: null },
      { a: '1', b: '2', column_3: '3' },
      { a: null, b: null, column_3: null },
    ]);
  });

  test('may have no header, begin later, and use other marks', async () => {
    const { rows } = await rowsOf("A title\n\n'x;y';1\r\n'it''s';2\n", {
      separator: ';',
      quotechar: "'",
      first_row_no: 3,
      headers_first_row: false,
    });
    expect(rows).toEqual([
      { column_1: 'x;y', column_2: '1' },
      { column_1: "it's", column_2: '2' },
    ]);
  });

  test('may have a separator of several characters', async () => {
    const { rows } = await rowsOf('a||b\n1|x||"2||3"\n', { separator: '||' }, 3);
    expect(rows).toEqual([{ a: '1|x', b: '2||3' }]);
  });

  test('a CSV file may escape quotes', async () => {
    const { rows } = await rowsOf('a,b\n"say \\"hi\\"",2\n', { doublequote: false });
    expect(rows).toEqual([{ a: 'say "hi"', b: '2' }]);
  });

  test.each(['utf-8', 'utf-16le', 'windows-1252', 'utf-16be'])(
    'may be encoded in %s, cut anywhere',
    async (encoding) => {
      const bytes = iconv.encode('name\nÉlodie\nZoë\n', encoding, { addBOM: encoding !== 'windows-1252' });
      expect((await rowsOf(bytes, { encoding }, 3)).rows).toEqual([{ name: 'Élodie' }, { name: 'Zoë' }]);
    },
  );

  test('adds its name on demand', async () => {
    expect((await rowsOf('a\n1\n', { extract_filename: true })).rows).toEqual([{ a: '1', source_filename: 'a.csv' }]);
  });

  test('has no names that every object has', async () => {
    const { rows } = await rowsOf('constructor,__proto__\n1,2\n');
    expect(rows).toEqual([{ constructor_2: '1', proto: '2' }]);
  });

  test('read back is the table that was written', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !text.includes('\ufeff') && text.isWellFormed());
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
      );
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 40 }),
        async (cells, separator, lineEnd, chunkSize) => {
          const content = cells.map((row) => row.map(quoted).join(separator) + lineEnd).join('');
          const { rows } = await rowsOf(content, { separator, headers_first_row: false }, chunkSize);
          expect(rows).toEqual(
            cells.map((row) =>
              Object.fromEntries(row.map((text, position) => [`column_${position + 1}`, text || null])),
            ),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a hostile CSV file', () => {
  test('a hostile CSV file that ends inside a quoted cell fails with the row', async () => {
    await expect(rowsOf('a,b\n1,2\n"open,2\n')).rejects.toThrow(
      'row 3 (counting the header) has a quoted cell without a closing quote; check quotechar',
    );
  });

  test.each(['x', ',', '"x', 'a\n"b\n'])(
    'a hostile CSV file with an endless record that begins %j fails',
    async (beginning) => {
      const content = Buffer.alloc(maxRecordSize + 100_000, beginning.slice(-1));
      await expect(rowsOf(Buffer.concat([Buffer.from(beginning), content]))).rejects.toMatchObject({
        code: 'EXTRACTION_FAILED',
      });
    },
  );

  test('a hostile CSV file with more fields than a dataset may have fails', async () => {
    await expect(rowsOf(`${'a,'.repeat(1_001)}\n`)).rejects.toThrow(/more than 1000 fields/);
  });

  test('a hostile CSV file in another encoding than said is read with replacement characters', async () => {
    expect((await rowsOf(Buffer.from('a\nZo\xeb\n', 'latin1'))).rows).toEqual([{ a: 'Zo\ufffd' }]);
  });

  test('a hostile CSV file of random bytes gives records or fails as unextractable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        await rowsOf(Buffer.from(bytes)).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'EXTRACTION_FAILED' }),
        );
      }),
      { numRuns: 100 },
    );
  });
});

test('parameters that cannot be used are refused by name', () => {
  expect(csvfile.check({ separator: 'a\nb', quotechar: 'ab', encoding: 'klingon', first_row_no: 0 })).toEqual({
    separator: [expect.any(String)],
    quotechar: [expect.any(String)],
    encoding: [expect.any(String)],
    first_row_no: [expect.any(String)],
  });
});

test.each(['\n', '\r\n', '\r'])(
  'lines are counted as editors count them, with cells over several lines: %j',
  async (lineEnd) => {
    const lines = ['A "title"', '"of', 'three', 'lines"', '', '"the', 'first",b', '1,2', '3,4'];
    const content = lines.join(lineEnd);
    const params = await guessParams('csvfile', sampleOf(content, 'a.csv'));
    expect(params).toMatchObject({ first_row_no: 6, headers_first_row: true });
    for (const chunkSize of [1, 7, 65_536]) {
      expect((await rowsOf(content, { first_row_no: 6 }, chunkSize)).rows).toEqual([
        { the_first: '1', b: '2' },
        { the_first: '3', b: '4' },
      ]);
      expect((await rowsOf(content, { first_row_no: 8, headers_first_row: false }, chunkSize)).rows).toEqual([
        { column_1: '1', column_2: '2' },
        { column_1: '3', column_2: '4' },
      ]);
      expect((await rowsOf(content, { first_row_no: 9, headers_first_row: false }, chunkSize)).rows).toHaveLength(1);
      expect((await rowsOf(content, { first_row_no: 10 }, chunkSize)).rows).toEqual([]);
    }
  },
);

test('a quote left open above the table does not hide it from an extraction that begins below', async () => {
  expect((await rowsOf('"A title\na,b\n1,2\n', { first_row_no: 2 })).rows).toEqual([{ a: '1', b: '2' }]);
});
