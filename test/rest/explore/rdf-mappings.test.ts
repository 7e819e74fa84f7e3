import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { messageOf } from '#test/support/http/rest-errors.ts';
import { objectsOf, statementsOf } from '#test/support/rdf.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const base = '/api/explore/v2.1/catalog/datasets';
const mediaTypes = {
  rdfxml: 'application/rdf+xml',
  turtle: 'text/turtle',
  n3: 'text/n3',
  jsonld: 'application/ld+json',
};
type Syntax = keyof typeof mediaTypes;
const syntaxes = Object.keys(mediaTypes) as Syntax[];

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const xsd = 'http://www.w3.org/2001/XMLSchema#';
const foaf = 'http://xmlns.com/foaf/0.1/';

/** As in the documentation of Opendatasoft: a triples map for each kind of thing, which refer to each other, all over the same records. */
const rml = `
@prefix rr: <http://www.w3.org/ns/r2rml#> .
@prefix rml: <http://semweb.mmlab.be/ns/rml#> .
@prefix ql: <http://semweb.mmlab.be/ns/ql#> .
@prefix rdfs: <${rdfs}> .
@prefix xsd: <${xsd}> .
@prefix foaf: <${foaf}> .
@prefix ex: <http://example.org/ns#> .

<#Town> rml:logicalSource [ rml:iterator "$.[*].fields" ; rml:referenceFormulation ql:JSONPath ; rml:source "towns@public" ] ;
  rr:subjectMap [ rr:class ex:Town, ex:Place ; rr:template "http://example.org/town/{name}" ] ;
  rr:predicateObjectMap
    [ rr:predicate rdfs:label ; rr:objectMap [ rml:reference "$.name" ; rr:language "fr" ] ],
    [ rr:predicate ex:name, ex:title ; rr:objectMap [ rr:template "{name} ({country})" ; rr:termType rr:Literal ] ],
    [ rr:predicate ex:population ; rr:objectMap [ rml:reference "$.population" ] ],
    [ rr:predicate ex:area ; rr:objectMap [ rml:reference "$.area" ; rr:datatype xsd:decimal ] ],
    [ rr:predicate ex:tag ; rr:objectMap [ rml:reference "tags" ] ],
    [ rr:predicate ex:tagPage ; rr:objectMap [ rr:template "http://example.org/tag/{tags}" ] ],
    [ rr:predicate ex:lat ; rr:objectMap [ rml:reference "$.position[0]" ] ],
    [ rr:predicate ex:position ; rr:objectMap [ rml:reference "$.position" ] ],
    [ rr:predicate ex:seen ; rr:object true ],
    [ rr:predicate ex:hidden ; rr:objectMap [ rml:reference "$.nowhere" ] ],
    [ rr:predicate ex:country ; rr:objectMap [ rr:parentTriplesMap <#Country> ] ],
    [ rr:predicate ex:extent ; rr:objectMap [ rr:parentTriplesMap <#Extent> ] ].

<#Country> rml:logicalSource [ rml:source "towns@public" ; rml:iterator "$.[*].fields" ; rml:referenceFormulation ql:JSONPath ] ;
  rr:subjectMap [ rr:class ex:Country ; rr:template "country-{country}" ; rr:termType rr:BlankNode ] ;
  rr:predicateObjectMap [ rr:predicate ex:code ; rr:objectMap [ rml:reference "$.country" ] ].

<#Extent> rml:logicalSource [ rml:source "towns@public" ; rml:iterator "$.[*].fields" ; rml:referenceFormulation ql:JSONPath ] ;
  rr:subjectMap [ rr:termType rr:BlankNode ] ;
  rr:predicateObjectMap [ rr:predicate ex:km2 ; rr:objectMap [ rml:reference "$.area" ] ].
`;

