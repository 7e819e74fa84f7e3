import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { unauthenticated } = app;
const base = '/api/explore/v2.1';
const uid = await publishedTowns(app, web);
const exported = (format: string, query = '', of = uid) =>
  unauthenticated.restAt(base)('GET', `/catalog/datasets/${of}/exports/${format}${query}`);
const rows = async () => (await unauthenticated.restAt(base)('GET', `/catalog/datasets/${uid}/records`)).body.results;

test('a dataset lists its exports', async () => {
  const { body } = await exported('');
  expect(body.links).toContainEqual({
    rel: 'csv',
    href: `http://localhost:80${base}/catalog/datasets/${uid}/exports/csv`,
  });
  expect(body.links.map(({ rel }: { rel: string }) => rel)).toEqual(
    expect.arrayContaining(['csv', 'json', 'jsonl', 'geojson']),
  );
});

test('the csv has the example of the contract as its first line after the header', async () => {
  const { headers, body } = await exported('csv');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="towns.csv"'),
  });
  expect(body.slice(0, 2)).toBe('\uFEFFn');
  expect(body.split('\r\n')[1]).toBe(
    'Paris;FR;2100000;105.4;1790-03-04;2024-01-31T23:30:00+00:00;capital,river;Europe/France/Paris;48.8566, 2.3522',
  );
  const records = parse<Record<string, string>>(body, { bom: true, delimiter: ';', columns: true });
  expect(records.map(({ name }) => name)).toEqual(['Paris', 'Lyon', 'Bern', 'Genève', 'Quito']);
  expect(records[4]).toMatchObject({ population: '', tags: '' });
});

test('the options of csv and the clauses of the query are heard', async () => {
  const { body } = await exported(
    'csv',
    '?select=name%20as%20town,tags&where=country%3D%22FR%22&order_by=name&delimiter=,&list_separator=%7C&quote_all=true&with_bom=false',
  );
  expect(body).toBe('"town","tags"\r\n"Lyon","river"\r\n"Paris","capital|river"\r\n');
  expect(await exported('csv', '?delimiter=x')).toMatchObject({
    status: 400,
    body: { error_code: 'InvalidRESTParameterError', message: expect.stringMatching(/^Invalid value for delimiter/) },
  });
});

test('formulas of a spreadsheet are texts with escape_formulas, and as they are without; numbers never change', async () => {
  const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', 'a=1', ''];
  const csv = ['=head|n', ...cells.map((cell, at) => `${cell}|-${at + 1}`)].join('\n');
  const formulas = await seedCsvDataset(app.admin, web.serve('/formulas.csv', csv), { separator: '|' });
  await runAndFinish(app.admin, 'publishDataset', formulas);
  const linesOf = async (query: string) =>
    (
      await app.http.inject(`${base}/catalog/datasets/${formulas}/exports/csv?with_bom=false&use_labels=true${query}`)
    ).body.split('\r\n');
  expect((await linesOf('')).slice(1, 3)).toEqual(['=1+1;-1', '+1;-2']);
  expect((await linesOf('&escape_formulas=true')).slice(1)).toEqual([
    "'=1+1;-1",
    "'+1;-2",
    "'-1;-3",
    "'@SUM(A1);-4",
    "'＝1;-5",
    'a=1;-6',
    ';-7',
    '',
  ]);
  expect((await linesOf('&escape_formulas=true&quote_all=true&limit=1'))[1]).toBe(`"'=1+1";-1`);
});

test('json, jsonl and geojson have the rows of the dataset', async () => {
  const expected = await rows();
  expect((await exported('json')).body).toEqual(expected);
  const { body: lines } = await app.http.inject(`${base}/catalog/datasets/${uid}/exports/jsonl?limit=2`);
  expect(lines.trim().split('\n')).toEqual(expected.slice(0, 2).map((row: object) => JSON.stringify(row)));
  const { body: features } = await exported('geojson');
  expect(features.features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [2.3522, 48.8566] },
    properties: { name: 'Paris', population: 2100000 },
  });
  expect(features.features[0].properties).not.toHaveProperty('position');
});

