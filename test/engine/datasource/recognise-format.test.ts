import { describe, expect, test } from '@jest/globals';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { recogniseFormat } from '#engine/datasource/recognise-format.ts';
import { zipOf } from '../archives/zip-of.ts';
import { runAll, sampleOf, sourceOf } from '../source-of.ts';

const sqlite = (application = ''): Buffer => {
  const page = Buffer.alloc(4_096);
  page.write('SQLite format 3\0', 'latin1');
  page.write(application, 68, 'latin1');
  return page;
};
const bytesOf = (text: string): Buffer => Buffer.from(text.padEnd(100, '\0\x01'), 'latin1');
const office = (part: string): Promise<Buffer> =>
  zipOf({ '[Content_Types].xml': '<Types/>', '_rels/.rels': '<Relationships/>', [part]: 'x' });

const foreign: readonly (readonly [string, string, () => Buffer | Promise<Buffer>])[] = [
  ['an SQLite database', 'data.sqlite', () => sqlite()],
  ['an Arrow file \\(Feather\\)', 'a.feather', () => bytesOf('ARROW1\0\0')],
  ['an Arrow stream', 'a.arrows', () => bytesOf('\xff\xff\xff\xff\x10\x01\0\0')],
  ['an ORC file', 'a.orc', () => bytesOf('ORC\n\x0b')],
  ['an Avro file', 'a.avro', () => bytesOf('Obj\x01\x04\x14avro.codec')],
  ['an HDF5 or NetCDF file', 'a.nc', () => bytesOf('\x89HDF\r\n\x1a\n')],
  [
    'an HTML page',
    'data.csv',
    () => Buffer.from('\n<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>'),
  ],
  ['an Excel workbook in the .xlsb format', 'a.xlsb', () => office('xl/workbook.bin')],
  ['a Word document', 'a.docx', () => office('word/document.xml')],
  ['a calendar \\(iCalendar\\)', 'a.ics', () => Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')],
  ['a list of contacts \\(vCard\\)', 'a.vcf', () => Buffer.from('\ufeffBEGIN:VCARD\nVERSION:4.0\nFN:Zoë\n')],
  ['YAML', 'a.yaml', () => Buffer.from('---\nname: x\nn: 1\n')],
  ['YAML', 'b.yaml', () => Buffer.from('# towns\ntowns:\n  - name: Bern\n    n: 1\n  - name: Chur\n')],
  [
    'SQL',
    'a.sql',
    () => Buffer.from('-- a table\n/* of\ntowns */\nCREATE TABLE towns (n int);\nINSERT INTO towns VALUES (1);\n'),
  ],
  ['SQL', 'b.sql', () => Buffer.from('--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n')],
  ['a log', 'access.log', () => Buffer.from('::1 - - [10/Oct/2025:13:55:36 +0000] "GET / HTTP/1.1" 200 1\n'.repeat(3))],
  [
    'a log',
    'app.log',
    () => Buffer.from('2025-10-10 13:55:36,123 INFO started\n2025-10-10 13:55:37,001 [main] WARN slow\n'),
  ],
  ['a DIF table', 'a.dif', () => Buffer.from('TABLE\r\n0,1\r\n"x"\r\n')],
  [
    'a GML file',
    'a.gml',
    () => Buffer.from('<?xml version="1.0"?>\n<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">'),
  ],
  ['a MapInfo file', 'a.tab', () => Buffer.from('!table\n!version 300\n!charset WindowsLatin1\n')],
  ['a MapInfo file', 'a.mif', () => Buffer.from('Version   300\nCharset "WindowsLatin1"\nDelimiter ","\n')],
  ['packed with tar', 'a.tar', () => Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\0')])],
];

describe('a file that no format reads', () => {
  test.each(foreign)(
    'is called %s by a publication, a preview and the guess of parameters',
    async (name, filename, content) => {
      const bytes = await content();
      const expected = {
        code: 'EXTRACTION_FAILED',
        message: expect.stringMatching(new RegExp(`the file is ${name}, which is not supported; `)),
      };
      await expect(
        runAll({ resources: [{ source: sourceOf(bytes, filename), type: 'csvfile', params: {} }], processors: [] }),
      ).rejects.toMatchObject(expected);
      await expect(guessParams('csvfile', sampleOf(bytes, filename))).rejects.toMatchObject(expected);
    },
  );

  test.each(foreign)(
    'is called %s by the guess of formats, unless people look at it',
    async (name, filename, content) => {
      const guesses = guessExtractors(sampleOf(await content(), filename));
      if (filename === 'a.docx') expect((await guesses).map(({ type }) => type)).toEqual(['file']);
      else await expect(guesses).rejects.toThrow(new RegExp(`the file is ${name}, which is not supported; `));
    },
  );

  test.each([
    ['a.pdf', '%PDF-1.7'],
    ['a.png', '\x89PNG\r\n\x1a\n'],
    ['a.jpg', '\xff\xd8\xff\xe0'],
  ])(
    'a file that people look at (%s) and no format reads can be listed as a file, and is no table',
    async (filename, beginning) => {
      const bytes = bytesOf(beginning);
      expect((await guessExtractors(sampleOf(bytes, filename))).map(({ type }) => type)).toEqual(['file']);
      expect(
        (await runAll({ resources: [{ source: sourceOf(bytes, filename), type: 'file', params: {} }], processors: [] }))
          .rows,
      ).toHaveLength(1);
      await expect(guessParams('csvfile', sampleOf(bytes, filename))).rejects.toThrow(
        /the file is a (PDF document|PNG image|JPEG image), which is not supported; /,
      );
    },
  );
});

test.each([
  'ID;PLZ;Ort\nA;3000;Bern\n',
  'name: x,n: 1\na: b,c: 2\n',
  'note: all values in km\nname,n\nx,1\n',
  '2025-10-10 13:55:36,INFO,x\n2025-10-10 13:55:37,WARN,y\n',
  'TABLE,CHAIR\n0,1\n',
  'create table,n\nx,1\n',
  '--,n\nx,1\n',
  'time: x\n12:30\n13:45\n',
  'ORCID,name\n1,a\n',
  'FEA1,b\n',
  '$FL2,b\n',
  'GIF,b\n',
  'Object,b\n',
  'PK,b\n',
  '<htmlish><a/></htmlish>',
  '{"a":"<html>"}',
  '',
  'ÿÿÿÿ\n',
])('the text %j is of no kind that its first letters name', (text) => {
  expect(recogniseFormat(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test.each([
  ['a GeoPackage', 'geopackage', () => sqlite('GPKG')],
  ['a FlatGeobuf file', 'flatgeobuf', () => bytesOf('fgb\x03fgb\x01')],
] as const)('%s is refused by other extractors, which name the one that reads it', async (name, type, content) => {
  expect((await guessExtractors(sampleOf(content(), 'roads.bin'))).map((guess) => guess.type)).toEqual([type]);
  await expect(guessParams('csvfile', sampleOf(content(), 'roads.bin'))).rejects.toThrow(
    `the file is ${name}; choose the extractor "${type}"`,
  );
});
