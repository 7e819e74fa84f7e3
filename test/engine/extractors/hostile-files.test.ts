import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { zipOf } from '../archives/zip-of.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';
import { rowXml, workbookOf } from './xlsx/workbook-of.ts';

const csv = 'name;"a ""quoted"" one";n\nZoë;"x;y";1\nÉlodie;;2\n';
const json = '{"rows": [{"a": 1.5, "b": ["x", null], "c": {"lat": 1, "lon": 2}}, {"a": 1e3, "b": "\\u00e9"}]}';
const files: readonly (readonly [type: string, content: string | Buffer])[] = [
  ['csvfile', csv],
  ['csvfile', gzipSync(csv)],
  ['csvfile', await zipOf({ 'a.csv': csv, 'b.csv': csv })],
  ['jsonfile', json],
  ['jsondict', '{"FR": {"n": 1}, "DE": {"n": 2}, "CH": {"n": 3}}'],
  [
    'xlsfile',
    await workbookOf([['a', rowXml(1, ['name', 'n']) + rowXml(2, ['x', 1])]], { shared: '<si><t>x</t></si>' }),
  ],
  ['xmlfile', '<a><b c="1">x</b><b><d/>y &amp; z</b></a>'],
  [
    'feed',
    '<rss><channel><item><title>x</title><pubDate>Wed, 02 Oct 2002 15:00:00 +0200</pubDate></item></channel></rss>',
  ],
];

const run = (type: string, content: Buffer, params: Awaited<ReturnType<typeof guessParams>> = {}) =>
  runAll({ resources: [{ source: sourceOf(content, 'a', 50), type, params }], processors: [] });
const isUnextractable = (error: unknown): void => expect(error).toMatchObject({ code: 'EXTRACTION_FAILED' });

test('a file of any format, cut and changed at random, gives records or fails as unextractable', async () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      changes,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      async ([type, original], bytes, part, isCut) => {
        const whole = Buffer.from(original);
        const content = Buffer.from(whole.subarray(0, isCut ? Math.ceil(part * whole.length) : whole.length));
        for (const [offset, byte] of bytes) content[offset % content.length] = byte;
        await run(type, content).catch(isUnextractable);
      },
    ),
    { numRuns: 400 },
  );
});

test('a file of any format is guessed in any beginning without failing, and read as guessed or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ([, original], part) => {
        const whole = Buffer.from(original);
        const sample = sampleOf(whole.subarray(0, Math.ceil(part * whole.length)), 'a', part < 1);
        const guesses = await guessExtractors(sample);
        expect(guesses.map(({ confidence }) => confidence)).toEqual(
          guesses.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
        );
        for (const { type } of guesses) await run(type, whole, await guessParams(type, sample)).catch(isUnextractable);
      },
    ),
    { numRuns: 100 },
  );
});

test('every file is guessed as what it is, and read so', async () => {
  for (const [type, content] of files) {
    const sample = sampleOf(content, 'download');
    expect((await guessExtractors(sample))[0]).toMatchObject({ type });
    expect((await run(type, Buffer.from(content), await guessParams(type, sample))).rows.length).toBeGreaterThan(0);
  }
});

test('random bytes are guessed as something or nothing, and read as that or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const sample = sampleOf(Buffer.from(bytes), 'a');
      const guesses = await guessExtractors(sample).catch(() => []);
      for (const { type } of guesses)
        await run(type, sample.bytes, await guessParams(type, sample)).catch(isUnextractable);
    }),
    { numRuns: 100 },
  );
});
