import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import type { Client } from '#test/support/client.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

await seedPublished(app, 'street-trees', {
  described: { title: 'Street trees', publisher: 'City', keyword: ['oak', 'lime'] },
  themes: ['Nature'],
});
await seedPublished(app, 'park-trees', { described: { title: 'Trees of parks', publisher: 'Canton' } });
await seedPublished(app, 'free', { described: { title: 'Free entry to museums', publisher: 'Canton' } });
await seedPublished(app, 'towns', { described: { title: 'Cities and bakeries', publisher: 'Canton' } });
await seedPublished(app, 'canaux', { described: { title: 'Canaux de la Genève', publisher: 'City' } });
await seedPublished(app, 'hidden-field', {
  described: { title: 'Dams', publisher: 'Army' },
  fields: [{ name: 'wharfage' }, { name: 'height' }],
  defaultSecurity: { visibleFields: ['height'] },
});
const restricted = await seedPublished(app, 'restricted', {
  described: { title: 'Tressels of zeppelins', publisher: 'Army' },
  isRestricted: true,
});
const reader = await seedUser(app, 'reader');
await seedRuleset(app, restricted, { user: 'reader', permissions: ['explore_restricted_dataset'] });

interface Edge {
  readonly isApproximate: boolean;
  readonly score: number;
  readonly node: { readonly datasetId: string };
}
const search = async (client: Client, query: string, more = '') =>
  (
    await client.data(
      `query ($query: String) { catalog(query: $query ${more}) { totalCount suggestion
        edges { isApproximate score node { datasetId } } facets(facets: [{ field: "publisher" }]) { values { value count } }
        removals { condition field value totalCount } } }`,
      { query },
    )
  ).catalog;
/** The identifiers of what a search finds, those found by another spelling with a question mark. */
const found = async (client: Client, query: string): Promise<string[]> =>
  (await search(client, query)).edges
    .map(({ isApproximate, node }: Edge) => `${node.datasetId}${isApproximate ? '?' : ''}`)
    .toSorted();

test.each([
  ['a word as it is written is found exactly', 'trees', ['park-trees', 'street-trees'], null],
  ['a prefix too', 'tre', ['park-trees', 'street-trees'], null],
  ['a short last word that no dataset has may be misspelt', 'tress', ['park-trees?', 'street-trees?'], 'trees'],
  [
    'also after another word, of which a dataset may have another too',
    'street tress',
    ['park-trees?', 'street-trees?'],
    'street trees',
  ],
  ['but not where datasets have it: fred is near free, and free is there', 'free', ['free'], null],
  ['a word within the query may be misspelt', 'stret trees', ['street-trees?'], 'street trees'],
  ['several words may', 'stret tress', ['street-trees?'], 'street trees'],
  ['a plural finds the singular, whatever its ending', 'city', ['canaux', 'street-trees', 'towns?'], null],
  ['and in the middle of a query', 'bakery cities', ['towns?'], 'bakeries cities'],
  ['of other languages', 'canal geneve', ['canaux?'], 'canaux geneve'],
  ['signs and the case of other words stay', 'STREET, "tress"!', ['park-trees?', 'street-trees?'], 'STREET, "trees"!'],
  ['accents are no errors', 'genève', ['canaux'], null],
  ['what is like nothing finds nothing', 'xylophone', [], null],
  [
    'without words there is nothing to suggest',
    ' ',
    ['canaux', 'free', 'hidden-field', 'park-trees', 'street-trees', 'towns'],
    null,
  ],
])('%s: %s', async (_rule, query, ids, suggestion) => {
  const result = await search(unauthenticated, query);
  expect({ ids: await found(unauthenticated, query), suggestion: result.suggestion }).toEqual({ ids, suggestion });
  expect(result.totalCount).toBe(ids.length);
});

