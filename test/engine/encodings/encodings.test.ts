import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { decodeStream, DecodingLosses, toUtf8 } from '#engine/encodings/text-encoding.ts';
import { guessEncoding } from '#engine/encodings/guess-encoding.ts';
import { runPreview } from '#engine/preview/preview.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { guessParams } from '#engine/extractors/guess.ts';
import { extractorOf } from '#engine/extractors/registry.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';

const french = 'nom;ville\nCrème brûlée;Orléans\nforêt;Nîmes\ngarçon;Béziers\nà côté;Évreux\n';
const russian = 'имя;город\nИван;Москва\nПётр;Санкт-Петербург\nОльга;Казань\n';
const chinese = '名称;城市\n张伟;北京市\n王芳;上海市\n';
const texts: Readonly<Record<string, string>> = {
  'utf-8': french,
  'windows-1252': french,
  cp850: french,
  cp437: french.replace('Évreux', 'Évian'),
  macintosh: french,
  'windows-1250': 'nazwa;miasto\nŻółw;Łódź\ngęś;Kraków\nżaba;Poznań\n',
  'windows-1251': russian,
  'koi8-r': russian,
  cp866: russian,
  gb18030: chinese,
  shift_jis: '名前;都市\n田中さん;東京都\nカタカナ;大阪市\n',
};
const unicode = ['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];

async function run(content: Buffer, type = 'csvfile', params: object = {}) {
  const errors: RecordError[] = [];
  const { rows } = await runAll({
    resources: [{ source: sourceOf(content, 'a', 7), type, params: { ...params } }],
    processors: [],
    onError: (error) => errors.push(error),
  });
  return { rows, errors };
}

describe('the guess of an encoding', () => {
  test.each(Object.entries(texts))('finds %s by what people write', async (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    expect(iconv.decode(bytes, (await guessEncoding(bytes, false)).encoding)).toBe(text);
  });

  test.each(
    unicode.flatMap((encoding) =>
      [french, russian, chinese].flatMap((text) => [true, false].map((addBOM) => [encoding, addBOM, text] as const)),
    ),
  )('finds %s, with a mark or without (%j)', async (encoding, addBOM, text) => {
    const bytes = iconv.encode(text, encoding, { addBOM });
    const params = await guessParams('csvfile', sampleOf(bytes, 'a.csv'));
    expect(params).toMatchObject({ encoding, separator: ';' });
    const { rows, errors } = await run(bytes, 'csvfile', params);
    expect(rows.map((row) => Object.values(row).map(String).join(';'))).toEqual(text.trim().split('\n').slice(1));
    expect(errors).toEqual([]);
  });

  test('keeps a file UTF-8 that is that but for a few bytes, wherever they stand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(0x80, 0xa0, 0xe9, 0xff, 0xc3), async (offset, byte) => {
        const bytes = Buffer.from(french.repeat(3));
        bytes[offset % bytes.length] = byte;
        expect((await guessEncoding(bytes, false)).encoding).toBe('utf-8');
      }),
    );
  });

  test('is offered as a choice among others', () => {
    const encoding = extractorOf('csvfile').parameters.find(({ name }) => name === 'encoding');
    expect(encoding?.choices).toEqual(
      expect.arrayContaining(['utf-8', 'cp437', 'cp850', 'macintosh', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']),
    );
    for (const choice of encoding?.choices ?? [])
      expect(extractorOf('csvfile').check({ encoding: choice })).toEqual({});
    expect(extractorOf('csvfile').check({ encoding: 'latin1' })).toEqual({});
  });
});

describe('bytes that are not of the encoding', () => {
  const bad = Buffer.concat([
    Buffer.from('name,town\nZoë,Genève\nJos'),
    Buffer.from([0xe9]),
    Buffer.from(',Málaga\nAda,M'),
    Buffer.from([0xe1, 0xff]),
    Buffer.from('laga\n'),
  ]);

  test('become U+FFFD and are reported by record and field, with the first line', async () => {
    const { rows, errors } = await run(bad, 'csvfile', await guessParams('csvfile', sampleOf(bad, 'a.csv')));
    expect(rows).toEqual([
      { name: 'Zoë', town: 'Genève' },
      { name: 'Jos\ufffd', town: 'Málaga' },
      { name: 'Ada', town: 'M\ufffd\ufffdlaga' },
    ]);
    expect(errors.map(({ record, field }) => [record, field])).toEqual([
      [1, 'name'],
      [2, 'town'],
    ]);
    for (const { message } of errors)
      expect(message).toBe(
        'Bytes that are invalid in the encoding utf-8 were replaced by U+FFFD; the first ones are at line 3.',
      );
    expect(
      (await runPreview({ resources: [{ source: sourceOf(bad), type: 'csvfile', params: {} }], processors: [] }))
        .errors,
    ).toHaveLength(2);
  });

  test.each([
    ['jsonfile', 'utf-8', '[{"a":"ok"},\n{"a":"J?"}]', 2],
    ['xmlfile', 'utf-8', '<r><i><a>ok</a></i><i><a>J?</a></i></r>', 1],
    ['csvfile', 'windows-1252', 'a\nok\nJ?\n', 3],
    ['csvfile', 'shift_jis', 'a\nok\nJ?\n', 3],
  ])('are reported for %s in %s', async (type, encoding, text, line) => {
    const content = Buffer.from(text);
    content[content.indexOf('?')] = 0x81;
    const { errors } = await run(content, type, type === 'csvfile' ? { encoding } : {});
    expect(errors).toMatchObject([
      {
        record: 1,
        field: 'a',
        message: expect.stringContaining(
          `encoding ${encoding} were replaced by U+FFFD; the first ones are at line ${line}.`,
        ),
      },
    ]);
  });

  test('are reported in the names of fields too', async () => {
    const { errors } = await run(Buffer.from('pr\xe9nom,b\n1,2\n', 'latin1'), 'csvfile', { encoding: 'utf-8' });
    expect(errors).toMatchObject([
      { record: 0, field: 'pr_nom', message: expect.stringMatching(/^In the name of the field: Bytes/) },
    ]);
  });

  test('are none where U+FFFD was written', async () => {
    expect((await run(Buffer.from('a\nx\ufffdy\n'))).errors).toEqual([]);
  });

  test('are counted the same however the content is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 6 }),
            fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => new Uint8Array(Buffer.from(text))),
          ),
        ),
        fc.integer({ min: 1, max: 9 }),
        async (parts, size) => {
          const bytes = Buffer.concat(parts);
          const whole = new DecodingLosses();
          whole.checkUtf8(bytes);
          whole.endUtf8();
          const cut = new DecodingLosses();
          const out: Buffer[] = [];
          for await (const chunk of toUtf8('utf-8', cut)(chunksOf(bytes, size))) out.push(Buffer.from(chunk));
          expect([Buffer.concat(out), cut.count > 0]).toEqual([bytes, whole.count > 0]);
          expect(whole.count > 0).toBe(!Buffer.from(bytes.toString('utf8')).equals(bytes));
        },
      ),
    );
  });

  test.each(unicode)('are no halves of characters cut between pieces of %s', async (encoding) => {
    const text = 'a𝄞b😀c';
    let read = '';
    const losses = new DecodingLosses();
    for await (const piece of decodeStream(chunksOf(iconv.encode(text, encoding), 2), encoding, losses))
      read += Buffer.from(piece).toString();
    expect([read, losses.count]).toEqual([text, 0]);
  });
});

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
