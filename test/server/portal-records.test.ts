import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { publishedTowns, townFacets } from '../support/datasets/explore.ts';
import { runAndFinish, seedCsvDataset } from '../support/datasets/publishing.ts';
import { seedDataset } from '../support/seed.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedTowns(app, web, { facets: townFacets });
const { catalogDataset } = await app.admin.data(
  'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }',
  {
    uid,
  },
);
const path = `/datasets/${String(catalogDataset.datasetId)}`;

const read = async (url: string) => {
  const { statusCode, body } = await app.http.inject({ url, headers: { accept: 'text/html' } });
  return { statusCode, html: body.replace(/<script type="application\/(?:ld\+)?json".*?<\/script>/gs, '') };
};
/** The first cells of the rows of the table, without their links. */
const namesIn = (html: string): string[] =>
  [...html.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g)]
    .filter(([row]) => row.includes('record-link'))
    .map(([, cell = '']) => cell.replace(/<a [^>]*class="record-link".*?<\/a>/, '').replace(/<[^>]*>/g, ''));

test.each([
  ['', ['Paris', 'Lyon', 'Bern', 'Genève', 'Quito']],
  ['?desc=population', ['Paris', 'Lyon', 'Genève', 'Bern', 'Quito']],
  ['?asc=country&desc=name', ['Genève', 'Bern', 'Quito', 'Paris', 'Lyon']],
  ['?q=geneve', ['Genève']],
  ['?refine.country=CH', ['Bern', 'Genève']],
  ['?refine.path=Europe', ['Paris', 'Lyon', 'Bern', 'Genève']],
  ['?has.name=lyo*', ['Lyon']],
  ['?is.name=Bern', ['Bern']],
  ['?is.tags=river', ['Paris', 'Lyon', 'Bern']],
  ['?from.population=203000&to.population=520000', ['Lyon', 'Genève']],
  ['?is.population=134000', ['Bern']],
  ['?from.founded=1790&to.founded=1793-06', ['Paris', 'Lyon']],
  ['?to.updated=2024-02-29', ['Paris', 'Lyon', 'Bern', 'Quito']],
  ['?is.updated=2024-02', ['Lyon', 'Bern']],
  ['?empty.population=yes', ['Quito']],
  ['?empty.updated=no&empty.tags=yes', ['Quito']],
  ['?where=population%3E500000+or+country%3D%22EC%22&empty.population=no', ['Paris', 'Lyon']],
])('the table at %s has the records that it asks for', async (query, names) => {
  const { statusCode, html } = await read(path + query);
  expect([statusCode, namesIn(html)]).toEqual([200, names]);
  expect(html).not.toContain('record-problems');
});

test('the heads of columns sort, and what is chosen is in links and forms', async () => {
  const { html } = await read(`${path}?asc=population&column=name&column=population&chart=bars&refine.tags=river`);
  expect(html).toMatch(
    /<th [^>]*aria-sort="ascending"[^>]*><a [^>]*href="[^"]*\?refine.tags=river&amp;desc=population&amp;/,
  );
  expect([...html.matchAll(/<th scope="col"[^>]*><a[^>]*class="sorts"/g)]).toHaveLength(2);
  expect(html).toMatch(/<input type="checkbox" name="refine.tags" value="river" checked/);
  expect(html).toMatch(/<input type="hidden" name="asc" value="population"/);
  expect(html).toMatch(/<input type="hidden" name="chart" value="bars"/);
  expect(html).toContain('2 of 9 columns');
  expect(html).toMatch(/<meta name="robots" content="noindex"/);
  expect(html).toMatch(/exports\/csv\?refine=tags%3Ariver&amp;order_by=population&amp;select=name%2Cpopulation/);
  // a table without places makes no map
  expect(html.match(/exports\/geojson/g)).toHaveLength(1);
});

test('the files of what the table shows have its records', async () => {
  const { html } = await read(`${path}?from.population=200000&desc=population&column=name&q=europe`);
  const href =
    /href="http:\/\/localhost(?::80)?([^"]*exports\/csv\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { statusCode, body } = await app.http.inject(href);
  expect([statusCode, body.replace('\uFEFF', '').trim().split(/\r?\n/)]).toEqual([
    200,
    ['name', 'Paris', 'Lyon', 'Genève'],
  ]);
});

test.each([
  ['?from.nothing=1', 'There is no field “nothing”', 5],
  ['?from.population=many', '“many” does not fit the field “population”', 5],
  ['?asc=tags', 'Records cannot be sorted by “tags”', 5],
  ['?where=population+%3E%3E', 'The records cannot be shown.', 0],
  ['?where=nothing%3D1', 'The records cannot be shown.', 0],
  ['?is.name=Nowhere', 'No record matches. Remove a filter.', 0],
  ['?page=9', 'No record is on this page.', 0],
])('%s is told at the table, and the rest of the page stays', async (query, text, count) => {
  const { statusCode, html } = await read(path + query);
  expect([statusCode, namesIn(html).length]).toEqual([200, count]);
  expect(html).toContain(text);
  expect(html).toContain('id="fields"');
});

