import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { guessExtractors } from '#engine/extractors/guess.ts';
import { pngOf } from '#test/support/datasets/images.ts';
import { zipOf } from '../archives/zip-of.ts';
import { sampleOf } from '../source-of.ts';
import { run } from './extracted.ts';
import { rowXml, workbookOf } from './xlsx/workbook-of.ts';

const described = (filename: string, mimetype: string | null, content: string | Buffer) => ({
  file: {
    filename,
    mimetype,
    size: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  },
});

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1');

const workbook = await workbookOf([['a', rowXml(1, ['n'])]]);

describe('a source of files', () => {
  test('has a record for a file, which describes it in a field of the type file', async () => {
    const { rows, types, errors } = await run('file', png, {}, 'logo.png');
    expect(rows).toEqual([described('logo.png', 'image/png', png)]);
    expect(types).toEqual({ file: 'file' });
    expect(errors).toEqual([]);
  });

  test('has a record for every file of a zip archive, by its name with its folders', async () => {
    const inner = await zipOf({ 'x.csv': 'a\n' });
    const files = { 'in/a.png': png, 'b/a.png': 'b', README: '', 'c.csv.gz': gzipSync('a,b\n'), 'd.zip': inner };
    const { rows } = await run('file', await zipOf({ 'in/': '', '__MACOSX/._a': 'no', ...files }), {}, 'all.zip');
    expect(rows).toEqual(
      Object.entries(files).map(([name, content]) =>
        described(
          name,
          name.endsWith('.png')
            ? 'image/png'
            : name === 'README'
              ? null
              : name === 'd.zip'
                ? 'application/zip'
                : 'application/gzip',
          content,
        ),
      ),
    );
  });

  test.each([
    [
      'packed in a manner that is not unpacked',
      Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0]),
      'a.7z',
      'application/x-7z-compressed',
    ],
    ['packed by gzip', gzipSync('x'), 'a.gz', 'application/gzip'],
    ['a workbook', workbook, 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['empty', '', 'constructor', null],
  ])('is one record where the file is %s', async (_what, content, name, mimetype) => {
    expect((await run('file', content, {}, name)).rows).toEqual([described(name, mimetype, content)]);
  });

  test('tells the name in a field of its own on demand', async () => {
    const { rows, types } = await run('file', 'x', { extract_filename: true }, 'a.txt');
    expect(rows).toEqual([{ ...described('a.txt', 'text/plain', 'x'), source_filename: 'a.txt' }]);
    expect(types).toEqual({ file: 'file', source_filename: 'text' });
  });

  test('fails with a reason where its archive is cut', async () => {
    const zip = await zipOf({ 'a.txt': 'x'.repeat(1_000) });
    await expect(run('file', zip.subarray(0, -30), {}, 'a.zip')).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });

  test('has the format and the size of an image', async () => {
    const [row] = (await run('file', pngOf(640, 480), {}, 'oak.png')).rows;
    expect(row).toMatchObject({ file: { format: 'PNG', width: 640, height: 480 } });
  });

  test('is guessed for images and archives of them, and never for a table', async () => {
    const guessed = async (content: string | Buffer, name: string) =>
      (await guessExtractors(sampleOf(content, name)))[0]?.type;
    expect(await guessed(png, 'logo.png')).toBe('file');
    expect(await guessed(await zipOf({ 'a.png': png, 'b.png': png }), 'a.zip')).toBe('file');
    expect(await guessed(await zipOf({ 'a.png': png, 'b.csv': 'a,b\n1,2\n' }), 'a.zip')).toBe('csvfile');
    expect(await guessed('a,b\n1,2\n', 'a.csv')).toBe('csvfile');
    expect(await guessed(workbook, 'a.xlsx')).toBe('xlsfile');
  });

  test.each([
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff\xe0',
    'GIF89a',
    'RIFF0000WEBPVP8 ',
    'BM',
    'II*\0',
    '<svg ',
    'icns',
    '\0\0\0\x18ftypheic',
  ])('describes any bytes after the signature %j as an image whose size is known or not', async (signature) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
        const content = Buffer.concat([Buffer.from(signature, 'latin1'), bytes]);
        const [row] = (await run('file', content, {}, 'a.png')).rows;
        expect(row).toMatchObject(described('a.png', 'image/png', content));
      }),
      { numRuns: 50 },
    );
  });

  test('a source of files describes any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const content = Buffer.concat([Buffer.from('-'), bytes]);
        expect((await run('file', content, {}, 'a')).rows).toEqual([described('a', null, content)]);
      }),
      { numRuns: 50 },
    );
  });
});