const yarrrml = `
prefixes:
  ex: http://example.org/ns#
mappings:
  town:
    sources: [[towns~jsonpath, '$.results[*]']]
    s: http://example.org/town/$(name)
    po:
      - [a, [ex:Town, ex:Place]]
      - [rdfs:label, $(name), fr~lang]
      - p: [ex:name, ex:title]
        o: $(name) ($(country))
      - [ex:population, $(population)]
      - [ex:area, [[$(area), xsd:decimal]]]
      - [ex:tag, $(tags)]
      - [ex:tagPage, http://example.org/tag/$(tags)~iri]
      - [ex:lat, $(position.lat)]
      - [ex:position, $(position)]
      - [ex:seen, true, xsd:boolean]
      - predicates: ex:country
        objects: {mapping: country}
      - [ex:extent, extent]
  country:
    source: [towns~jsonpath, '$.results[*]']
    subject: _:country-$(country)
    po: [[a, ex:Country], [ex:code, $(country)]]
  extent:
    po: [[ex:km2, $(area)]]
`;

const metadataOf = (mapping: string) => ({ semantic: { rml_mapping: { value: mapping } } });
const withMapping = (mapping: string, more: object = {}) =>
  publishedTowns(app, web, { ...more, metadata: metadataOf(mapping) });
const towns = await withMapping(rml);
const townsInYaml = await withMapping(yarrrml);

async function exported(syntax: Syntax, uid = towns, query = '', client = app.unauthenticated): Promise<string[]> {
  const answer = await client.request('GET', `${base}/${uid}/exports/${syntax}${encodeURI(query)}`);
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': mediaTypes[syntax] } });
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  return [...new Set(statementsOf(text, mediaTypes[syntax]))];
}

/** Blank nodes have other labels in each syntax. */
const withoutLabels = (statements: readonly string[]) =>
  statements.map((each) => each.replaceAll(/_:\S+/g, '_:b')).toSorted();

/** What the export of a town says whose dataset has a mapping. */
async function refusal(mapping: string, syntax: Syntax = 'turtle', query = '') {
  const uid = await seedDataset(app.admin, { metadata: metadataOf(mapping) });
  const fields = ['name', 'country'].map((name) => ({ name, type: 'text' as const }));
  await publishRecords(app, uid, fields, [{ name: 'Lyon', country: 'FR' }]);
  const { status, body } = await app.unauthenticated.request(
    'GET',
    `${base}/${uid}/exports/${syntax}${encodeURI(query)}`,
  );
  return [status, body.message] as const;
}

test('records become the statements that the mapping describes', async () => {
  const statements = await exported('turtle');
  const values = (predicate: string, subject = 'http://example.org/town/Paris') =>
    objectsOf(statements, subject, predicate.replace(/^ex:/, 'http://example.org/ns#'));
  expect(values(`${rdf}type`)).toEqual(['<http://example.org/ns#Place>', '<http://example.org/ns#Town>']);
  expect(values(`${rdfs}label`)).toEqual(['"Paris"@fr']);
  expect(values('ex:name')).toEqual(['"Paris (FR)"']);
  expect(values('ex:title')).toEqual(['"Paris (FR)"']);
  expect(values('ex:population')).toEqual([`"2100000"^^<${xsd}integer>`]);
  expect(values('ex:area')).toEqual([`"105.4"^^<${xsd}decimal>`]);
  expect(values('ex:tag')).toEqual(['"capital"', '"river"']);
  expect(values('ex:tagPage')).toEqual(['<http://example.org/tag/capital>', '<http://example.org/tag/river>']);
  expect(values('ex:lat')).toEqual([`"48.8566"^^<${xsd}double>`]);
  expect(values('ex:position')).toEqual(['"POINT(2.3522 48.8566)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>']);
  expect(values('ex:seen')).toEqual([`"true"^^<${xsd}boolean>`]);
  expect(statements.join('\n')).not.toContain('hidden');
});

test('triples maps refer to the subjects that others make of the same record', async () => {
  const statements = await exported('turtle');
  const objectOf = (town: string, property: string) =>
    objectsOf(statements, `http://example.org/town/${town}`, `http://example.org/ns#${property}`)[0];
  const country = objectOf('Paris', 'country');
  expect(country).toMatch(/^_:/);
  expect(objectOf('Lyon', 'country')).toBe(country);
  expect(objectOf('Bern', 'country')).not.toBe(country);
  expect(statements).toContain(`${country} <http://example.org/ns#code> "FR"`);
  expect(objectOf('Paris', 'extent')).not.toBe(objectOf('Lyon', 'extent'));
  expect(statements).toContain(`${objectOf('Paris', 'extent')} <http://example.org/ns#km2> "105.4"^^<${xsd}double>`);
});

