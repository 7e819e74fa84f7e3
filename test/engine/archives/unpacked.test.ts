import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guessExtractors } from '#engine/extractors/guess.ts';
import type { PackedFormat } from '#engine/archives/packed-format.ts';
import { unpackFiles } from '#engine/archives/unpack.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';
import { rawZip, zipOf } from './zip-of.ts';

const csv: PackedFormat = { extensions: ['csv'] };

async function filesIn(
  content: Buffer | string,
  filename = 'a',
  format = csv,
  signal = new AbortController().signal,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const source = await sourceOf(content, filename, 1000).openStream(signal);
  for await (const file of unpackFiles(source, format, signal))
    files[file.filename] = (await buffer(file.content)).toString();
  return files;
}

const unextractable = (reason: RegExp) => ({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(reason) });
const zeros = (size: number) => Buffer.alloc(size, '0');

describe('a source', () => {
  test('a source that is not packed is read as it is, however short', async () => {
    for (const content of ['', 'P', 'a,b\n', 'x'.repeat(5_000)])
      expect(await filesIn(content, 'a.csv')).toEqual({ 'a.csv': content });
  });

  test('compressed with gzip is recognized by its bytes, also in several members', async () => {
    expect(await filesIn(gzipSync('a,b\n'), 'a.csv.gz')).toEqual({ 'a.csv': 'a,b\n' });
    expect(await filesIn(Buffer.concat([gzipSync('a,b\n'), gzipSync('1,2\n')]), 'data')).toEqual({
      data: 'a,b\n1,2\n',
    });
  });

  test('packed by zip gives its files of the format, in order, without folders, notes and what is hidden', async () => {
    const zip = await zipOf({
      'in/': '',
      'README.txt': 'x'.repeat(50),
      'in/b.CSV': 'b',
      '__MACOSX/in/._b.csv': 'no',
      '.hidden.csv': 'no',
      '.git/x.csv': 'no',
      'a.csv': 'a',
    });
    expect(await filesIn(zip)).toEqual({ 'b.CSV': 'b', 'a.csv': 'a' });
  });

  test('packed by zip gives its largest file and those like it where none is of the format', async () => {
    const zip = await zipOf({ 'small.txt': 'x', 'large.txt': 'xyz', 'other.dat': '' });
    expect(await filesIn(zip)).toEqual({ 'large.txt': 'xyz', 'small.txt': 'x' });
    expect(await filesIn(await zipOf({ LARGE: 'xyz', SMALL: 'x' }))).toEqual({ LARGE: 'xyz' });
  });

  test('may be packed several times over', async () => {
    const inner = await zipOf({ 'a.csv.gz': gzipSync('a'), 'b.csv.gz': gzipSync('b') });
    expect(
      await filesIn(await zipOf({ 'one.zip': inner, 'two.zip': await zipOf({ 'c.csv': 'c' }) }, { compress: false })),
    ).toEqual({ 'a.csv': 'a', 'b.csv': 'b', 'c.csv': 'c' });
  });

  test('whose format is an archive itself is read as a whole', async () => {
    const format: PackedFormat = { extensions: ['book'], ownsArchive: (names) => names.includes('pages.xml') };
    const book = await zipOf({ 'pages.xml': 'x', 'in.book': 'y' });
    expect(Object.keys(await filesIn(book, 'a.book', format))).toEqual(['a.book']);
    expect(Object.keys(await filesIn(await zipOf({ 'one.book': book, 'other.txt': 'x' }), 'a.zip', format))).toEqual([
      'one.book',
    ]);
  });

  test('leaves nothing in the folder of temporary files', async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => /^catalograph-[\da-f]{8}-[\da-f-]+$/.test(name));
    const before = left();
    const source = await sourceOf(await zipOf({ 'a.csv': 'a' })).openStream(new AbortController().signal);
    for await (const _ of unpackFiles(source, csv, new AbortController().signal)) expect(left()).toEqual(before);
  });

  test('packed in any way is what went in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.array(fc.constantFrom('gzip', 'zip', 'store'), { minLength: 1, maxLength: 3 }),
        async (bytes, layers) => {
          let packed: Buffer = Buffer.concat([Buffer.from('-'), bytes]);
          for (const layer of layers)
            packed =
              layer === 'gzip' ? gzipSync(packed) : await zipOf({ 'a.csv': packed }, { compress: layer === 'zip' });
          const source = await sourceOf(packed, 'a.csv', 100).openStream(new AbortController().signal);
          for await (const { content } of unpackFiles(source, csv, new AbortController().signal))
            expect((await buffer(content)).subarray(1).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

/** An archive whose file claims to be packed by a method. */
function packedBy(method: number, flags = 0): Buffer {
  const archive = rawZip('a.csv', 'a,b\n1,2\n', flags);
  archive.writeUInt16LE(method, 8);
  archive.writeUInt16LE(method, archive.indexOf('PK\x01\x02') + 10);
  return archive;
}

describe('a hostile archive', () => {
  test('a hostile archive that expands without measure fails, flat and nested', async () => {
    const bomb = gzipSync(zeros(68 * 2 ** 20));
    await expect(filesIn(bomb)).rejects.toMatchObject(unextractable(/more than 200 times its size/));
    await expect(filesIn(await zipOf({ 'a.csv': zeros(68 * 2 ** 20) }))).rejects.toMatchObject(
      unextractable(/more than 200 times its size/),
    );
    const many = await zipOf(Array.from({ length: 10 }, (_, index) => [`${index}.zip`, bomb] as const));
    await expect(filesIn(await zipOf({ 'in.zip': many }))).rejects.toMatchObject(
      unextractable(/more than 200 times its size/),
    );
  });

  test('a hostile archive with too many entries, or archives too deep, fails', async () => {
    const many = await zipOf({ 'a.csv': '' });
    // the directory's end tells how many there are
    for (const place of [8, 10]) many.writeUInt16LE(10_001, many.length - 22 + place);
    await expect(filesIn(many)).rejects.toMatchObject(unextractable(/10001 entries; the limit is 10000/));
    await expect(filesIn(gzipSync(gzipSync(gzipSync(gzipSync('a')))))).rejects.toMatchObject(
      unextractable(/more than 3 deep/),
    );
  });

  test('a hostile archive that is cut or damaged fails', async () => {
    const gzip = gzipSync(`a\n${'x,y,z\n'.repeat(1_000)}`);
    const zip = await zipOf({ 'a.csv': `a\n${'x,y,z\n'.repeat(1_000)}` });
    await expect(filesIn(gzip.subarray(0, -20))).rejects.toMatchObject(unextractable(/damaged or truncated/));
    await expect(filesIn(zip.subarray(0, -30))).rejects.toMatchObject(unextractable(/zip archive cannot be read/));
    const stored = await zipOf({ 'a.csv': 'hello, world' }, { compress: false });
    stored.write('J', stored.indexOf('hello'));
    await expect(filesIn(stored)).rejects.toMatchObject(unextractable(/damaged/));
  });

  test('a hostile archive that is encrypted, empty, or names files outside of it fails', async () => {
    await expect(filesIn(packedBy(8, 1))).rejects.toMatchObject(
      unextractable(/a\.csv is encrypted; give an archive without a password/),
    );
    await expect(filesIn(await zipOf({ 'in/': '' }))).rejects.toMatchObject(unextractable(/contains no files/));
    await expect(filesIn(rawZip('../../etc/a.csv', 'x'))).rejects.toMatchObject(unextractable(/invalid relative path/));
  });

  test('a hostile archive that is packed by a method of its program says so, and so does its guess', async () => {
    const deflate64 = /a\.csv is compressed by Deflate64, which is not supported/;
    await expect(filesIn(packedBy(9))).rejects.toMatchObject(unextractable(deflate64));
    await expect(filesIn(packedBy(77))).rejects.toMatchObject(unextractable(/by the unknown method 77/));
    await expect(guessExtractors(sampleOf(packedBy(9), 'a.zip'))).rejects.toMatchObject(unextractable(deflate64));
    await expect(guessExtractors(sampleOf(rawZip('a.csv', 'x', 1), 'a.zip'))).rejects.toMatchObject(
      unextractable(/is encrypted/),
    );
  });

  test.each([
    ['bzip2', Buffer.from('BZh91AY&SYxx')],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0])],
    ['tar', Buffer.concat([zeros(257), Buffer.from('ustar\0')])],
  ])('a hostile archive of the kind %s is refused by name', async (name, bytes) => {
    await expect(filesIn(bytes)).rejects.toMatchObject(unextractable(new RegExp(`(compressed|packed) with ${name}`)));
  });

  test('changed at random gives bytes or fails as unextractable, and nothing else', async () => {
    const originals = [
      gzipSync('a,b\n'.repeat(200)),
      await zipOf({ 'a.csv': 'a,b\n'.repeat(200), 'b.csv': 'x' }),
      rawZip('a.csv', 'a,b\n1,2\n'),
    ];
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, fc.nat({ max: 30 }), async (original, bytes, cut) => {
        const content = Buffer.from(original.subarray(0, original.length - cut));
        for (const [offset, byte] of bytes) content[offset % content.length] = byte;
        await filesIn(content).catch((error: unknown) => expect(error).toMatchObject({ code: 'EXTRACTION_FAILED' }));
      }),
      { numRuns: 150 },
    );
  });
});

describe('a run over an archive', () => {
  test('reads its files one after another into the same columns, with their names on demand', async () => {
    const zip = await zipOf({ 'in/2024.csv': 'A,b\n1,2\n', '2025.csv': 'b,C\n3,x\n' });
    const { rows, pipeline } = await runAll({
      resources: [{ source: sourceOf(zip, 'a.zip'), type: 'csvfile', params: { extract_filename: true } }],
      processors: [],
    });
    expect(rows).toEqual([
      { a: 1, b: 2, source_filename: '2024.csv' },
      { b: 3, c: 'x', source_filename: '2025.csv' },
    ]);
    expect(pipeline.fields.map(({ label }) => label)).toEqual(['A', 'b', 'Source filename', 'C']);
  });

  test('ends when it is aborted, inside the archive too', async () => {
    const abort = new AbortController();
    const source = await sourceOf(await zipOf({ 'a.csv': '1,2\n'.repeat(400_000) })).openStream(abort.signal);
    const run = (async () => {
      for await (const { content } of unpackFiles(source, csv, abort.signal))
        for await (const _ of content) abort.abort(new Error('enough'));
    })();
    await expect(run).rejects.toThrow();
  });
});