test('the page, the count and the facets of misspelt words agree, and cursors lead through them', async () => {
  const all = await search(unauthenticated, 'tress');
  expect(all.totalCount).toBe(2);
  expect(all.facets[0].values).toEqual([
    { value: 'Canton', count: 1 },
    { value: 'City', count: 1 },
  ]);
  const { catalog } = await unauthenticated.data(
    '{ catalog(query: "tress", first: 1) { nodes { datasetId } pageInfo { endCursor hasNextPage } } }',
  );
  const next = await unauthenticated.data(
    `{ catalog(query: "tress", first: 1, after: "${catalog.pageInfo.endCursor}") { nodes { datasetId } pageInfo { hasNextPage } } }`,
  );
  expect([...catalog.nodes, ...next.catalog.nodes]).toEqual(all.edges.map(({ node }: Edge) => node));
  expect(next.catalog.pageInfo.hasNextPage).toBe(false);
  const refined = await search(unauthenticated, 'tress', ', refine: [{ field: "publisher", value: "City" }]');
  expect(refined.edges.map(({ node }: Edge) => node.datasetId)).toEqual(['street-trees']);
});

test('words of restricted datasets and hidden fields neither change what others find, nor are they suggested', async () => {
  // a visible dataset would have ended the search for words near "tress": tressels begins with it
  expect(await found(unauthenticated, 'tress')).toEqual(['park-trees?', 'street-trees?']);
  expect(await found(reader, 'tress')).toEqual(['restricted']);
  for (const [query, suggestion] of [
    ['zepelins', 'zeppelins'],
    ['tresels zeppelins', 'tressels zeppelins'],
  ] as const) {
    expect(await search(unauthenticated, query)).toMatchObject({ totalCount: 0, suggestion: null });
    expect(await search(reader, query)).toMatchObject({ totalCount: 1, suggestion });
  }
  expect(await search(unauthenticated, 'dams wharfages')).toMatchObject({ totalCount: 0, suggestion: null });
  expect(await search(admin, 'dams wharfages')).toMatchObject({ totalCount: 1, suggestion: 'dams wharfage' });
});

const vocabulary =
  'street trees parks free entry museums cities bakeries canaux geneve dams height wharfage tressels zeppelins oak lime';
const misspelt = fc
  .tuple(fc.constantFrom(...vocabulary.split(' ')), fc.nat(), fc.constantFrom('', 'x', 'e', 's'))
  .map(([word, at, letter]) => word.slice(0, at % word.length) + letter + word.slice((at % word.length) + 1));

test.each([
  ['words that were written as one are divided', 'streettrees', 'street trees'],
  ['next to other words too', 'city streettrees oak', 'city street trees oak'],
  ['a word that was written as two is one', 'museums free en try', 'museums free entry'],
  ['words that no dataset has together are not suggested', 'streetmuseums', null],
  ['nor are words of hidden fields', 'damswharfage', null],
  ['nor those of restricted datasets', 'tresselszeppelins', null],
])('%s: %s', async (_rule, query, suggestion) => {
  expect(await search(unauthenticated, query)).toMatchObject({ totalCount: 0, suggestion });
});

test('who sees a restricted dataset gets its words as a suggestion', async () => {
  expect(await search(reader, 'tresselszeppelins')).toMatchObject({ totalCount: 0, suggestion: 'tressels zeppelins' });
});

test('any suggestion is found as it is written, by a caller who sees all its words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(misspelt, { minLength: 1, maxLength: 3 }), async (words) => {
      const query = words.join(' ');
      for (const client of [unauthenticated, reader, admin]) {
        const { suggestion } = await search(client, query);
        if (suggestion === null) continue;
        const suggested = await search(client, suggestion);
        expect(suggested.edges.some(({ isApproximate }: Edge) => !isApproximate)).toBe(true);
        expect(suggested.suggestion).toBeNull();
        if (client === unauthenticated) expect(suggestion).not.toMatch(/wharfage|tressels|zeppelins/);
      }
    }),
    { numRuns: 25 },
  );
});

const words = fc.constantFrom('trees', 'street', 'dams', 'free', 'xylophone', 'zeppelins');
const publishers = fc.constantFrom('City', 'Canton', 'Army', 'Nobody');
const conditions = fc.record({
  query: fc.uniqueArray(words, { maxLength: 2 }),
  publisher: fc.option(publishers, { nil: null }),
  excluded: fc.option(publishers, { nil: null }),
  theme: fc.option(fc.constantFrom('nature', 'none'), { nil: null }),
  keywords: fc.option(fc.constant(['oak']), { nil: null }),
  hasRecords: fc.option(fc.boolean(), { nil: null }),
});
type Conditions = typeof conditions extends fc.Arbitrary<infer Value> ? Readonly<Value> : never;