test.each(syntaxes)('%s has the same graph, whether the mapping is RML or YARRRML', async (syntax) => {
  const expected = withoutLabels(await exported('turtle'));
  expect(expected.length).toBeGreaterThan(40);
  expect(withoutLabels(await exported(syntax))).toEqual(expected);
  expect(withoutLabels(await exported(syntax, townsInYaml))).toEqual(expected);
});

test('a null makes no statement, and a subject of a null none at all', async () => {
  const csv =
    'name,country,population,area,founded,updated,tags,path,position\n,FR,1,2,,,a,,\nNowhere,,,,,,,,\nÀ b/c?,X,,,,,,,\n';
  const statements = await exported('turtle', await withMapping(rml, { csv }));
  const subjects = new Set(
    statements.map((each) => each.slice(0, each.indexOf(' '))).filter((each) => each.startsWith('<')),
  );
  expect([...subjects]).toEqual(['<http://example.org/town/Nowhere>', '<http://example.org/town/À%20b%2Fc%3F>']);
  const [nowhere] = subjects;
  expect(statements.filter((each) => each.startsWith(nowhere ?? ''))).toHaveLength(5);
});

test('a query chooses the records, and its columns are what references name', async () => {
  const one = await exported('turtle', towns, '?where=name="Lyon"');
  expect(one.join('\n')).toMatch(/town\/Lyon/);
  expect(one.join('\n')).not.toMatch(/Paris/);
  const renamed = await exported('turtle', towns, '?select=country as name&where=name="Lyon"');
  expect(objectsOf(renamed, 'http://example.org/town/FR', `${rdfs}label`)).toEqual(['"FR"@fr']);
});

test('a caller exports the fields and records that they may see', async () => {
  const ada = await seedUser(app, 'ada');
  const own = await withMapping(rml, { defaultSecurity: { isDataVisible: false } });
  const security = { visibleFields: ['name'], filterQuery: 'country = "FR"' };
  await seedRuleset(app, own, { user: 'ada', security });
  for (const syntax of syntaxes) {
    const text = (await exported(syntax, own, '', ada)).join('\n');
    expect(text).toMatch(/"Paris"@fr/);
    expect(text).not.toMatch(/population|Bern|FR|capital/);
  }
  expect((await app.unauthenticated.request('GET', `${base}/${own}/exports/turtle`)).status).toBe(403);
});

const minimal = (subject: string, objects: string) => `
@prefix rr: <http://www.w3.org/ns/r2rml#> . @prefix rml: <http://semweb.mmlab.be/ns/rml#> .
<#A> rr:subjectMap [ ${subject} ] ; rr:predicateObjectMap [ rr:predicate <http://example.org/p> ; ${objects} ] .`;
const subject = 'rr:template "http://example.org/{name}"';

