import { expect, test } from '@jest/globals';
import { read, utils, type WorkBook } from '@e965/xlsx';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { rowsOf as extractedRows } from '#test/engine/extractors/rows-of.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;
const base = '/api/explore/v2.1';
const towns = await publishedTowns(app, web);

async function exported(of: string, query = ''): Promise<Buffer> {
  const { rawPayload, headers } = await app.http.inject(`${base}/catalog/datasets/${of}/exports/xlsx${query}`);
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringContaining('.xlsx"'),
  });
  return rawPayload;
}

const workbookOf = async (of: string, query?: string): Promise<WorkBook> => read(await exported(of, query));

/** The rows of a sheet with its header; dates as their serial numbers. */
const cellsOf = ({ Sheets }: WorkBook, name = 'Sheet1'): unknown[][] =>
  utils.sheet_to_json(Sheets[name] ?? {}, { header: 1, raw: true, defval: null });

/** The rows of a sheet as spreadsheets show them. */
const shownOf = ({ Sheets }: WorkBook): unknown[][] =>
  utils.sheet_to_json(Sheets['Sheet1'] ?? {}, { header: 1, raw: false, defval: null });

const csvOf = (...lines: string[]): string =>
  ['name,country,population,area,founded,updated,tags,path,position', ...lines].join('\n');

test('an independent reader finds the records with typed cells', async () => {
  const book = await workbookOf(towns);
  expect(book.SheetNames).toEqual(['Sheet1']);
  const [header, paris, lyon, bern, geneva, quito] = cellsOf(book);
  expect(header).toEqual(['name', 'country', 'population', 'area', 'founded', 'updated', 'tags', 'path', 'position']);
  const updated = Date.UTC(2024, 0, 31, 23, 30) / 86_400_000 + 25_569;
  const place = ['Europe/France/Paris', '48.8566, 2.3522'];
  expect(paris).toEqual(['Paris', 'FR', 2100000, 105.4, '1790-03-04', updated, 'capital,river', ...place]);
  expect([lyon?.[0], bern?.[0]]).toEqual(['Lyon', 'Bern']);
  expect(geneva?.slice(0, 7)).toEqual(['Genève', 'CH', 203000, null, null, null, 'lake']);
  expect([quito?.[2], quito?.[6], quito?.[7]]).toEqual([null, null, null]);
});

test('a workbook of the catalog is a resource of the catalog', async () => {
  const { rows } = await extractedRows('xlsfile', await exported(towns));
  expect(rows).toHaveLength(5);
  expect(rows[0]).toMatchObject({
    ...{ name: 'Paris', population: 2100000, area: 105.4 },
    ...{ founded: '1790-03-04', updated: '2024-01-31T23:30:00Z', position: '48.8566, 2.3522' },
  });
});

test('days are dates where Excel has them, and datetimes are what clocks in the timezone show', async () => {
  const csv = csvOf(
    'first,,,,1900-03-01,1900-03-01T00:00:00Z,,,',
    'before,,,,1900-02-28,1900-02-28T23:59:59Z,,,',
    'last,,,,9999-12-31,9999-12-31T00:00:00Z,,,',
    'old,,,,0044-03-15,0099-01-01T00:00:00Z,,,',
  );
  const of = await publishedTowns(app, web, { csv });
  const query = '?select=founded,updated';
  const days = cellsOf(await workbookOf(of, query)).slice(1);
  expect(days).toEqual([
    [61, 61],
    ['1900-02-28', '1900-02-28T23:59:59+00:00'],
    [2_958_465, 2_958_465],
    ['0044-03-15', '0099-01-01T00:00:00+00:00'],
  ]);
  const summer = await publishedTowns(app, web, { csv: csvOf('a,,,,2024-07-14,2024-07-13T22:00:00Z,,,') });
  expect(shownOf(await workbookOf(summer, `${query}&timezone=Europe/Paris`))[1]).toEqual([
    '2024-07-14',
    '2024-07-14 00:00:00',
  ]);
});

test('huge numbers, other alphabets, line breaks and formulas keep their value', async () => {
  const names = [
    'Ω "quoted"\n🚂',
    '=1+1',
    '_x0041_',
    '<a>&amp;]]>',
    ' spaces ',
    'control \u0001\u001f',
    'tab\tcr\rend',
  ];
  const csv = csvOf(
    ...names.map((name) => `"${name.replaceAll('"', '""')}",,9007199254740991,1e300,,,,,`),
    'min,,-9007199254740991,-0.1,,,,,',
  );
  const rows = cellsOf(await workbookOf(await publishedTowns(app, web, { csv }), '?select=name,population,area'));
  expect(rows.slice(1)).toEqual([
    ...names.map((name) => [name, 9007199254740991, 1e300]),
    ['min', -9007199254740991, -0.1],
  ]);
});

test('a text beyond the limit of a cell is cut, and the sheet Notes tells it', async () => {
  const csv = csvOf(`${'x'.repeat(32_766)}🚂,FR,,,,,,,`, `${'y'.repeat(32_767)},FR,,,,,,,`);
  const book = await workbookOf(await publishedTowns(app, web, { csv }));
  expect(book.SheetNames).toEqual(['Sheet1', 'Notes']);
  expect(cellsOf(book).map(([name]) => name)).toEqual(['name', 'x'.repeat(32_766), 'y'.repeat(32_767)]);
  expect(cellsOf(book, 'Notes')).toEqual([['Texts of name cut to 32,767 characters: 1.']]);
});

test('groups, aliases, labels, list_separator and an export without rows are heard', async () => {
  const groups = await workbookOf(towns, '?group_by=country&select=count(*)%20as%20n,avg(area)%20as%20mean');
  expect(cellsOf(groups)).toEqual([
    ['country', 'n', 'mean'],
    ['CH', 2, 51.6],
    ['EC', 1, 372.4],
    ['FR', 2, expect.closeTo(76.65)],
  ]);
  const labelled = await workbookOf(
    towns,
    '?use_labels=true&list_separator=%20/%20&select=name,tags%20as%20kinds&limit=1',
  );
  expect(cellsOf(labelled)).toEqual([
    ['name', 'kinds'],
    ['Paris', 'capital / river'],
  ]);
  const empty = await workbookOf(towns, '?where=country%3D%22nowhere%22&select=name,population');
  expect([empty.SheetNames, cellsOf(empty)]).toEqual([['Sheet1'], [['name', 'population']]]);
});

test('a file has no hidden field and no hidden record', async () => {
  const defaultSecurity = { visibleFields: ['name'], filterQuery: 'country = "FR"' };
  const book = await workbookOf(await publishedTowns(app, web, { defaultSecurity }));
  expect(cellsOf(book)).toEqual([['name'], ['Paris'], ['Lyon']]);
});

test('the same records are the same bytes', async () => {
  expect((await exported(towns)).equals(await exported(towns))).toBe(true);
});

test('a wrong clause is a 400 in JSON', async () => {
  const { status, body } = await unauthenticated.restAt(base)(
    'GET',
    `/catalog/datasets/${towns}/exports/xlsx?where=nope%3D1`,
  );
  expect([status, body.error_code]).toEqual([400, 'ODSQLError']);
});
