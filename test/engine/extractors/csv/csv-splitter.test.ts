import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { CsvSplitter } from '#engine/extractors/csv/read-csv-lines.ts';
import { CatalogError } from '#kernel/fail.ts';

const notClosed = 'a quote is not closed';
const pieces = ['a', 'bc', 'é', '😀', ' ', '\0', ';', ';', '"', '"', '""', '\n', '\r', '\r\n'];
const csvTexts = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(''));

function parsed(text: string, quote: string): unknown {
  try {
    return parse(text, {
      delimiter: ';',
      quote: quote === '' ? null : quote,
      escape: quote === '' ? false : quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch {
    return notClosed;
  }
}

/** The records of a text that arrives in pieces of a length. */
function split(text: string, quote: string, length: number): unknown {
  const splitter = new CsvSplitter({ separator: ';', quote });
  const records: string[][] = [];
  try {
    for (let start = 0; start < text.length; start += length)
      records.push(...splitter.write(text.slice(start, start + length)));
    return [...records, ...splitter.end()];
  } catch (error) {
    return error instanceof CatalogError ? notClosed : error;
  }
}

describe('the splitter of CSV files', () => {
  test.each(['"', ''])('returns what csv-parse returns, wherever the text is cut (quote: %j)', (quote) => {
    fc.assert(
      fc.property(csvTexts, fc.integer({ min: 1, max: 25 }), (text, length) => {
        expect(split(text, quote, length)).toEqual(parsed(text, quote));
      }),
      { numRuns: 5_000 },
    );
  });

  test('names the row of a record that is too large', () => {
    const splitter = new CsvSplitter({ separator: ';', quote: '"' });
    splitter.write('a;b\n1;2\n"');
    expect(() => splitter.write('x'.repeat(9 * 2 ** 20))).toThrow('row 3 (counting the header) is larger than 8 MiB');
  });
});