test('a record has a page with its values, the way back, and its neighbors in the table', async () => {
  const { html } = await read(`${path}?desc=population`);
  const links = [
    ...html.matchAll(/href="([^"]*)"[^>]*class="record-link"|class="record-link"[^>]*href="([^"]*)"/g),
  ].map(([, one, other]) => (one ?? other ?? '').replaceAll('&amp;', '&'));
  expect(links[1]).toMatch(/\/records\/[0-9a-f]{40}\?desc=population&row=2$/);
  const record = await read(links[1] ?? '');
  expect(record.statusCode).toBe(200);
  expect(record.html).toMatch(/<h1[^>]*>Lyon<\/h1>/);
  expect(record.html).toMatch(/area \(km²\)<\/dt><dd[^>]*>47.9</);
  expect(record.html).toContain(`href="${path}?desc=population#records"`);
  expect(record.html).toContain(`<link rel="canonical" href="http://localhost${links[1]?.split('?')[0] ?? ''}"`);
  for (const [id, link] of [
    ['prev', links[0]],
    ['next', links[2]],
  ] as const)
    expect(record.html).toMatch(
      new RegExp(`<a [^>]*(?:id="${id}"[^>]*)?href="${(link ?? '').replaceAll('&', '&amp;').replace('?', '\\?')}"`),
    );
  // without its place in a table it stays
  const alone = await read(links[1]?.split('?')[0] ?? '');
  expect([alone.statusCode, alone.html.includes('Next record')]).toEqual([200, false]);
  const wrongPlace = await read(`${links[1]?.split('?')[0] ?? ''}?row=5`);
  expect([wrongPlace.statusCode, wrongPlace.html.includes('Next record')]).toEqual([200, false]);
});

test('a record that is gone, hidden or of another dataset is not found', async () => {
  const gone = `/records/${'0'.repeat(40)}`;
  expect((await read(path + gone)).statusCode).toBe(404);
  expect((await read(`/datasets/nowhere${gone}`)).statusCode).toBe(404);
  expect((await read(`${path}/records/zzz`)).statusCode).toBe(404);
  const hidden = await publishedTowns(app, web, { isRestricted: true });
  const { catalogDataset: named } = await app.admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId records(first: 1) { nodes { recordId } } } }',
    { uid: hidden },
  );
  const url = `/datasets/${String(named.datasetId)}/records/${String(named.records.nodes[0].recordId)}`;
  expect((await read(url)).statusCode).toBe(404);
});

test('hostile names and values are texts', async () => {
  const bad = '"><img src=x onerror=alert(1)>';
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const odd = ['a.b=c&d', 'group', "it's `odd`"];
  const csv = [
    odd.map(cell).join(),
    [bad, 'javascript:alert(1)', 'https://user@evil.example/'].map(cell).join(),
    ['https://a.example/x?y=1&z="2"', 'data:text/html,<b>x</b>', 'see mail@example.org.'].map(cell).join(),
  ].join('\n');
  const hostileUid = await seedCsvDataset(app.admin, web.serve('/hostile.csv', csv));
  expect(await runAndFinish(app.admin, 'publishDataset', hostileUid)).toMatchObject({ status: 'idle' });
  const { catalogDataset: dataset } = await app.admin.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId schema { name } } }',
    { uid: hostileUid },
  );
  const at = `/datasets/${String(dataset.datasetId)}`;
  const { html } = await read(at);
  expect(html).not.toMatch(/<img|href="(?:javascript|data):(?!,)/);
  expect(html).toContain('href="mailto:mail@example.org"');
  expect(html).toContain('href="https://a.example/x?y=1&amp;z="'.replace(';z="', ';z='));
  expect(html).not.toContain('href="https://user@');
  for (const { name } of dataset.schema) {
    const query = new URLSearchParams([
      [`is.${String(name)}`, bad],
      ['asc', String(name)],
    ]);
    const { statusCode, html: filtered } = await read(`${at}?${query.toString()}`);
    expect([statusCode, filtered.includes('record-problems'), filtered.includes('<img')]).toEqual([200, false, false]);
  }
});

test('a dataset that was published without a source offers neither a table nor files of it', async () => {
  const uid = await seedDataset(app.admin, { datasetId: 'plan', metadata: { default: { title: { value: 'Plan' } } } });
  await runAndFinish(app.admin, 'publishDataset', uid);
  const { statusCode, html } = await read('/datasets/plan');
  expect(statusCode).toBe(200);
  expect(html).toContain('This dataset has no published records.');
  for (const part of ['id="records"', 'id="use"', '/exports/'])
    expect([part, html.includes(part)]).toEqual([part, false]);
  const described = await app.http.inject({ url: '/datasets/plan', headers: { accept: 'application/ld+json' } });
  expect(described.statusCode).toBe(200);
  expect(described.body).not.toContain('/exports/');
});