const argumentsOf = ({ query, publisher, excluded, theme, keywords, hasRecords }: Conditions) => ({
  query: query.join(' '),
  filter: { keywords, hasRecords },
  refine: [
    ...(publisher === null ? [] : [{ field: 'publisher', value: publisher }]),
    ...(theme === null ? [] : [{ field: 'theme', value: theme }]),
  ],
  exclude: excluded === null ? [] : [{ field: 'publisher', value: excluded }],
});

/** The conditions without one of them, each with how the answer names it. */
function withoutEach(given: Conditions): (readonly [string, Conditions])[] {
  const { query, publisher, excluded, theme, keywords, hasRecords } = given;
  return [
    ...(publisher === null ? [] : [[`REFINE publisher ${publisher}`, { ...given, publisher: null }] as const]),
    ...(theme === null ? [] : [[`REFINE theme ${theme}`, { ...given, theme: null }] as const]),
    ...(excluded === null ? [] : [[`EXCLUDE publisher ${excluded}`, { ...given, excluded: null }] as const]),
    ...(keywords === null ? [] : [['FILTER keywords null', { ...given, keywords: null }] as const]),
    ...(hasRecords === null ? [] : [['FILTER hasRecords null', { ...given, hasRecords: null }] as const]),
    ...(query.length === 0 ? [] : [['QUERY null null', { ...given, query: query.slice(0, 0) }] as const]),
    ...(query.length < 2
      ? []
      : query.map(
          (word) => [`QUERY null ${word}`, { ...given, query: query.filter((each) => each !== word) }] as const,
        )),
  ];
}

test('where nothing is found, the answer says what each condition hides; where something is, nothing', async () => {
  const document = `query ($query: String, $filter: CatalogFilter, $refine: [CatalogRefineInput!], $exclude: [CatalogRefineInput!]) {
    catalog(query: $query, filter: $filter, refine: $refine, exclude: $exclude) { totalCount removals { condition field value totalCount } } }`;
  let emptyCount = 0;
  await fc.assert(
    fc.asyncProperty(conditions, fc.constantFrom(unauthenticated, reader, admin), async (given, client) => {
      const { catalog } = await client.data(document, argumentsOf(given));
      if (catalog.totalCount > 0) {
        expect(catalog.removals).toEqual([]);
        return;
      }
      emptyCount++;
      const expected: string[] = [];
      for (const [name, others] of withoutEach(given)) {
        const { totalCount } = (await client.data(document, argumentsOf(others))).catalog;
        if (totalCount > 0) expected.push(`${name} ${String(totalCount)}`);
      }
      const removals = catalog.removals.map(
        ({ condition, field, value, totalCount }: Record<string, unknown>) =>
          `${String(condition)} ${String(field)} ${String(value)} ${String(totalCount)}`,
      );
      expect(removals.toSorted()).toEqual(expected.toSorted());
      const counts = catalog.removals.map(({ totalCount }: { totalCount: number }) => totalCount);
      expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
    }),
    { numRuns: 40 },
  );
  expect(emptyCount).toBeGreaterThan(5);
});

test('several values of which one is enough are one condition, and a word is named as it was written', async () => {
  const refine = ', refine: [{ field: "theme", value: "Air" }, { field: "theme", value: "Water" }]';
  expect((await search(unauthenticated, 'Genève', refine)).removals).toEqual([
    { condition: 'REFINE', field: 'theme', value: null, totalCount: 1 },
  ]);
  expect((await search(unauthenticated, 'Genève XYLOPHONE')).removals).toEqual([
    { condition: 'QUERY', field: null, value: null, totalCount: 6 },
    { condition: 'QUERY', field: null, value: 'XYLOPHONE', totalCount: 1 },
  ]);
});