test('the texts of csv, json and jsonl are sent as the column engine writes them', async () => {
  const { columnEngine } = app.services;
  let written = '';
  async function* stream(...query: Parameters<typeof columnEngine.stream>) {
    for await (const batch of columnEngine.stream(...query)) {
      // the size of the largest rows, which is read first, is no part of the file
      if (query[1].end !== '') written += batch;
      yield batch;
    }
  }
  Object.assign(app.services, { columnEngine: { ...columnEngine, stream } });
  const bodyOf = async (format: string) => {
    written = '';
    return (await app.http.inject(`${base}/catalog/datasets/${uid}/exports/${format}?with_bom=false`)).body;
  };
  const csv = await bodyOf('csv');
  expect(csv.slice(csv.indexOf('\r\n') + 2)).toBe(written);
  expect(await bodyOf('jsonl')).toBe(written);
  expect(await bodyOf('json')).toBe(`[${written.slice(0, -1)}]`);
  Object.assign(app.services, { columnEngine });
});

test('values of a query keep their characters in an export', async () => {
  const hostile = [String.raw`it's \' a "$1" \$2 ' or 1=1; --`, '🌳 é', '{a,"b"}', ''];
  const select = hostile.map((text, at) => `ifnull(tags, ${JSON.stringify(text)}) as v${String(at)}`).join(', ');
  const query = new URLSearchParams({ where: 'name = "Quito"', select: select.replaceAll('tags', 'path') });
  const { body } = await exported('json', `?${query.toString()}`);
  expect(body).toEqual([Object.fromEntries(hostile.map((text, at) => [`v${String(at)}`, text]))]);
  const { body: none } = await exported(
    'json',
    `?${new URLSearchParams({ where: `name = "'; select 1; --"` }).toString()}`,
  );
  expect(none).toEqual([]);
});

test('groups are exported without a bound', async () => {
  expect((await exported('json', '?group_by=country&select=count(*)%20as%20n')).body).toEqual([
    { country: 'CH', n: 2 },
    { country: 'EC', n: 1 },
    { country: 'FR', n: 2 },
  ]);
});

test('a compressed export is a gzip file', async () => {
  const answer = await app.http.inject(`${base}/catalog/datasets/${uid}/exports/json?compressed=true`);
  expect(answer.headers['content-disposition']).toContain('towns.json.gzip');
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(await rows());
});

test('an export shows the fields and records that the caller may see', async () => {
  const ada = await seedUser(app, 'ada');
  const own = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  await seedRuleset(app, own, { user: 'ada', security: { visibleFields: ['name'], filterQuery: 'country = "FR"' } });
  const { body } = await ada.restAt(base)('GET', `/catalog/datasets/${own}/exports/csv?with_bom=false`);
  expect(body).toBe('name\r\nParis\r\nLyon\r\n');
  expect((await exported('csv', '', own)).body).toMatchObject({ error_code: 'ForbiddenAccess' });
});

test('a wrong clause, format or dataset is an error in JSON', async () => {
  expect((await exported('csv', '?where=nope%3D1')).body).toMatchObject({ error_code: 'ODSQLError' });
  expect(await exported('ov2')).toMatchObject({
    status: 404,
    body: { message: 'The requested format ov2 does not exist.' },
  });
  expect(await exported('csv', '', 'zzz')).toMatchObject({
    status: 404,
    body: { message: 'The requested dataset zzz does not exist.' },
  });
});

test('a hundred clients export at once, and no connection is kept', async () => {
  const expected = JSON.stringify(await rows());
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => app.http.inject(`${base}/catalog/datasets/${uid}/exports/json`)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(JSON.parse(body)))).size).toBe(1);
  expect(JSON.stringify(answers[0]?.json())).toBe(expected);
  expect((await exported('json')).status).toBe(200);
});

test('an export that the graph describes holds nothing', async () => {
  const query = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { export(format: csv, odsql: { limit: -1 }, options: {}) { filename mediaType } } }`;
  for (let run = 0; run < 101; run += 1)
    expect((await unauthenticated.data(query, { uid })).catalogDataset.export.filename).toBe('towns.csv');
  const { status } = await unauthenticated.request('HEAD', `${base}/catalog/datasets/${uid}/exports/csv`);
  expect(status).toBe(200);
  expect((await exported('csv')).status).toBe(200);
});

test('beyond a hundred exports at a time an address is told to try again', async () => {
  const open = Array.from({ length: 100 }, () => app.services.exportSlots(JSON.stringify(['address', '127.0.0.1'])));
  const refused = await exported('csv');
  expect([refused.status, refused.headers['retry-after'], refused.headers['content-disposition']]).toEqual([
    429,
    '5',
    undefined,
  ]);
  for (const close of open) close?.();
  expect((await exported('csv')).status).toBe(200);
});
