import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { guessExtractors, guessParams } from '../../../src/engine/extractors/guess.ts';
import { extractorOf } from '../../../src/engine/extractors/registry.ts';
import { zipOf } from '../archives/zip-of.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';

const csvGuess = (content: string | Buffer, truncated = false) =>
  guessParams('csvfile', sampleOf(content, 'a.csv', truncated));

describe('guesses', () => {
  test.each([',', ';', '\t', '|'])('the separator %j is guessed', async (separator) => {
    expect(await csvGuess(`name${separator}text${separator}n\nx${separator}"a,b;c|d\te"${separator}1\n`)).toMatchObject(
      { separator, quotechar: '"', headers_first_row: true, first_row_no: 1 },
    );
  });

  test('a missing header and a title above the table are guessed', async () => {
    expect(await csvGuess('1,2020-01-01\n2,2020-01-02\n')).toMatchObject({ headers_first_row: false });
    expect(await csvGuess('A title\n\na,b\n1,2\n3,4\n')).toMatchObject({ first_row_no: 3, headers_first_row: true });
    expect(await csvGuess('country,2019,2020\nFR,1,2\n')).toMatchObject({ headers_first_row: true });
  });

  test.each([
    ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['1,5;2,5\n3,5;4,5\n', ';'],
    ['a|b, c|d\n1|x, y|z\n', '|'],
    ['name:n\nx:1\n', ':'],
    ['a^b\n1^2\n', '^'],
    ['a~b\n1~2\n', '~'],
    ['time\n12:30\n13:45\n', ','],
    ['one\ntwo words\n', ','],
  ])('the separator of %j is guessed from its cells', async (content, separator) => {
    expect(await csvGuess(content)).toMatchObject({ separator });
  });

  test('a .tsv file is guessed as tab-separated', async () => {
    expect(await guessParams('csvfile', sampleOf('a\tb,c\nx,y,z\n1,2\t3\n', 'a.tsv'))).toMatchObject({
      separator: '\t',
    });
  });

  test('repeated or empty names are guessed as a header when the columns below are numbers or dates', async () => {
    expect(await csvGuess('n,n,\n1,2,3\n4,5,6\n')).toMatchObject({ headers_first_row: true });
    expect(await csvGuess('x,x\ny,z\n')).toMatchObject({ headers_first_row: false });
  });

  test.each(['utf-16le', 'utf-16be'])('%s is guessed without a byte-order mark', async (encoding) => {
    const content = iconv.encode('name,town\nÉlodie,Besançon\n', encoding, { addBOM: false });
    expect(await csvGuess(content)).toMatchObject({ encoding, separator: ',' });
    expect(
      (
        await runAll({
          resources: [{ source: sourceOf(content), type: 'csvfile', params: await csvGuess(content) }],
          processors: [],
        })
      ).rows,
    ).toEqual([{ name: 'Élodie', town: 'Besançon' }]);
  });

  test('quotes escaped by backslashes are guessed and read', async () => {
    const content = 'a,b\n"say \\"hi\\"",1\n"x,y",2\n';
    const params = await csvGuess(content);
    expect(params).toMatchObject({ doublequote: false, escapechar: '\\', separator: ',' });
    expect(
      (await runAll({ resources: [{ source: sourceOf(content), type: 'csvfile', params }], processors: [] })).rows,
    ).toEqual([
      { a: 'say "hi"', b: 1 },
      { a: 'x,y', b: 2 },
    ]);
    expect(await csvGuess('a,b\n"C:\\","say ""hi"" x"\n')).toMatchObject({ doublequote: true });
  });

  test('spaces around quoted cells are guessed and removed', async () => {
    const content = 'id, "name", note\n1, "Smith, John" , a b\n2, "Ada", \n';
    const params = await csvGuess(content);
    expect(params).toMatchObject({ separator: ',', trim: true, headers_first_row: true });
    expect(
      (await runAll({ resources: [{ source: sourceOf(content), type: 'csvfile', params }], processors: [] })).rows,
    ).toEqual([
      { id: 1, name: 'Smith, John', note: 'a b' },
      { id: 2, name: 'Ada', note: null },
    ]);
    for (const other of ['a,b\n1, "x" y\n', 'a,b\n1, x\n']) expect(await csvGuess(other)).not.toHaveProperty('trim');
  });

  test('a first line sep=… declares the separator and is skipped', async () => {
    const content = 'sep=;\r\na;b\r\n1,5;x\r\n';
    const params = await csvGuess(content);
    expect(params).toMatchObject({ separator: ';', first_row_no: 2, headers_first_row: true });
    expect(
      (await runAll({ resources: [{ source: sourceOf(content), type: 'csvfile', params }], processors: [] })).rows,
    ).toEqual([{ a: '1,5', b: 'x' }]);
  });

  test('a guess begins at the first of several header lines', async () => {
    expect(await csvGuess('A title\n"the\nfirst",b\n1,2\n3,4\n')).toMatchObject({
      first_row_no: 2,
      headers_first_row: true,
    });
  });

  test('single quotes are guessed', async () => {
    expect(await csvGuess("a,b\n'x,y',1\n'z',2\n")).toMatchObject({ quotechar: "'" });
  });

  test.each([
    ['utf-8', 'utf-8'],
    ['utf-16le', 'utf-16le'],
    ['windows-1252', 'windows-1252'],
  ])('the encoding %s is guessed', async (encoding, expected) => {
    const text = 'name,town\nÉlodie,Besançon\nZoë,Genève\nJosé,Málaga\n';
    expect(await csvGuess(iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') }))).toMatchObject({
      encoding: expected,
      separator: ',',
    });
  });

  test('a sample that ends inside a character is guessed alike', async () => {
    expect(await csvGuess(Buffer.from('a,b\né,é').subarray(0, -1), true)).toMatchObject({
      encoding: 'utf-8',
      separator: ',',
    });
  });

  test.each([
    ['[{"a":[{"b":1}]}]', ''],
    ['{"a":1}', ''],
    ['{"meta":{},"data":{"rows":[{"a":1},{"a":2}', 'data.rows'],
    ['{"type":"FeatureCollection","features":[{"a":[{},{},{}]}]}', 'features'],
    ['', ''],
    ['oops', ''],
  ])('the path to the records is guessed in %s', async (content, root) => {
    expect(await guessParams('jsonfile', sampleOf(content, 'a.json', true))).toMatchObject({ json_root: root });
  });

  test('the length of guessed paths is limited', async () => {
    const deep = sampleOf(`${'{"a":'.repeat(50_000)}[{},{}]`, 'a.json', true);
    expect(await guessParams('jsonfile', deep)).toMatchObject({ json_root: '' });
    expect((await guessExtractors(deep))[0]).toMatchObject({ type: 'jsonfile' });
    const long = `{"${'a'.repeat(200_000)}":{${Array.from({ length: 5_000 }, (_each, at) => `"${at}":[{}]`).join(',')}}}`;
    expect(await guessParams('jsonfile', sampleOf(long, 'a.json'))).toMatchObject({ json_root: '' });
  });

  test('an XML element with a very long name or path is not guessed as the record', async () => {
    const items = '<i><b>1</b></i>'.repeat(2_000);
    const within = async (names: readonly string[]) =>
      (await guessParams('xmlfile', sampleOf(`${names.map((name) => `<${name}>`).join('')}${items}`, 'a.xml', true)))[
        'record_element'
      ];
    expect(await within(['r', 's'])).toBe('r/s/i');
    expect(await within(['r', 'a'.repeat(150_000)])).toBe('');
    expect(await within(Array.from({ length: 150 }, (_each, at) => `${'a'.repeat(900)}${at}`))).toBe('');
  });

  test('an object of records is distinguished from a single record', async () => {
    const likeliest = async (content: string) => (await guessExtractors(sampleOf(content, 'a.json')))[0]?.type;
    expect(await likeliest('{"FR":{"n":1},"DE":{"n":2},"CH":{"n":3}}')).toBe('jsondict');
    expect(await likeliest('{"a":{"n":1},"b":2}')).toBe('jsonfile');
    expect(await likeliest('{"meta":{},"page":{},"links":{},"rows":[{},{},{},{}]}')).toBe('jsonfile');
    expect(await likeliest('{"n":{}}\n{"n":{}}\n{"n":{}}\n')).toBe('jsonfile');
    expect(
      await guessParams('jsondict', sampleOf('{"v":1,"data":{"by":{"FR":{"n":1},"DE":{"n":2}', 'a.json', true)),
    ).toMatchObject({ json_root: 'data.by' });
  });

  test('a text with a bracket is not guessed as JSON', async () => {
    expect((await guessExtractors(sampleOf('[a],b\n1,2\n', 'a.csv'))).map(({ type }) => type)).toEqual([
      'csvfile',
      'jsonfile',
    ]);
  });

  test('guessed parameters are valid for their extractor', async () => {
    for (const content of ['', '\0', 'a,b\n', '[', '"', Buffer.from([0xff, 0xfe, 0x00])]) {
      for (const type of ['csvfile', 'jsonfile']) {
        expect(extractorOf(type).check(await guessParams(type, sampleOf(content, 'a')))).toEqual({});
      }
    }
  });

  test('the most likely format is first', async () => {
    expect((await guessExtractors(sampleOf('a,b\n1,2\n', 'a.txt')))[0]).toMatchObject({
      type: 'csvfile',
      label: 'CSV file',
    });
    expect((await guessExtractors(sampleOf('[{"a":1}]', 'download')))[0]).toMatchObject({ type: 'jsonfile' });
    expect(await guessExtractors(sampleOf(Buffer.from([0, 1, 2, 3, 255]), 'a.bin'))).toEqual([]);
  });
});

