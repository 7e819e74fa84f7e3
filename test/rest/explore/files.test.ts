import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { DatasetSecurity } from '#access/index.ts';
import { sql } from '#kernel/sql.ts';
import { zipOf } from '#test/engine/archives/zip-of.ts';
import { testApp } from '#test/support/app.ts';
import { pngOf } from '#test/support/datasets/images.ts';
import { runAndFinish, sweepAfter } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, MAX_UPLOAD_BYTES: '10000' });
const { admin, unauthenticated } = app;
const base = '/api/explore/v2.1';
const explore = unauthenticated.restAt(base);
const files = { 'oak.png': pngOf(640, 480), 'notes/oak.txt': 'An oak.', 'elm.png': pngOf(20, 30) };
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const oak = sha256(files['oak.png']);
const elm = sha256(files['elm.png']);
let count = 0;

/** A published dataset with a record for each file, and the name of the file in `source_filename`; returns its uid. */
async function publishedFiles(
  defaultSecurity: Partial<DatasetSecurity> = {},
  content: Readonly<Record<string, string | Buffer>> = files,
): Promise<string> {
  const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Trees' } } }, defaultSecurity });
  const url = web.serve(`/files-${String((count += 1))}.zip`, await zipOf(content));
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'file',
      title: 'files',
      params: { extract_filename: true },
      datasource: { http: { connection: { url } } },
    },
  });
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

const trees = await publishedFiles();
const rowsOf = async (uid: string, query = '') =>
  (await explore('GET', `/catalog/datasets/${uid}/records${query}`)).body;
const download = (uid: string, id: string, client = unauthenticated) =>
  client.restAt(base)('GET', `/catalog/datasets/${uid}/files/${id}`);

test('rows describe a file with its address, and an image with its format and size', async () => {
  const { results } = await rowsOf(trees);
  const { dataset_id: datasetId } = (await explore('GET', `/catalog/datasets/${trees}`)).body;
  const url = `http://localhost:80${base}/catalog/datasets/${String(datasetId)}/files/${oak}`;
  expect(Object.entries(results[0].file)).toEqual([
    ['thumbnail', false],
    ['filename', 'oak.png'],
    ['format', 'PNG'],
    ['width', 640],
    ['mimetype', 'image/png'],
    ['id', oak],
    ['last_synchronized', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\+00:00$/)],
    ['height', 480],
    ['url', url],
  ]);
  expect(Object.keys(results[1].file)).toEqual(['filename', 'mimetype', 'id', 'last_synchronized', 'url']);
  const { headers } = await app.http.inject(url);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '33',
    'content-disposition': expect.stringContaining('oak.png'),
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('the bytes of a file are those of the source', async () => {
  const { rawPayload } = await app.http.inject(`${base}/catalog/datasets/${trees}/files/${oak}/`);
  expect(rawPayload.equals(files['oak.png'])).toBe(true);
  expect((await download(trees, sha256('An oak.'))).body).toBe('An oak.');
});

test('a file in a csv is its address, as the host of the request has it', async () => {
  const { body } = await explore(
    'GET',
    `/catalog/datasets/${trees}/exports/csv?with_bom=false&select=file&limit=1`,
    undefined,
    {
      host: 'data.example',
    },
  );
  expect(body).toMatch(
    new RegExp(`^file\\r\\nhttp://data.example${base}/catalog/datasets/[\\w-]+/files/${oak}\\r\\n$`),
  );
  expect((await rowsOf(trees)).results[0].file.url).toMatch(/^http:\/\/localhost:80\//);
});

test('a file is found only through a record and a field that the caller may see', async () => {
  const ada = await seedUser(app, 'ada');
  const hidden = await publishedFiles({ isDataVisible: false });
  expect(await download(hidden, oak)).toMatchObject({ status: 403, body: { error_code: 'ForbiddenAccess' } });
  await seedRuleset(app, hidden, { user: 'ada', security: { filterQuery: 'source_filename = "elm.png"' } });
  expect((await download(hidden, elm, ada)).status).toBe(200);
  expect(await download(hidden, oak, ada)).toMatchObject({
    status: 404,
    body: { error_code: 'NotFoundResource', message: `The requested file ${oak} does not exist.` },
  });
  const withoutField = await publishedFiles({ visibleFields: ['source_filename'] });
  expect((await download(withoutField, oak)).status).toBe(404);
  expect((await download('nowhere', oak)).body.message).toBe('The requested dataset nowhere does not exist.');
});

test('a record that only names the checksum of a file does not reach its bytes', async () => {
  const uid = await seedDataset(admin, { metadata: {} });
  const claim = { file: { filename: 'a.png', mimetype: 'image/png', size: 33, sha256: oak } };
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'jsonfile',
      title: 'claims',
      params: {},
      datasource: { http: { connection: { url: web.serve('/claim.json', JSON.stringify([claim])) } } },
    },
  });
  await runAndFinish(admin, 'publishDataset', uid);
  expect((await rowsOf(uid)).results).toEqual([claim]);
  expect((await download(uid, oak)).status).toBe(404);
});

test('a download counts as a call, and its answer has the headers of the quota', async () => {
  const uid = await publishedFiles({ apiCallsQuota: { unit: 'month', limit: 2 } });
  expect((await download(uid, oak)).headers['x-ratelimit-dataset-remaining']).toBe('1');
  expect((await download(uid, 'nothing')).status).toBe(404);
  expect((await download(uid, oak)).status).toBe(429);
});

test('bytes that a new publication no longer has are no longer referred to', async () => {
  const content = { 'a.txt': 'only here' };
  const uid = await publishedFiles({}, content);
  const references = async () =>
    (await app.services.db.rows(sql`select from record_file where blob_key = ${sha256('only here')}`)).length;
  expect(await references()).toBe(1);
  await runAndFinish(admin, 'unpublishDataset', uid);
  await sweepAfter(app, 11);
  expect(await references()).toBe(0);
});

test('a file that is larger than an upload may be fails the publication by its name', async () => {
  await expect(publishedFiles({}, { 'large.bin': Buffer.alloc(10_001, 'x') })).rejects.toThrow(
    /the file large.bin is larger than the 10000 bytes that MAX_UPLOAD_BYTES allows/,
  );
});
