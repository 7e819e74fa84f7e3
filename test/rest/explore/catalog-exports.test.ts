import { expect, test } from '@jest/globals';
import { read, utils } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { unauthenticated, admin } = app;
const base = '/api/explore/v2.1';
const explore = unauthenticated.restAt(base);
const exported = (format: string, query = '', as = explore) => as('GET', `/catalog/exports/${format}${query}`);
const towns = await publishedTowns(app, web);
const rivers = await described({
  default: { title: { value: 'Rivers; "long" ones\nand short' }, keyword: { value: ['water', 'Flüsse'] } },
  dcat: { creator: { value: 'Ada' }, issued: { value: '1850-05-17' } },
});
const secret = await described({ default: { title: { value: 'Secret' } } }, true);

/** Publishes a dataset without records; answers its uid. */
async function described(metadata: object, isRestricted = false): Promise<string> {
  const uid = await seedDataset(admin, { metadata, isRestricted });
  await runAndFinish(admin, 'publishDataset', uid);
  return uid;
}

test('the catalog lists its exports', async () => {
  const { body } = await exported('');
  expect(body.links).toContainEqual({ rel: 'csv', href: `http://localhost:80${base}/catalog/exports/csv` });
  const { catalogExports } = await unauthenticated.data('{ catalogExports { format url filename mediaType } }');
  expect(catalogExports.map(({ url }: { url: string }) => url)).toEqual(
    body.links.map(({ href }: { href: string }) => href),
  );
  expect(catalogExports).toContainEqual({
    format: 'json',
    url: `http://localhost:80${base}/catalog/exports/json`,
    filename: 'catalog.json',
    mediaType: 'application/json; charset=utf-8',
  });
});

test('json is the array of datasets of the list, to each caller those they may see', async () => {
  for (const as of [explore, admin.restAt(base)]) {
    const { headers, body } = await exported('json', '?order_by=title', as);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="catalog.json"'),
    });
    expect(body).toEqual((await as('GET', '/catalog/datasets?limit=100&order_by=title')).body.results);
  }
});

test('a caller finds no hidden dataset and no hidden field in any format', async () => {
  const hidden = await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name'] } });
  const { body } = await exported('json', `?where=dataset_uid%3D%22${hidden}%22`);
  expect(body[0].fields.map(({ name }: { name: string }) => name)).toEqual(['name']);
  for (const format of ['json', 'csv']) {
    const { text } = await textOf(format);
    expect(text).not.toContain(secret);
  }
  const ada = await seedUser(app, 'ada');
  expect((await exported('json', '?select=dataset_uid', ada.restAt(base))).body).not.toContainEqual({
    dataset_uid: secret,
  });
});

async function textOf(format: string, query = '') {
  const { payload, statusCode } = await app.http.inject(`${base}/catalog/exports/${format}${query}`);
  return { status: statusCode, text: payload };
}

test('csv has a line for each dataset, with its metadata by template and field', async () => {
  const { text } = await textOf('csv', '?order_by=title');
  expect(text.startsWith('\uFEFFdataset_id;dataset_uid;has_records;features;default.title;')).toBe(true);
  const lines = parse<Record<string, string>>(text, { bom: true, delimiter: ';', columns: true });
  expect(lines.find(({ dataset_uid: uid }) => uid === rivers)).toMatchObject({
    'default.title': 'Rivers; "long" ones\nand short',
    'default.keyword': 'water,Flüsse',
    'default.records_count': '0',
    'dcat.creator': 'Ada',
    'dcat.issued': '1850-05-17',
    features: 'analyze',
  });
  expect(lines.find(({ dataset_uid: uid }) => uid === towns)).toMatchObject({
    'default.records_count': '5',
    'default.modified': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
  });
  expect(lines.length).toBe((await explore('GET', '/catalog/datasets?limit=0')).body.total_count);
  expect(Object.keys(lines[0] ?? {}).filter((name) => /internal|admin/.test(name))).toEqual([]);
});

test('xlsx has the columns and the datasets of csv, with typed cells', async () => {
  const { rawPayload, headers } = await app.http.inject(`${base}/catalog/exports/xlsx?order_by=title`);
  expect(headers['content-disposition']).toContain('filename="catalog.xlsx"');
  const sheet = read(rawPayload).Sheets['Sheet1'] ?? {};
  const [header = [], ...rows] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null });
  const { text } = await textOf('csv', '?order_by=title');
  const [csvHeader, ...lines] = parse(text, { bom: true, delimiter: ';' });
  expect(header).toEqual(csvHeader);
  expect(rows.map(([id]) => id)).toEqual(lines.map(([id]) => id));
  const row = rows.find((cells) => cells[header.indexOf('dataset_uid')] === towns) ?? [];
  expect(row[header.indexOf('default.records_count')]).toBe(5);
  expect(row[header.indexOf('default.modified')]).toEqual(expect.any(Number));
});

test('select, where, refine, exclude, order_by, limit, offset and group_by are those of the list', async () => {
  const query = '?select=dataset_uid,dcat.creator%20as%20who&where=%22rivers%22';
  const expected = [{ dataset_uid: rivers, who: 'Ada' }];
  expect((await exported('json', query)).body).toEqual(expected);
  expect((await textOf('csv', `${query}&delimiter=,&with_bom=false&quote_all=true`)).text).toBe(
    `"dataset_uid","who"\r\n"${rivers}","Ada"\r\n`,
  );
  expect((await exported('json', '?select=title&refine=keyword:water')).body).toHaveLength(1);
  expect((await exported('json', '?select=dataset_uid&exclude=keyword:water')).body).not.toContainEqual({
    dataset_uid: rivers,
  });
  const all = (await exported('json', '?order_by=dataset_id')).body;
  expect((await exported('json', '?order_by=dataset_id&offset=1&limit=1')).body).toEqual(all.slice(1, 2));
  expect((await exported('json', '?group_by=has_records&select=count(*)%20as%20n')).body).toEqual([
    { has_records: 'true', n: all.length },
  ]);
});

test('an export without datasets is an empty file of its format', async () => {
  expect((await exported('json', '?where=title%3D%22nothing%22')).body).toEqual([]);
  const { text } = await textOf('csv', '?where=title%3D%22nothing%22&select=title&with_bom=false');
  expect(text).toBe('title\r\n');
});

test.each([
  ['csv?where=nope%3D1', 400, 'ODSQLError'],
  ['json?where=nope%3D1', 400, 'ODSQLError'],
  ['json?order_by=title%20title', 400, 'ODSQLSyntaxError'],
  ['json?limit=-2', 400, 'InvalidRESTParameterError'],
  ['json?offset=-1', 400, 'InvalidRESTParameterError'],
  ['csv?delimiter=x', 400, 'InvalidRESTParameterError'],
  ['ov2', 404, 'NotFoundResource'],
])('%s is the error %i %s, before the first byte', async (path, status, code) => {
  expect(await exported(path)).toMatchObject({ status, body: { error_code: code } });
});
