import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { extractorOf, guessExtractors, guessParams } from '../../src/engine/extractors/registry.ts';
import { runAll, sampleOf, sourceOf, typesOf } from './source-of.ts';

const csvGuess = (content: string | Buffer, truncated = false) => guessParams('csvfile', sampleOf(content, 'a.csv', truncated));

describe('a guess', () => {
  test.each([',', ';', '\t', '|'])('finds the separator %j', (separator) => {
    expect(csvGuess(`name${separator}text${separator}n\nx${separator}"a,b;c|d\te"${separator}1\n`)).toMatchObject({ separator, quotechar: '"', headers_first_row: true, first_row_no: 1 });
  });

  test('finds out that there is no header, or a title above the table', () => {
    expect(csvGuess('1,2020-01-01\n2,2020-01-02\n')).toMatchObject({ headers_first_row: false });
    expect(csvGuess('A title\n\na,b\n1,2\n3,4\n')).toMatchObject({ first_row_no: 3, headers_first_row: true });
    expect(csvGuess('country,2019,2020\nFR,1,2\n')).toMatchObject({ headers_first_row: true });
  });

  test('finds single quotes', () => {
    expect(csvGuess('a,b\n\'x,y\',1\n\'z\',2\n')).toMatchObject({ quotechar: '\'' });
  });

  test.each([['utf-8', 'utf-8'], ['utf-16le', 'utf-16le'], ['windows-1252', 'windows-1252']])('finds the encoding %s', (encoding, expected) => {
    const text = 'name,town\nÉlodie,Besançon\nZoë,Genève\nJosé,Málaga\n';
    expect(csvGuess(iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') }))).toMatchObject({ encoding: expected, separator: ',' });
  });

  test('does not mind a sample cut inside a character', () => {
    expect(csvGuess(Buffer.from('a,b\né,é').subarray(0, -1), true)).toMatchObject({ encoding: 'utf-8', separator: ',' });
  });

  test.each([
    ['[{"a":[{"b":1}]}]', ''], ['{"a":1}', ''], ['{"meta":{},"data":{"rows":[{"a":1},{"a":2}', 'data.rows'],
    ['{"type":"FeatureCollection","features":[{"a":[{},{},{}]}]}', 'features'], ['', ''], ['oops', ''],
  ])('finds the records in %s', (content, root) => {
    expect(guessParams('jsonfile', sampleOf(content, 'a.json', true))).toMatchObject({ json_root: root });
  });

  test('is among the parameters that its extractor takes', () => {
    for (const content of ['', '\0', 'a,b\n', '[', '"', Buffer.from([0xff, 0xfe, 0x00])]) {
      for (const type of ['csvfile', 'jsonfile']) {
        expect(extractorOf(type).check(guessParams(type, sampleOf(content, 'a')))).toEqual({});
      }
    }
  });

  test('puts the likeliest format first', () => {
    expect(guessExtractors(sampleOf('a,b\n1,2\n', 'a.txt'))[0]).toMatchObject({ type: 'csvfile', label: 'CSV file' });
    expect(guessExtractors(sampleOf('[{"a":1}]', 'download'))[0]).toMatchObject({ type: 'jsonfile' });
    expect(guessExtractors(sampleOf(Buffer.from('PAR1\0\0\0'), 'a.parquet'))).toEqual([]);
  });
});

const shared = '../shared/data';

(existsSync(shared) ? describe : describe.skip)('real files are read as guessed', () => {
  test.each([
    ['seattle-weather.csv', 'csvfile', 1461, { date: 'date', precipitation: 'double', weather: 'text' }],
    ['us-employment.csv', 'csvfile', 120, { month: 'date', nonfarm: 'int' }],
    ['unemployment.tsv', 'csvfile', 3218, { id: 'int', rate: 'double' }],
    ['country-codes.csv', 'csvfile', 249, { official_name_fr: 'text', dial: 'text', iso3166_1_numeric: 'int' }],
    ['earthquakes.json', 'jsonfile', 1707, { geometry: 'geo_shape', properties: 'text', id: 'text' }],
    ['penguins.json', 'jsonfile', 344, { beak_length_mm: 'double', flipper_length_mm: 'int', sex: 'text' }],
    ['londonBoroughs.json', 'jsonfile', 33, { id: 'text', arcs: 'text' }],
  ])('%s', async (name, type, count, types) => {
    const bytes = readFileSync(`${shared}/${name}`);
    const sample = sampleOf(bytes.subarray(0, 65_536), name, bytes.length > 65_536);
    expect(guessExtractors(sample)[0]?.type).toBe(type);
    const { rows, pipeline } = await runAll({ resources: [{ source: sourceOf(bytes, name), type, params: guessParams(type, sample) }], processors: [] });
    expect(rows).toHaveLength(count);
    expect(pipeline.counters.recordErrors).toBe(0);
    expect(typesOf(pipeline)).toMatchObject(types);
  });
});
