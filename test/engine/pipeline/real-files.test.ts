import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import type { Value } from '#engine/records/record.ts';
import { zipOf } from '../archives/zip-of.ts';
import { runAll, sampleOf, sourceOf, typesOf } from '../source-of.ts';

const fixtures = 'test/fixtures';

/** A reading of its own of delimited text: one character after another, as RFC 4180 says. */
function tableOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted] = [[] as string[], '', false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (isQuoted && character === '"' && text[index + 1] === '"') cell += text[++index] ?? '';
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || ![separator, '\r', '\n'].includes(character)) cell += character;
    else if (character === separator) [row, cell] = [[...row, cell], ''];
    else if (character === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
    }
  }
  return row.length > 0 || cell !== '' ? [...rows, [...row, cell]] : rows;
}

/** What a cell is, stored in a field of the type. */
const storedAs = (type: string | undefined, cell: string): Value =>
  cell === '' ? null : type === 'int' || type === 'double' ? Number(cell) : cell;

async function readAsGuessed(name: string, bytes: Buffer, filename: string) {
  const sample = sampleOf(bytes.subarray(0, 65_536), filename, bytes.length > 65_536);
  const [{ type } = { type: name }] = await guessExtractors(sample);
  const { rows, pipeline } = await runAll({
    resources: [{ source: sourceOf(bytes, filename), type, params: await guessParams(type, sample) }],
    processors: [],
  });
  expect(pipeline.counters.recordErrors).toBe(0);
  return { type, rows, pipeline };
}

describe('real files are guessed with no help, and read value by value', () => {
  test.each([
    ['seattle-weather.csv', ',', 1461, { date: 'date', precipitation: 'double', weather: 'text' }],
    ['us-employment.csv', ',', 120, { month: 'date', nonfarm: 'int' }],
    ['unemployment.tsv', '\t', 3218, { id: 'int', rate: 'double' }],
    ['country-codes.csv', ',', 249, { official_name_fr: 'text', dial: 'text', iso3166_1_numeric: 'int' }],
  ])(
    'real files are guessed with no help, and read value by value: %s, packed too',
    async (name, separator, count, types) => {
      const bytes = readFileSync(`${fixtures}/${name}`);
      const [header = [], ...table] = tableOf(bytes.toString(), separator);
      for (const [filename, content] of [
        [name, bytes],
        ['download', bytes],
        [`${name}.gz`, gzipSync(bytes)],
        ['a.zip', await zipOf({ [name]: bytes })],
      ] as const) {
        const { type, rows, pipeline } = await readAsGuessed(name, content, filename);
        expect(type).toBe('csvfile');
        expect(typesOf(pipeline)).toMatchObject(types);
        expect(pipeline.fields.map(({ label }) => label)).toEqual(header);
        expect(rows).toHaveLength(count);
        expect(rows.map((row) => Object.values(row))).toEqual(
          table.map((cells) => cells.map((cell, index) => storedAs(pipeline.fields[index]?.type, cell))),
        );
      }
    },
  );

  test('real files are guessed with no help, and read value by value: penguins.json', async () => {
    const bytes = readFileSync(`${fixtures}/penguins.json`);
    const expected = JSON.parse(bytes.toString()) as Record<string, Value>[];
    for (const filename of ['penguins.json', 'download']) {
      const { type, rows, pipeline } = await readAsGuessed('penguins.json', bytes, filename);
      expect(type).toBe('jsonfile');
      expect(typesOf(pipeline)).toMatchObject({ beak_length_mm: 'double', flipper_length_mm: 'int', sex: 'text' });
      expect(
        rows.map((row) =>
          Object.fromEntries(pipeline.fields.map(({ name, originalName }) => [originalName, row[name]])),
        ),
      ).toEqual(expected);
    }
  });

  test('real files are guessed with no help, and read value by value: alltypes_plain.parquet', async () => {
    const { type, pipeline } = await readAsGuessed('', readFileSync(`${fixtures}/alltypes_plain.parquet`), 'download');
    expect(type).toBe('parquetfile');
    expect(typesOf(pipeline)).toEqual({
      id: 'int',
      bool_col: 'text',
      tinyint_col: 'int',
      smallint_col: 'int',
      int_col: 'int',
      bigint_col: 'int',
      float_col: 'double',
      double_col: 'double',
      date_string_col: 'text',
      string_col: 'int',
      timestamp_col: 'datetime',
    });
  });

  test.each([
    ['earthquakes.json', 200],
    ['londonBoroughs.json', 33],
  ])('%s is read as plain JSON where that is wished', async (name, count) => {
    const bytes = readFileSync(`${fixtures}/${name}`);
    const params = await guessParams('jsonfile', sampleOf(bytes.subarray(0, 65_536), name, bytes.length > 65_536));
    const { rows } = await runAll({
      resources: [{ source: sourceOf(bytes, name), type: 'jsonfile', params }],
      processors: [],
    });
    expect(rows).toHaveLength(count);
  });
});