describe('guesses of packed files', () => {
  const csv = 'name;n\n' + Array.from({ length: 50_000 }, (_each, at) => `x${at};${at}\n`).join('');

  test('a packed file is guessed from the beginning of its content', async () => {
    for (const [name, packed] of [
      ['a.csv.gz', gzipSync(csv)],
      ['a.zip', await zipOf({ 'in/': '', '.hidden': 'x', 'in/a.csv': csv })],
      ['b.zip', await zipOf({ 'a.csv.gz': gzipSync(csv) })],
    ] as const) {
      const sample = sampleOf(packed.subarray(0, 20_000), name, true);
      expect((await guessExtractors(sample))[0]).toMatchObject({ type: 'csvfile' });
      expect(await guessParams('csvfile', sample)).toMatchObject({ separator: ';' });
    }
  });

  test('an archive of an unsupported kind fails', async () => {
    await expect(guessExtractors(sampleOf(Buffer.from('BZh91AY&SY'), 'a.csv.bz2'))).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
    });
  });

  test('a damaged archive gives a guess or none', async () => {
    for (const size of [3, 4, 20, 30, 31, 40, 100]) {
      for (const packed of [gzipSync(csv), await zipOf({ 'a.csv': csv })])
        expect(await guessExtractors(sampleOf(packed.subarray(0, size), 'a', true))).toBeInstanceOf(Array);
    }
  });
});
