import { expect, test } from '@jest/globals';
import { readDatasetPage } from '#rest/routes/catalog/dataset-links.ts';
import { anonymous } from '#api/session.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { objectsOf, statementsOf, violationsOf } from '../support/rdf.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { publishedTowns } from '../support/datasets/explore.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const root = 'http://localhost:80';
const schemaOrg = 'https://schema.org/';

const hostile = '</script><script>alert(1)</script><!-- "}]} & \u2028 \u{1F333}';
const described = await publishedTowns(app, web, {
  metadata: {
    default: {
      title: { value: 'Villes' },
      description: { value: '<p>Les villes &amp; leurs <b>fleuves</b>.</p><script>alert(1)</script>' },
      keyword: { value: ['ville'] },
      language: { value: 'fr' },
      publisher: { value: 'Ministère' },
      license: { value: 'CC BY 4.0' },
      geographic_reference: { value: ['fr_40_75'] },
    },
    internal: { theme_id: { value: ['Environnement'] } },
    dcat: {
      creator: { value: 'Ada' },
      issued: { value: '2020-01-02' },
      temporal_coverage_start: { value: '2019' },
      temporal_coverage_end: { value: '2019-12-31' },
    },
  },
});
await app.admin.upload(`/datasets/${described}/attachments/`, 'notes.csv', 'Notes.');
const broken = await publishedTowns(app, web, {
  metadata: {
    default: {
      title: { value: hostile },
      description: { value: `<p>${'long '.repeat(2_000)}</p>${hostile}` },
      keyword: { value: [hostile] },
      publisher: { value: hostile },
      license: { value: `javascript:alert('${hostile}')` },
    },
    dcat: { creator: { value: hostile }, issued: { value: '2020' }, temporal: { value: hostile } },
  },
});
await app.admin.upload(`/datasets/${broken}/attachments/`, 'a"<b>.csv', 'Notes.');
const bare = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
await seedPublished(app, 'x');
const restricted = await publishedTowns(app, web, { isRestricted: true });

const read = async (datasetId: string, address = root) => {
  const ctx = createContext(app.services, { ...anonymous, address }, 'test');
  return (await readDatasetPage(app.graph, ctx, datasetId, address))?.jsonLd;
};

/** Reads a description as RDF, and what it says about the dataset. */
async function describe(datasetId: string, address = root) {
  const text = (await read(datasetId, address)) ?? '';
  const statements = statementsOf(text, 'application/ld+json');
  const typeOf = (type: string) =>
    statements.flatMap((each) => {
      const [, subject] = new RegExp(`^(\\S+) <[^>]*#type> <${schemaOrg}${type}>$`).exec(each) ?? [];
      return subject === undefined ? [] : [subject];
    });
  const valuesAt = (subject: string, property: string) =>
    statements
      .filter((each) => each.startsWith(`${subject} <${schemaOrg}${property}> `))
      .map((each) => each.slice(subject.length + schemaOrg.length + property.length + 4));
  return { text, node: JSON.parse(text), statements, typeOf, valuesAt };
}
type Described = Awaited<ReturnType<typeof describe>>;

/** The characters of a literal of N-Quads. */
const lengthOf = (literal = ''): number => JSON.parse(literal.replace(/(?:@[\w-]+|\^\^<[^>]*>)$/, '')).length;

const isAddress = (value: string): boolean =>
  /^<?"?https?:\/\/[^\s<>"]+"?(?:@en)?>?$/.test(value) || /^<https?:/.test(value);
const isDate = (value: string): boolean => /^"\d{4}-\d\d-\d\d/.test(value);

/** The rules of Google for the rich result `Dataset`: a property, how many values it has, and what each must be. */
const rules: readonly (readonly [
  property: string,
  count: 'one' | 'optional' | 'any',
  isValid: (value: string, described: Described) => boolean,
])[] = [
  ['name', 'one', (value) => lengthOf(value) > 0],
  ['description', 'one', (value) => lengthOf(value) >= 50 && lengthOf(value) <= 5_000],
  ['url', 'one', isAddress],
  ['sameAs', 'one', isAddress],
  ['identifier', 'any', (value) => lengthOf(value) > 0],
  ['keywords', 'any', (value) => lengthOf(value) > 0],
  ['isAccessibleForFree', 'one', (value) => value.startsWith('"true"')],
  ['creator', 'optional', isNamed('Organization')],
  ['publisher', 'optional', isNamed('Organization')],
  [
    'license',
    'optional',
    (value, each) => isNamed('CreativeWork')(value, each) && each.valuesAt(value, 'url').every(isAddress),
  ],
  ['includedInDataCatalog', 'one', isNamed('DataCatalog')],
  ['datePublished', 'one', isDate],
  ['dateModified', 'optional', isDate],
  [
    'temporalCoverage',
    'optional',
    (value) => /^"(?:\d{4}(?:-\d\d){0,2}|\.\.)(?:\/(?:\d{4}(?:-\d\d){0,2}|\.\.))?"/.test(value),
  ],
  ['spatialCoverage', 'any', (value, { typeOf }) => typeOf('Place').includes(value)],
  ['variableMeasured', 'any', isNamed('PropertyValue')],
  [
    'distribution',
    'any',
    (value, { typeOf, valuesAt }) =>
      typeOf('DataDownload').includes(value) &&
      valuesAt(value, 'contentUrl').filter(isAddress).length === 1 &&
      valuesAt(value, 'encodingFormat').filter((type) => /^"[a-z]+\/[a-z\d.+-]+"/.test(type)).length === 1,
  ],
];

