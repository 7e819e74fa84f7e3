import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { objectsOf, statementsOf } from '#test/support/rdf.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const proxied = await testApp({ PUBLIC_URL: 'https://data.example.org', FETCH_ALLOW: web.host });
const base = '/api/explore/v2.1/catalog/datasets';
const mediaTypes = {
  rdfxml: 'application/rdf+xml',
  turtle: 'text/turtle',
  n3: 'text/n3',
  jsonld: 'application/ld+json',
};
type Syntax = keyof typeof mediaTypes;
const syntaxes = Object.keys(mediaTypes) as Syntax[];

const uid = await publishedTowns(app, web);
const dataset = `http://localhost:80${base}/towns`;
const xsd = 'http://www.w3.org/2001/XMLSchema#';

async function exported(syntax: Syntax, query = '', of = uid, client = app.unauthenticated): Promise<string[]> {
  const answer = await client.request('GET', `${base}/${of}/exports/${syntax}${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, mediaTypes[syntax]]);
  return statementsOf(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), mediaTypes[syntax]);
}

test('a record is a subject with its address, and each field a property with an XSD type', async () => {
  const { body } = await app.unauthenticated.request('GET', `${base}/${uid}/records?select=_id,name&limit=1`);
  const record = `${dataset}/records/${body.results[0]._id}`;
  const statements = await exported('turtle');
  const values = (field: string) => objectsOf(statements, record, `${dataset}#${field}`);
  expect(values('name')).toEqual(['"Paris"']);
  expect(values('tags')).toEqual(['"capital"', '"river"']);
  expect(values('population')).toEqual([`"2100000"^^<${xsd}integer>`]);
  expect(values('area')).toEqual([`"105.4"^^<${xsd}double>`]);
  expect(values('founded')).toEqual([`"1790-03-04"^^<${xsd}date>`]);
  expect(values('updated')).toEqual([`"2024-01-31T23:30:00+00:00"^^<${xsd}dateTime>`]);
  expect(values('position')).toEqual(['"POINT(2.3522 48.8566)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>']);
  expect(objectsOf(statements, record, 'http://purl.org/dc/terms/isPartOf')).toEqual([`<${dataset}>`]);
  expect(objectsOf(statements, `${dataset}#name`, 'http://www.w3.org/2000/01/rdf-schema#label')).toEqual(['"name"']);
  expect((await app.unauthenticated.request('GET', new URL(record).pathname)).body.name).toBe('Paris');
});

test('a null has no statement', async () => {
  const statements = await exported('turtle', '?where=name%3D%22Quito%22&select=name,population,tags');
  expect(statements.filter((each) => each.includes(`<${dataset}/records/`))).toHaveLength(2);
});

const townsHeader = 'name,country,population,area,founded,updated,tags,path,position';
const awkward = [
  'quotes " and \\ and \'',
  'unicode é 漢字 😀',
  '<a> & </a>; ]]> {}',
  'tab\tend',
  '  spaces  ',
  'one\ntwo\r\nthree',
];

test.each(syntaxes)('%s has the graph of the records, however awkward their texts', async (syntax) => {
  const lines = awkward.map((text) => `"${text.replaceAll('"', '""')}"`);
  const own = await publishedTowns(app, web, {
    csv: `${townsHeader}\n${lines.map((line) => `${line},FR,1,,,,,,"48.85, 2.35"`).join('\n')}\n`,
  });
  const { body } = await app.unauthenticated.request('GET', `${base}/${own}/records?select=name`);
  const statements = await exported(syntax, '', own);
  const names = statements.filter((each) => each.includes('/records/') && each.includes('#name> "'));
  const expected = body.results.map(({ name }: { name: string }) => JSON.stringify(name));
  expect(expected).toHaveLength(awkward.length);
  expect(names.map((each) => JSON.parse(/"(?:[^"\\]|\\.)*"/.exec(each)?.[0] ?? '""')).toSorted()).toEqual(
    expected.map((each: string) => JSON.parse(each)).toSorted(),
  );
  expect(statements).toEqual(await exported('turtle', '', own));
});

test('all syntaxes have the same graph, whatever the query', async () => {
  for (const query of ['', '?select=name as town,count(*)&where=country="FR"', '?select=year(founded),lower(name)']) {
    const [first, ...others] = await Promise.all(syntaxes.map((syntax) => exported(syntax, encodeURI(query))));
    expect(first?.length).toBeGreaterThan(8);
    for (const other of others) expect(other).toEqual(first);
  }
});

test('a group is a blank node with its keys and aggregates', async () => {
  for (const syntax of syntaxes) {
    const statements = await exported(syntax, encodeURI('?group_by=country&select=count(*) as n'));
    const rows = statements.filter((each) => each.startsWith('_:') && each.includes('#n>'));
    expect(rows.map((each) => /"(\d)"/.exec(each)?.[1]).toSorted()).toEqual(['1', '2', '2']);
  }
});

test.each(syntaxes)('%s of no records is a graph', async (syntax) => {
  const statements = await exported(syntax, encodeURI('?where=name="nowhere"'));
  expect(statements.every((each) => !each.includes('/records/'))).toBe(true);
});

test('a caller exports the fields and records that they may see', async () => {
  const ada = await seedUser(app, 'ada');
  const own = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  await seedRuleset(app, own, { user: 'ada', security: { visibleFields: ['name'], filterQuery: 'country = "FR"' } });
  for (const syntax of syntaxes) {
    const statements = await exported(syntax, '', own, ada);
    expect(statements.join('\n')).toMatch(/"Paris"/);
    expect(statements.join('\n')).not.toMatch(/population|Bern|country/);
  }
  const { status } = await app.unauthenticated.request('GET', `${base}/${own}/exports/turtle`);
  expect(status).toBe(403);
});

test('the addresses are those at which the client reaches the service', async () => {
  const own = await publishedTowns(proxied, web);
  const { body } = await proxied.unauthenticated.request('GET', `${base}/${own}/exports/turtle?limit=1`);
  expect(body).toContain(`<https://data.example.org${base}/towns/records/`);
  expect(body).not.toContain('localhost');
});
