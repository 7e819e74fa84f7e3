import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { extractorOf } from '#engine/extractors/registry.ts';
import { zipOf } from '../archives/zip-of.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';

const csvGuess = (content: string | Buffer, truncated = false) =>
  guessParams('csvfile', sampleOf(content, 'a.csv', truncated));

describe('a guess', () => {
  test.each([',', ';', '\t', '|'])('finds the separator %j', async (separator) => {
    expect(await csvGuess(`name${separator}text${separator}n\nx${separator}"a,b;c|d\te"${separator}1\n`)).toMatchObject(
      { separator, quotechar: '"', headers_first_row: true, first_row_no: 1 },
    );
  });

  test('finds out that there is no header, or a title above the table', async () => {
    expect(await csvGuess('1,2020-01-01\n2,2020-01-02\n')).toMatchObject({ headers_first_row: false });
    expect(await csvGuess('A title\n\na,b\n1,2\n3,4\n')).toMatchObject({ first_row_no: 3, headers_first_row: true });
    expect(await csvGuess('country,2019,2020\nFR,1,2\n')).toMatchObject({ headers_first_row: true });
  });

  test.each([
    ['a;b\n1,5;2,5\n3,5;4,5\n', ';'],
    ['1,5;2,5\n3,5;4,5\n', ';'],
    ['a|b, c|d\n1|x, y|z\n', '|'],
    ['name:n\nx:1\n', ':'],
    ['freq,unit,geo\\TIME_PERIOD\t2020\nA,PC,DE\t12.3 b\nA,PC,FR\t: \n', '\t'],
    ['a||b\n1||2\n', '||'],
    ['a||b\n1|0|2\n', '|'],
    ['a::b\n1::2\n', '::'],
    ['a^b\n1^2\n', '^'],
    ['a~b\n1~2\n', '~'],
    ['time\n12:30\n13:45\n', ','],
    ['one\ntwo words\n', ','],
  ])('finds by the evidence what separates %j', async (content, separator) => {
    expect(await csvGuess(content)).toMatchObject({ separator });
  });

  test('believes the name of a file with tabs', async () => {
    expect(await guessParams('csvfile', sampleOf('a\tb,c\nx,y,z\n1,2\t3\n', 'a.tsv'))).toMatchObject({
      separator: '\t',
    });
  });

  test('takes names that are repeated or empty for a header where the columns below say so', async () => {
    expect(await csvGuess('n,n,\n1,2,3\n4,5,6\n')).toMatchObject({ headers_first_row: true });
    expect(await csvGuess('x,x\ny,z\n')).toMatchObject({ headers_first_row: false });
  });

  test.each(['utf-16le', 'utf-16be'])('finds %s without a mark', async (encoding) => {
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

  test('finds quotes after backslashes, and reads them so', async () => {
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

  test('finds out that spaces stand around quoted cells', async () => {
    const content = 'id, "name", note\n1, "Smith, John" , a b\n2, "Ada", \n';
    const params = await csvGuess(content);
    expect(params).toMatchObject({ separator: ',', trim: true, headers_first_row: true });
    expect(
      (await runAll({ resources: [{ source: sourceOf(content), type: 'csvfile', params }], processors: [] })).rows,
    ).toEqual([
      { id: 1, name: 'Smith, John', note: 'a b' },
      { id: 2, name: 'Ada', note: null },
    ]);
    for (const other of ['a,b\n1, "x" y\n', 'a,b\n1, x\n', 'a,b\n"Genève, ""Cornavin""",1\n'])
      expect(await csvGuess(other)).not.toHaveProperty('trim');
  });

  test('believes a first line that tells the separator, and begins after it', async () => {
    const content = 'sep=;\r\na;b\r\n1,5;x\r\n';
    const params = await csvGuess(content);
    expect(params).toMatchObject({ separator: ';', first_row_no: 2, headers_first_row: true });
    expect(
      (await runAll({ resources: [{ source: sourceOf(content), type: 'csvfile', params }], processors: [] })).rows,
    ).toEqual([{ a: '1,5', b: 'x' }]);
  });

  test('begins at the first line of a header of several', async () => {
    expect(await csvGuess('A title\n"the\nfirst",b\n1,2\n3,4\n')).toMatchObject({
      first_row_no: 2,
      headers_first_row: true,
    });
  });

  test('a guess finds single quotes', async () => {
    expect(await csvGuess("a,b\n'x,y',1\n'z',2\n")).toMatchObject({ quotechar: "'" });
  });

  test.each([
    ['utf-8', 'utf-8'],
    ['utf-16le', 'utf-16le'],
    ['windows-1252', 'windows-1252'],
  ])('finds the encoding %s', async (encoding, expected) => {
    const text = 'name,town\nÉlodie,Besançon\nZoë,Genève\nJosé,Málaga\n';
    expect(await csvGuess(iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') }))).toMatchObject({
      encoding: expected,
      separator: ',',
    });
  });

  test('does not mind a sample cut inside a character', async () => {
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
  ])('finds the records in %s', async (content, root) => {
    expect(await guessParams('jsonfile', sampleOf(content, 'a.json', true))).toMatchObject({ json_root: root });
  });

  test('follows names only so deep: what lies below them all together would not fit into memory', async () => {
    const deep = sampleOf(`${'{"a":'.repeat(50_000)}[{},{}]`, 'a.json', true);
    expect(await guessParams('jsonfile', deep)).toMatchObject({ json_root: '' });
    expect((await guessExtractors(deep))[0]).toMatchObject({ type: 'jsonfile' });
    const long = `{"${'a'.repeat(200_000)}":{${Array.from({ length: 5_000 }, (_, index) => `"${index}":[{}]`).join(',')}}}`;
    expect(await guessParams('jsonfile', sampleOf(long, 'a.json'))).toMatchObject({ json_root: '' });
  });

  test('takes no name of an element that is longer than the limit, nor a path that is', async () => {
    const items = '<i><b>1</b></i>'.repeat(2_000);
    const within = async (names: readonly string[]) =>
      (await guessParams('xmlfile', sampleOf(`${names.map((name) => `<${name}>`).join('')}${items}`, 'a.xml', true)))[
        'record_element'
      ];
    expect(await within(['r', 's'])).toBe('r/s/i');
    expect(await within(['r', 'a'.repeat(150_000)])).toBe('');
    expect(await within(Array.from({ length: 150 }, (_, index) => `${'a'.repeat(900)}${index}`))).toBe('');
  });

  test('tells an object of records from a record, and finds it', async () => {
    const likeliest = async (content: string) => (await guessExtractors(sampleOf(content, 'a.json')))[0]?.type;
    expect(await likeliest('{"FR":{"n":1},"DE":{"n":2},"CH":{"n":3}}')).toBe('jsondict');
    expect(await likeliest('{"a":{"n":1},"b":2}')).toBe('jsonfile');
    expect(await likeliest('{"meta":{},"page":{},"links":{},"rows":[{},{},{},{}]}')).toBe('jsonfile');
    expect(await likeliest('{"n":{}}\n{"n":{}}\n{"n":{}}\n')).toBe('jsonfile');
    expect(
      await guessParams('jsondict', sampleOf('{"v":1,"data":{"by":{"FR":{"n":1},"DE":{"n":2}', 'a.json', true)),
    ).toMatchObject({ json_root: 'data.by' });
  });

  test('does not take any text with a bracket for JSON', async () => {
    expect((await guessExtractors(sampleOf('[a],b\n1,2\n', 'a.csv'))).map(({ type }) => type)).toEqual([
      'csvfile',
      'jsonfile',
    ]);
  });

  test('is among the parameters that its extractor takes', async () => {
    for (const content of ['', '\0', 'a,b\n', '[', '"', Buffer.from([0xff, 0xfe, 0x00])]) {
      for (const type of ['csvfile', 'jsonfile']) {
        expect(extractorOf(type).check(await guessParams(type, sampleOf(content, 'a')))).toEqual({});
      }
    }
  });

  test('puts the likeliest format first', async () => {
    expect((await guessExtractors(sampleOf('a,b\n1,2\n', 'a.txt')))[0]).toMatchObject({
      type: 'csvfile',
      label: 'CSV file',
    });
    expect((await guessExtractors(sampleOf('[{"a":1}]', 'download')))[0]).toMatchObject({ type: 'jsonfile' });
    expect(await guessExtractors(sampleOf(Buffer.from([0, 1, 2, 3, 255]), 'a.bin'))).toEqual([]);
  });
});

describe('a guess from what is packed', () => {
  const csv = 'name;n\n' + Array.from({ length: 50_000 }, (_, index) => `x${index};${index}\n`).join('');

  test('looks inside, from the beginning alone', async () => {
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

  test('fails when the file cannot be opened', async () => {
    await expect(guessExtractors(sampleOf(Buffer.from('BZh91AY&SY'), 'a.csv.bz2'))).rejects.toMatchObject({
      code: 'EXTRACTION_FAILED',
    });
  });

  test('gives something or nothing for an archive that is damaged', async () => {
    for (const size of [3, 4, 20, 30, 31, 40, 100]) {
      for (const packed of [gzipSync(csv), await zipOf({ 'a.csv': csv })])
        expect(await guessExtractors(sampleOf(packed.subarray(0, size), 'a', true))).toBeInstanceOf(Array);
    }
  });
});