function isNamed(type: string) {
  return (value: string, { typeOf, valuesAt }: Described): boolean =>
    typeOf(type).includes(value) && valuesAt(value, 'name').length === 1;
}

const allowed = { one: [1, 1], optional: [0, 1], any: [0, Infinity] } as const;

/** The rules that a description breaks. */
function brokenRules(each: Described): string[] {
  const [dataset = ''] = each.typeOf('Dataset');
  return rules.flatMap(([property, count, isValid]) => {
    const values = each.valuesAt(dataset, property);
    const [min, max] = allowed[count];
    return [
      ...(values.length < min || values.length > max ? [`${property}: ${String(values.length)} values`] : []),
      ...values.filter((value) => !isValid(value, each)).map((value) => `${property}: ${value}`),
    ];
  });
}

test.each([
  ['described', described],
  ['hostile', broken],
  ['without visible records', bare],
  ['minimal', 'x'],
])('a dataset that is %s meets the rules for rich results, and the shapes of Croissant', async (_name, datasetId) => {
  const each = await describe(datasetId);
  expect(brokenRules(each)).toEqual([]);
  expect(await violationsOf(each.text, 'application/ld+json', 'croissant-1.0.ttl')).toEqual([]);
});

test('the rules find what is wrong', async () => {
  const { text } = await describe(described);
  const changed = {
    ...JSON.parse(text),
    description: 'Short',
    license: 'CC BY 4.0',
    temporalCoverage: 'last year',
    isAccessibleForFree: undefined,
    distribution: [{ '@type': 'cr:FileObject', '@id': 'csv', contentUrl: 'towns.csv', encodingFormat: 'CSV' }],
  };
  const statements = JSON.stringify(changed);
  const parsed = { ...(await describe(described)), statements: statementsOf(statements, 'application/ld+json') };
  const rebuilt: Described = {
    ...parsed,
    typeOf: (type) =>
      parsed.statements
        .filter((each) => each.endsWith(`#type> <${schemaOrg}${type}>`))
        .map((each) => each.split(' ')[0] ?? ''),
    valuesAt: (subject, property) => objectsOf(parsed.statements, subject.slice(1, -1), `${schemaOrg}${property}`),
  };
  expect([...new Set(brokenRules(rebuilt).map((each) => each.replace(/:.*/s, '')))]).toEqual(
    expect.arrayContaining(['description', 'license', 'temporalCoverage', 'isAccessibleForFree', 'distribution']),
  );
});

test('a described dataset says who, when, where, what and under which license', async () => {
  const { node } = await describe(described);
  const { datasetId } = (
    await app.unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', {
      uid: described,
    })
  ).catalogDataset;
  expect(node).toMatchObject({
    '@type': 'Dataset',
    '@id': `${root}/catalog/datasets/${described}/`,
    name: 'Villes',
    url: `${root}/datasets/${datasetId}`,
    description: expect.stringMatching(/^Les villes & leurs fleuves\. · Villes · Ministère/),
    keywords: ['Environnement', 'ville'],
    creator: { name: 'Ada' },
    publisher: { name: 'Ministère' },
    license: { name: 'CC BY 4.0', url: 'http://creativecommons.org/licenses/by/4.0/' },
    temporalCoverage: '2019/2019-12-31',
    datePublished: '2020-01-02',
    spatialCoverage: [{ name: 'fr_40_75' }, { geo: { '@type': 'sc:GeoShape' } }],
  });
  expect(node.variableMeasured).toContainEqual({
    '@type': 'sc:PropertyValue',
    name: 'area',
    description: 'area',
    unitText: 'km²',
  });
  expect(node.distribution.map(({ '@id': id }: { '@id': string }) => id)).toEqual(
    expect.arrayContaining(['csv', 'geojson', expect.stringMatching(/^attachments\//)]),
  );
});

test('no text of a dataset ends the script element, and all of them are what they were', async () => {
  const { text, node } = await describe(broken);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect([node.name, node.publisher.name, node.keywords]).toEqual([hostile, hostile, [hostile]]);
  expect(node.license.url).toBe(`${node.url}#license`);
  expect(node.description).toHaveLength(5_000);
  expect(node.description).not.toContain('alert');
  expect([node.datePublished, node.temporalCoverage]).toEqual([expect.stringMatching(/^\d{4}-/), undefined]);
});

test('the shortest dataset at the shortest address still has a description of 50 characters', async () => {
  expect((await describe('x', 'http://a')).node.description.length).toBeGreaterThanOrEqual(50);
});

test('a page describes at most 100 fields; the description for machines has them all', async () => {
  const fields = Array.from({ length: 120 }, (_each, index) => ({ name: `field_${String(index)}` }));
  const uid = await seedPublished(app, 'wide', { fields });
  const { node } = await describe('wide');
  // without records no field is described
  expect([node.recordSet, node.variableMeasured]).toEqual([undefined, undefined]);
  const header = fields.map(({ name }) => name).join(',');
  const published = await publishedTowns(app, web, {
    csv: `${header}\n${fields.map(() => '1').join(',')}\n`,
    facets: [],
  });
  const embedded = (await describe(published)).node;
  expect([embedded.recordSet[0].field.length, embedded.variableMeasured.length]).toEqual([100, 100]);
  const whole = await app.unauthenticated.restAt('/catalog')('GET', `/datasets/${published}/`);
  expect(whole.body.recordSet[0].field).toHaveLength(120);
  expect(uid).toMatch(/^da_/);
});

test('it tells nothing about a dataset that the caller does not see', async () => {
  expect(await read(restricted)).toBeUndefined();
  expect(await read('nowhere')).toBeUndefined();
});