test.each([
  [
    'a join',
    minimal(subject, 'rr:objectMap [ rr:parentTriplesMap <#A> ; rr:joinCondition [ rr:child "a" ] ]'),
    'A join',
  ],
  [
    'a function',
    minimal(subject, 'rr:objectMap [ <http://semweb.mmlab.be/ns/fnml#functionValue> [] ]'),
    'fnml#functionValue> is not supported',
  ],
  ['a named graph', minimal(`${subject} ; rr:graph <http://x/g>`, 'rr:object "a"'), 'A named graph'],
  ['another mapping', minimal(subject, 'rr:objectMap [ rr:parentTriplesMap <#B> ]'), '#B'],
  ['an open template', minimal('rr:template "http://x/{name"', 'rr:object "a"'), 'lacks a }'],
  ['a path into a value', minimal(subject, 'rr:objectMap [ rml:reference "$.a.b" ]'), '$.a.b'],
  ['a literal as subject', minimal('rml:reference "name" ; rr:termType rr:Literal', 'rr:object "a"'), 'is a literal'],
  ['no language', minimal(subject, 'rr:objectMap [ rml:reference "name" ; rr:language "not a tag" ]'), 'language tag'],
  ['several sources', `${yarrrml}  other:\n    source: [x~csv]\n    s: ex:$(name)\n    po: [[a, ex:B]]\n`, 'joins'],
  [
    'a function in YARRRML',
    'mappings:\n  a:\n    s: http://x/$(name)\n    po: [[a, {function: ex:f}]]\n',
    '"function"',
  ],
  ['a condition', 'mappings:\n  a:\n    s: http://x/$(name)\n    condition: {}\n', '"condition"'],
  ['an unknown prefix', 'mappings:\n  a:\n    s: foo:$(name)\n    po: [[a, foo:B]]\n', '"foo:" is not declared'],
  ['YAML that is none', 'mappings:\n  a: [\n', 'not valid YAML'],
  ['aliases', 'mappings:\n  a: &a {s: x}\n  b: *a\n', 'aliases'],
  ['deep nesting', `mappings:\n${'- '.repeat(20_000)}a`, 'deeper than 40 levels'],
  ['neither language', 'Hello', 'neither Turtle nor YARRRML'],
  ['no triples map', '@prefix ex: <http://x/> .', 'no triples map'],
  ['a large mapping', ' '.repeat(60_000), 'more than 50000 characters'],
])('a mapping with %s is refused before the first byte, by name', async (_what, mapping, message) => {
  const padded = mapping.trim() === '' ? `#${mapping}` : mapping;
  expect(await refusal(padded)).toEqual([400, expect.stringContaining(message)]);
});

test('a result without the columns of any subject is refused, and names them', async () => {
  const mapping = minimal(subject, 'rr:object "a"');
  const reason = 'the semantic.rml_mapping makes subjects of columns that the result lacks (name)';
  expect(await refusal(mapping, 'turtle', '?select=country')).toEqual([
    400,
    messageOf('EXPORT_NOT_POSSIBLE', { reason }),
  ]);
});

test('RDF/XML refuses a property that it has no element for; other syntaxes have it', async () => {
  const mapping = minimal(subject, 'rr:object "a"').replace('example.org/p', 'example.org/1/');
  expect(await refusal(mapping, 'rdfxml')).toEqual([400, expect.stringContaining('<http://example.org/1/>')]);
  expect(await exported('jsonld', await withMapping(mapping))).toHaveLength(5);
});

test('a record whose lists combine to too many statements ends the export', async () => {
  const list = Array.from({ length: 150 }, (_value, at) => String(at)).join(';');
  const csv = `name,country,population,area,founded,updated,tags,path,position\nA,FR,1,1,,,${list},,\n`;
  const mapping = minimal(subject, 'rr:objectMap [ rr:template "http://x/{tags}/{tags}" ]');
  const { status, body } = await app.unauthenticated.request(
    'GET',
    `${base}/${await withMapping(mapping, { csv })}/exports/turtle`,
  );
  expect([status, body.message]).toEqual([400, expect.stringContaining('too many terms')]);
});

test('each syntax keeps an IRI whose scheme is the name of a prefix', async () => {
  const mapping = `prefixes: {ex: 'http://example.org/ns#'}
mappings: {town: {s: 'http://example.org/$(name)', po: [[ex:page, $(country)~iri], [a, ex:Town]]}}`;
  const csv = 'name,country,population,area,founded,updated,tags,path,position\nA,ex:1,1,1,,,,,\n';
  const uid = await withMapping(mapping, { csv });
  for (const syntax of syntaxes) {
    const statements = await exported(syntax, uid);
    const values = (predicate: string) => objectsOf(statements, 'http://example.org/A', predicate);
    expect([syntax, values('http://example.org/ns#page')]).toEqual([syntax, ['<ex:1>']]);
    expect([syntax, values(`${rdf}type`)]).toEqual([syntax, ['<http://example.org/ns#Town>']]);
  }
});
