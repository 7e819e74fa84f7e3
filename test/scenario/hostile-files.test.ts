import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { recordsOf, finishedRestStatus } from '../support/datasets/publishing.ts';
import { zipOf } from '../engine/archives/zip-of.ts';

const app = await testApp();
const { admin } = app;
const good = 'n\n1\n2\n';
const records = [{ n: 1 }, { n: 2 }];

const { uid, resource } = await publishedDataset();

/** A dataset with good records, which each hostile file leaves as they are. */
async function publishedDataset(): Promise<{ uid: string; resource: string }> {
  const { uid } = (await admin.rest('POST', '/datasets/', { metadata: {} })).body;
  await admin.upload(`/datasets/${uid}/resources/files/`, 'good.csv', good);
  const { body: made } = await admin.rest('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 'data',
    datasource: { type: 'uploaded_file', file: { uid: 'good.csv' } },
  });
  await admin.rest('POST', `/datasets/${uid}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle' });
  return { uid, resource: made.uid };
}

/** Publishes the dataset with another file. */
async function publishAs(type: string, filename: string, content: string | Buffer) {
  await admin.upload(`/datasets/${uid}/resources/files/`, filename, content);
  const body = { type, title: 'data', params: {}, datasource: { type: 'uploaded_file', file: { uid: filename } } };
  const { status } = await admin.rest('PUT', `/datasets/${uid}/resources/${resource}/`, body);
  expect(status).toBe(200);
  await admin.rest('POST', `/datasets/${uid}/publish/`);
  return finishedRestStatus(app, uid);
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, index) => `<!ENTITY a${index} "${`&a${index === 0 ? '' : index - 1};`.repeat(10)}">`).join('')}]><l><r>&a19;</r></l>`;
const zeros = Buffer.alloc(65 * 2 ** 20);
const columns = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',');
const workbook = await zipOf({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets>',
});

const cases: readonly [string, string, string, () => string | Buffer | Promise<Buffer>, RegExp][] = [
  [
    'an open quote',
    'csvfile',
    'a.csv',
    () => 'n\n"1\n',
    /row 2 \(counting the header\) has a quoted cell without a closing quote/,
  ],
  ['a line without end', 'csvfile', 'a.csv', () => 'x'.repeat(9 * 2 ** 20), /larger than|longer than|no line/i],
  ['a hundred thousand columns', 'csvfile', 'a.csv', () => `${columns}\n`, /more than 1000 fields/],
  ['a gzip bomb', 'parquetfile', 'a.parquet.gz', () => gzipSync(zeros), /times its size/],
  ['a zip bomb', 'parquetfile', 'a.zip', async () => zipOf({ 'a.parquet': zeros }), /times its size/],
  ['a zip that is cut', 'csvfile', 'a.zip', async () => (await zipOf({ 'a.csv': good })).subarray(0, 60), /zip/i],
  [
    'a gzip that is cut',
    'csvfile',
    'a.csv.gz',
    () => gzipSync(Buffer.from(good.repeat(100))).subarray(0, 25),
    /damaged or truncated/,
  ],
  ['JSON that is cut', 'jsonfile', 'a.json', () => '[{"n": 1}, {"n":', /not JSON/],
  ['JSON nested deep', 'jsonfile', 'a.json', () => nested(100_000), /nested/],
  ['XML that is cut', 'xmlfile', 'a.xml', () => '<l><r><n>1</n></r><r>', /XML|not closed|unclosed/i],
  ['XML that laughs', 'xmlfile', 'a.xml', () => laughs, /entit/i],
  ['a workbook that is none', 'xlsfile', 'a.xlsx', () => Buffer.from('no workbook'), /zip archive cannot be read/],
  ['a workbook with parts missing', 'xlsfile', 'a.xlsx', () => workbook, /workbook|sheet|XLSX|XML/i],
  [
    'Parquet that is damaged',
    'parquetfile',
    'a.parquet',
    () => Buffer.from(`PAR1${'\xff'.repeat(64)}PAR1`, 'latin1'),
    /Parquet/i,
  ],
  ['a Shapefile without shapes', 'shapefile', 'a.zip', async () => zipOf({ 'a.dbf': 'x' }), /\.shp/i],
  ['KML that is none', 'kmlfile', 'a.kml', () => '<html><p>', /KML|XML|closed/i],
  ['GeoJSON that is none', 'geojsonfile', 'a.geojson', () => '{"type": "Topology"}', /GeoJSON/i],
  ['another format', 'jsonfile', 'a.json', () => good, /not JSON/],
];

test.each(cases)(
  '%s ends in a clear error, and what was published stays',
  async (_what, type, filename, content, message) => {
    const status = await publishAs(type, filename, await content());
    expect([status.status, status.message]).toEqual([
      expect.stringMatching(/^(error|limit_reached)$/),
      expect.stringMatching(message),
    ]);
    expect(status.message).toMatch(/[^.]\. The records published before are unchanged\.$/);
    expect(await recordsOf(app, uid)).toEqual(records);
  },
);

test('a good file is published after all hostile ones', async () => {
  expect(await publishAs('csvfile', 'better.csv', `${good}3\n`)).toMatchObject({ status: 'idle' });
  expect(await recordsOf(app, uid)).toEqual([...records, { n: 3 }]);
});
