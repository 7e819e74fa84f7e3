import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { testApp } from '../support/app.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

const uid = await publishedTowns(app, web, {
  metadata: {
    default: {
      title: { value: 'Towns | *all* <b>of</b> them' },
      description: { value: '<p>Towns &amp; rivers.</p>' },
      keyword: { value: ['town'] },
      publisher: { value: 'Ministère' },
      license: { value: 'CC BY 4.0' },
    },
  },
});
await admin.upload(`/datasets/${uid}/attachments/`, 'notes.csv', 'Notes.');
const hidden = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
const restricted = await publishedTowns(app, web, { isRestricted: true });

const read = (dataset: string, file: string) => unauthenticated.request('GET', `/catalog/datasets/${dataset}/${file}`);

/** The records as CSV at an address that a description names. */
async function recordsAt(address: string): Promise<{ readonly header: string[]; readonly rows: string[][] }> {
  const url = new URL(address);
  const { status, body } = await unauthenticated.request('GET', `${url.pathname}${url.search}`);
  expect(status).toBe(200);
  const [header = [], ...rows] = parse(String(body));
  return { header, rows };
}

/** Whether a text is a value of a type of Table Schema or of CSV on the Web. */
const isOfType: Readonly<Record<string, (text: string) => boolean>> = {
  string: () => true,
  integer: (text) => /^-?\d+$/.test(text),
  number: (text) => Number.isFinite(Number(text)),
  double: (text) => Number.isFinite(Number(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  datetime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text),
  dateTime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/.test(text),
};

test('a data package describes the dataset, and its schema fits every cell of the CSV that it names', async () => {
  const { status, headers, body } = await read(uid, 'datapackage.json');
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/vnd.datapackage+json')]);
  expect(body).toMatchObject({
    name: expect.stringMatching(/^[a-z\d._-]+$/),
    title: 'Towns | *all* <b>of</b> them',
    description: 'Towns & rivers.',
    keywords: ['town'],
    licenses: [{ name: 'cc-by-4.0', title: 'CC BY 4.0', path: 'http://creativecommons.org/licenses/by/4.0/' }],
    contributors: [{ title: 'Ministère', roles: ['publisher'] }],
  });
  const [records] = body.resources;
  const { header, rows } = await recordsAt(records.path);
  const fields: readonly { name: string; type: string }[] = records.schema.fields;
  expect(fields.map(({ name }) => name)).toEqual(header);
  expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(['string', 'integer', 'number', 'date', 'datetime']));
  const wrong = rows.flatMap((row) =>
    row.filter((cell, index) => cell !== '' && isOfType[fields[index]?.type ?? '']?.(cell) !== true),
  );
  expect([rows.length, wrong]).toEqual([5, []]);
  expect(records.schema.fields).toContainEqual({ name: 'area', title: 'area', type: 'number', unit: 'km²' });
  expect(body.resources).toContainEqual(
    expect.objectContaining({ title: 'notes.csv', bytes: 6, hash: expect.stringMatching(/^sha256:[\da-f]{64}$/) }),
  );
  const names = body.resources.map(({ name }: { name: string }) => name);
  expect([new Set(names).size, names.every((name: string) => /^[a-z\d._-]+$/.test(name))]).toEqual([
    names.length,
    true,
  ]);
});

test('the metadata of CSV on the Web have a column for each cell of the CSV, which leads to them', async () => {
  const { status, headers, body } = await read(uid, 'csv-metadata.json');
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/csvm+json')]);
  const { header, rows } = await recordsAt(body.url);
  const columns: readonly { titles: string; datatype: string }[] = body.tableSchema.columns;
  expect(columns.map(({ titles }) => titles)).toEqual(header);
  const wrong = rows.flatMap((row) =>
    row.filter((cell, index) => cell !== '' && isOfType[columns[index]?.datatype ?? '']?.(cell) !== true),
  );
  expect(wrong).toEqual([]);
  expect(body).toMatchObject({ 'dc:license': { '@id': 'http://creativecommons.org/licenses/by/4.0/' } });
  const page = await app.http.inject({ method: 'GET', url: `/datasets/${uid}`, headers: { accept: 'text/csv' } });
  expect(page.headers.link).toContain(`/catalog/datasets/${uid}/csv-metadata.json>; rel="describedby"`);
});

test('a data dictionary has a line for each field, as CSV and as a table of Markdown without markup of its own', async () => {
  const [header, ...lines] = parse(String((await read(uid, 'dictionary.csv')).body));
  expect(header).toEqual(['name', 'label', 'type', 'unit', 'identifier', 'description']);
  expect(lines).toContainEqual(['area', 'area', 'double', 'km²', 'no', '']);
  expect(lines).toContainEqual(['tags', 'tags', 'list of text', '', 'no', '']);
  const text = String((await read(uid, 'dictionary.md')).body);
  expect(text.split('\n')[0]).toBe('# Towns \\| \\*all\\* \\<b\\>of\\</b\\> them');
  expect(text).toContain('| area | area | double | km² | no |');
  expect(text.match(/^\| /gm)).toHaveLength(lines.length + 2);
});

test('who may not read the records is told neither their fields nor their files', async () => {
  expect((await read(hidden, 'datapackage.json')).body.resources).toEqual([]);
  expect((await read(hidden, 'csv-metadata.json')).status).toBe(404);
  expect(
    String((await read(hidden, 'dictionary.csv')).body)
      .trim()
      .split('\n'),
  ).toHaveLength(1);
  for (const file of ['datapackage.json', 'csv-metadata.json', 'dictionary.csv', 'dictionary.md'])
    expect((await read(restricted, file)).status).toBe(404);
});
