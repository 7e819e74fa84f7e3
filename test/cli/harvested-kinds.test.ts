import { expect, test } from '@jest/globals';
import { serveJson } from '../engine/harvesters/serve-json.ts';
import { serveFtp } from '../platform/datasources/ftp/file-servers.ts';
import { testApp } from '../support/app.ts';
import { recordsOf, runAndFinish } from '../support/datasets/publishing.ts';
import { commandLineOf, folderOf } from './portal-folder.ts';

/** A passive data connection may have any of them. */
const everyPort = Array.from({ length: 64_512 }, (_none, index) => `127.0.0.1:${index + 1_024}`).join(',');
const app = await testApp({ FETCH_ALLOW: everyPort });
const command = await commandLineOf(app);
const env = { CATALOGRAPH_SECRET_FTP: 'lovelace' };
const login = ['--setting', 'user=ada', '--setting', 'password=${env:CATALOGRAPH_SECRET_FTP}'];

/** The records of a dataset once it is published. */
async function publishedRecords(datasetId: string): Promise<unknown> {
  const { dataset } = await app.admin.data(
    'query ($datasetId: String!) { dataset(by: { datasetId: $datasetId }) { uid } }',
    {
      datasetId,
    },
  );
  await runAndFinish(app.admin, 'publishDataset', dataset.uid);
  return recordsOf(app, dataset.uid);
}

/** Imports twice: the second time nothing has changed. */
async function importTwice(args: readonly string[], created: string): Promise<void> {
  expect(await command(['import', ...args], env)).toEqual({ code: 0, out: created, err: '' });
  const again = await command(['import', ...args], env);
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^ +\d+ {2}unchanged\n$/)]);
}

test('the files of a folder become datasets that a list describes', async () => {
  const files = await folderOf({
    'trees.csv': 'code,height\na,3\n',
    'list.csv': 'source_dataset,title,keyword\ntrees.csv,All trees,Nature\n',
  });
  const address = `ftp://${await serveFtp(files)}`;
  await importTwice(
    ['ftp_csv', address, ...login, '--setting', 'metadata_file=list.csv'],
    '+ trees.csv  All trees\n     1  created\n',
  );
  expect(await publishedRecords('all-trees')).toEqual([{ code: 'a', height: 3 }]);
});

test('the rows of a list become datasets whose fields a schema describes', async () => {
  const files = await folderOf({
    'index.csv': 'name;title;source_dataset;schema\nr1;Bars;sub/bars.csv;sub/schema.csv\n',
    'sub/bars.csv': 'a\n1\n',
    'sub/schema.csv': 'name;label;type\na;Answer;integer\n',
  });
  const address = `ftp://${await serveFtp(files)}`;
  const settings = ['metadata_file=index.csv', 'resource_schema_column=schema'].flatMap((each) => ['--setting', each]);
  await importTwice(['ftp_with_meta_csv', address, ...login, ...settings], '+ r1  Bars\n     1  created\n');
  expect(await publishedRecords('bars')).toEqual([{ a: 1 }]);
});

test('the layers of an ArcGIS server become datasets of all their pages', async () => {
  const layer = {
    ...{ name: 'Trees', type: 'Feature Layer', capabilities: 'Query', maxRecordCount: 2 },
    ...{ supportedQueryFormats: 'JSON, geoJSON', advancedQueryCapabilities: { supportsPagination: true } },
    fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }],
  };
  const feature = (OBJECTID: number) => ({
    ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [7, 51] } },
    properties: { OBJECTID },
  });
  const host = await serveJson(({ pathname, searchParams }) => {
    if (pathname.endsWith('/rest/services'))
      return { folders: [], services: [{ name: 'Green', type: 'FeatureServer' }] };
    if (searchParams.has('returnCountOnly')) return { count: 3 };
    const from = Number(searchParams.get('resultOffset'));
    if (pathname.endsWith('/query'))
      return { type: 'FeatureCollection', features: [1, 2, 3].slice(from, from + 2).map(feature) };
    return pathname.endsWith('/0') ? layer : { layers: [{ id: 0 }] };
  });
  await importTwice(['arcgis', `http://${host}/arcgis`], '+ Green/FeatureServer/0  Trees\n     1  created\n');
  expect(await publishedRecords('trees')).toMatchObject([{ objectid: 1 }, { objectid: 2 }, { objectid: 3 }]);
});

test('the datasets of an organization are imported with their files stored here', async () => {
  let files = '';
  const host = await serveJson(({ pathname }) => {
    if (pathname === '/rows.csv') return 'n\n7\n';
    if (pathname === '/api/1/organizations/ministry/') return { id: 'o'.repeat(24) };
    const resources = [{ title: 'rows.csv', format: 'csv', type: 'main', url: `${files}/rows.csv` }];
    return { data: [{ id: 'd1', slug: 'budget', title: 'Budget', resources }], page_size: 20, total: 1 };
  });
  files = `http://${host}`;
  const settings = ['organization_id=ministry', 'download_resources=true'].flatMap((each) => ['--setting', each]);
  await importTwice(['datagouv', files, ...settings], '+ d1  Budget\n     1  created\n');
  expect(await publishedRecords('budget')).toEqual([{ n: 7 }]);
  const { dataset } = await app.admin.data(
    '{ dataset(by: { datasetId: "budget" }) { resources { nodes { datasource { type } } } } }',
  );
  expect(dataset.resources.nodes).toEqual([{ datasource: { type: 'uploaded_file' } }]);
});

test('publications of an import are waited for, and each that failed is named with its message', async () => {
  let files = '';
  const host = await serveJson(({ pathname }) => {
    if (pathname === '/good.csv') return 'n\n7\n';
    const distribution = (name: string) => [
      { title: name, mediaType: 'text/csv', downloadURL: `http://${files}/${name}` },
    ];
    return {
      dataset: [
        { identifier: 'good', title: 'Good', distribution: distribution('good.csv') },
        { identifier: 'gone', title: 'Gone', distribution: distribution('gone.csv') },
      ],
    };
  });
  files = host;
  const imported = await command(['--json', 'import', 'datajson', `http://${host}/data.json`, '--publish']);
  const error = expect.stringMatching(/^Its publication failed: ./);
  expect(imported).toMatchObject({ code: 1, err: expect.stringMatching(/^gone \(Gone\): Its publication failed: /) });
  expect(JSON.parse(imported.out)).toMatchObject({
    outcomes: { created: 2 },
    failures: [],
    unpublished: [{ remoteId: 'gone', datasetId: 'gone', error }],
  });
  expect(await app.admin.data('{ catalogDataset(by: { datasetId: "good" }) { recordCount } }')).toEqual({
    catalogDataset: { recordCount: 1 },
  });
  expect(await command(['import', 'datajson', `http://${host}/data.json`, '--publish', '--no-wait'])).toEqual({
    code: 0,
    out: '     2  unchanged\n',
    err: '',
  });
});
