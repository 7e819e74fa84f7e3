import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import { describeLibraryError, toExtractionFailure } from '#engine/extractors/library-failure.ts';
import { CatalogError } from '#kernel/fail.ts';
import { zipOf } from '../archives/zip-of.ts';
import { sampleOf } from '../source-of.ts';
import { run } from './extracted.ts';
import { dbfOf, pointRecord, shpOf } from './geographic/shapefile-of.ts';
import { rowXml, workbookOf } from './xlsx/workbook-of.ts';

/** How V8 and the standard library speak, and what only a program's own traces have. */
const javaScript =
  /Cannot read|is not (a function|iterable|defined|a constructor|an object)|Unexpected (token|end of (JSON )?input|non-whitespace|identifier|number|string)|Invalid (array|string|typed array|buffer) length|Cannot (convert|mix|set|create|destructure)|undefined(?! entity)|\bNaN\b|\[object |out of (range|bounds|memory)|call stack|offset is outside|Invalid (Date|time value|code point|count)|Reduce of empty|argument must be|node:|node_modules|\n\s+at /i;

const csv = 'name;"a ""quoted"" one";n\nZoë;"x;y";1\nÉlodie;;2\n';
const parquet = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'n', data: [1, 2, 3], type: 'INT32' },
      { name: 't', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'j', data: [{ a: 1 }, { a: 2 }, { a: 3 }], type: 'JSON' },
    ],
  }),
);
const shapefile = await zipOf(
  {
    'a.shp': shpOf(1, [pointRecord(1, 2), pointRecord(3, 4)]),
    'a.dbf': dbfOf(
      [
        ['name', 'C', 5],
        ['n', 'N', 3],
      ],
      [
        ['Zo\xeb', '1'],
        ['b', '2'],
      ],
    ),
    'a.prj':
      'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]',
  },
  { compress: false },
);
const files: readonly (readonly [type: string, content: string | Buffer])[] = [
  ['csvfile', csv],
  ['csvfile', gzipSync(csv)],
  ['csvfile', await zipOf({ 'a.csv': csv })],
  ['jsonfile', '{"rows": [{"a": 1.5, "b": ["x", null]}, {"a": 1e3, "b": "\\u00e9"}]}'],
  ['jsondict', '{"FR": {"n": 1}, "DE": {"n": 2}, "CH": {"n": 3}}'],
  [
    'geojsonfile',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
  ],
  [
    'topojsonfile',
    '{"type":"Topology","objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"LineString","arcs":[0],"properties":{"n":1}}]}},"arcs":[[[0,0],[1,1],[2,1]]],"transform":{"scale":[0.1,0.1],"translate":[1,2]}}',
  ],
  [
    'xlsfile',
    await workbookOf([['a', rowXml(1, ['name', 'n']) + rowXml(2, ['x', 1])]], { shared: '<si><t>x</t></si>' }),
  ],
  ['xmlfile', '<?xml version="1.0" encoding="utf-8"?><a><b c="1">x</b><b><d/>y &amp; z</b></a>'],
  [
    'feed',
    '<rss><channel><item><title>x</title><pubDate>Wed, 02 Oct 2002 15:00:00 +0200</pubDate></item></channel></rss>',
  ],
  [
    'kmlfile',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>a</name><Point><coordinates>1,2,3</coordinates></Point></Placemark></Document></kml>',
  ],
  [
    'gpxfile',
    '<gpx><wpt lat="1" lon="2"><name>a</name></wpt><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>',
  ],
  ['shapefile', shapefile],
  ['parquetfile', parquet],
];

/** A failure in our words; whatever else is thrown is thrown on. */
function expectOurWords(error: unknown): void {
  expect(error).toMatchObject({
    code: 'EXTRACTION_FAILED',
    message: expect.stringMatching(/^The data could not be extracted: ./),
  });
  expect(String(error)).not.toMatch(javaScript);
}

test('a file of any format, changed at random, never fails in the words of JavaScript', async () => {
  const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 6 }), removed: fc.nat(8) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      async ([type, original], changes) => {
        let content = Buffer.from(original);
        for (const { at, bytes, removed } of changes) {
          const start = at % (content.length + 1);
          content = Buffer.concat([content.subarray(0, start), bytes, content.subarray(start + removed)]);
        }
        const { errors } = await run(type, content).catch((error: unknown) => {
          expectOurWords(error);
          return { errors: [] };
        });
        for (const { message } of errors) expect(message).not.toMatch(javaScript);
        const sample = sampleOf(content, 'download');
        await guessExtractors(sample).catch(expectOurWords);
        await Promise.resolve(guessParams(type, sample)).catch(expectOurWords);
      },
    ),
    { numRuns: 150, endOnFailure: true },
  );
});

test.each(files)('a file of the type %s that holds another format fails in our words', async (type) => {
  for (const [, content] of files) await run(type, content).catch(expectOurWords);
  for (const content of ['', '\0', '[', '{', '<', '"', 'PAR1PAR1', '[[[', '{"a":{"b":', '<a>&b;</a>', '<a b="'])
    await run(type, content).catch(expectOurWords);
});

test('an error of JavaScript is only that a file is damaged; a failure of the system or of ours stays what it is', () => {
  expect(describeLibraryError(new TypeError('Cannot read properties of undefined'))).toBe('it is damaged');
  expect(describeLibraryError(new Error('bad magic number'))).toBe('bad magic number');
  const ours = new CatalogError('EXTRACTION_FAILED', { reason: 'x' });
  const system = Object.assign(new TypeError('terminated'), { code: 'UND_ERR_SOCKET' });
  expect([toExtractionFailure(ours, 'y'), toExtractionFailure(system, 'y')]).toEqual([ours, system]);
  expect(toExtractionFailure(new RangeError('Invalid array length'), 'a.csv is damaged')).toMatchObject({
    code: 'EXTRACTION_FAILED',
    message: 'The data could not be extracted: a.csv is damaged',
  });
});
