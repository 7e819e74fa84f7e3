import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';

const app = await testApp({}, wholeSchema);
const { unauthenticated } = app;

const datasets: readonly (readonly [string, readonly string[], string, string])[] = [
  ['a', ['water', 'air'], 'City', '2024-02-29'],
  ['b', ['water'], 'City', '2024-02-01'],
  ['c', ['air', 'noise'], 'Canton', '2024-11-30'],
  ['d', [], 'Canton', '2023-05-05'],
];
for (const [id, keyword, publisher, modified] of datasets)
  await seedPublished(app, id, {
    described: { title: id, keyword, publisher, modified },
    themes: [`nature/${keyword[0] ?? 'none'}`],
    metadata: { dcat: { creator: { value: 'Ada' } } },
  });

const search = async (args: string, facets = '') =>
  (
    await unauthenticated.data(`{ catalog${args && `(${args})`} { totalCount nodes { datasetId } facets${facets && `(facets: [${facets}])`} { name
    values { value label count state children { value label count state children { value count state } } } } } }`)
  ).catalog;
const values = async (facet: string, args = '') =>
  (await search(args, facet)).facets[0]?.values.map(
    ({ value, count, state }: { value: string; count: number | null; state: string }) =>
      `${value} ${String(count)}${state === 'displayed' ? '' : ` ${state}`}`,
  );
const ids = async (args: string) => (await search(args)).nodes.map(({ datasetId }: { datasetId: string }) => datasetId);

test('all facets that have values come in the order of the catalog', async () => {
  const { facets } = await search('first: 0');
  expect(facets.map(({ name }: { name: string }) => name)).toEqual([
    'features',
    'theme',
    'keyword',
    'publisher',
    'modified',
    'dcat.creator',
  ]);
});

test('requested facets come in the order requested, the most frequent value first and ties by value', async () => {
  const { facets } = await search(
    'first: 0',
    '{ field: "default.publisher" }, { field: "keyword" }, { field: "creator" }',
  );
  expect(facets.map(({ name }: { name: string }) => name)).toEqual(['publisher', 'keyword', 'dcat.creator']);
  expect(await values('{ field: "keyword" }')).toEqual(['air 2', 'water 2', 'noise 1']);
  expect(await values('{ field: "keyword", sort: alphanum_desc }')).toEqual(['water 2', 'noise 1', 'air 2']);
  expect(await values('{ field: "keyword", sort: count, limit: 2 }')).toEqual(['noise 1', 'air 2']);
});

test('a disjunctive facet counts without its own refinement, a plain one counts what remains', async () => {
  const refine = 'refine: [{ field: "keyword", value: "noise" }, { field: "keyword", value: "water" }]';
  expect(await values('{ field: "keyword" }', refine)).toEqual(['air 2', 'water 2 refined', 'noise 1 refined']);
  expect(await ids(`${refine}, orderBy: { field: TITLE }`)).toEqual(['a', 'b', 'c']);
  expect(await values('{ field: "publisher" }', refine)).toEqual(['City 2', 'Canton 1']);
  const plain =
    'refine: [{ field: "keyword", value: "air", isDisjunctive: false }, { field: "keyword", value: "water" }]';
  expect(await values('{ field: "keyword" }', plain)).toEqual(['air 1 refined', 'water 1 refined']);
  expect(await search(plain)).toMatchObject({ totalCount: 1, nodes: [{ datasetId: 'a' }] });
  const refined = '{ field: "keyword", isDisjunctive: true }';
  expect(await values(refined, plain)).toEqual(['air 2 refined', 'water 2 refined', 'noise 1']);
});

test('an excluded value is listed without a count, and what has no value stays', async () => {
  const exclude = 'exclude: [{ field: "keyword", value: "water" }]';
  expect(await values('{ field: "keyword" }', exclude)).toEqual(['air 1', 'noise 1', 'water null excluded']);
  expect(await ids(`${exclude}, orderBy: { field: TITLE }`)).toEqual(['c', 'd']);
});

test('a refined value stays listed where nothing has it', async () => {
  const refine = 'refine: [{ field: "publisher", value: "Nobody" }]';
  expect(await values('{ field: "publisher" }', refine)).toEqual(['Nobody 0 refined']);
  expect((await search(refine)).totalCount).toBe(0);
});

test('dates have years, and below a refined one months and days', async () => {
  const year = { label: '2024', children: [] };
  const facet = '{ field: "modified" }';
  expect((await search('', facet)).facets[0].values).toMatchObject([
    { value: '2023', count: 1 },
    { value: '2024', count: 3, ...year },
  ]);
  expect((await search('refine: [{ field: "modified", value: "2024/2" }]', facet)).facets[0].values).toEqual([
    {
      value: '2024',
      label: '2024',
      count: 2,
      state: 'refined',
      children: [
        {
          value: '2024/02',
          label: '02',
          count: 2,
          state: 'refined',
          children: [
            { value: '2024/02/01', count: 1, state: 'displayed' },
            { value: '2024/02/29', count: 1, state: 'displayed' },
          ],
        },
      ],
    },
  ]);
});

test('a hierarchy shows its first level, and the next one below a refined value', async () => {
  const facet = '{ field: "theme", isHierarchical: true }';
  expect(await values(facet)).toEqual(['nature 4']);
  const { facets } = await search('refine: [{ field: "theme", value: "nature" }]', facet);
  expect(facets[0].values).toMatchObject([
    {
      value: 'nature',
      state: 'refined',
      children: [
        { value: 'nature/water', label: 'water', count: 2 },
        { value: 'nature/air', count: 1 },
        { value: 'nature/none', count: 1 },
      ],
    },
  ]);
});

test('a refined value of a path finds everything below it where the refinement names the separator', async () => {
  const refine = 'refine: [{ field: "theme", value: "nature", separator: "/" }]';
  expect((await search(refine)).totalCount).toBe(4);
  expect(await values('{ field: "theme" }', refine)).toEqual(['nature 4 refined']);
  expect((await search('refine: [{ field: "theme", value: "nature" }]')).totalCount).toBe(0);
});

test('a separator alone makes a facet hierarchical, unless the query says that it is not', async () => {
  expect(await values('{ field: "theme", separator: "/" }')).toEqual(['nature 4']);
  expect(await values('{ field: "theme", separator: "/", isHierarchical: false }')).toHaveLength(3);
});

test.each([
  ['filter: { keywords: ["noise", "water"] }', ['a', 'b', 'c']],
  ['filter: { publishers: ["City"], keywords: ["air"] }', ['a']],
  ['filter: { modifiedAt: { from: "2024-02-01T00:00:00Z", until: "2024-02-29T00:00:00Z" } }', ['b']],
  ['filter: { datasetIds: ["d", "a", "x"] }', ['a', 'd']],
  ['filter: { hasRecords: true }', []],
  ['filter: { features: ["analyze"], languages: null }', ['a', 'b', 'c', 'd']],
])('catalog(%s) finds %j', async (args, expected) => {
  expect(await ids(`${args}, orderBy: { field: TITLE }`)).toEqual(expected);
});

test.each([
  ['refine: [{ field: "nope", value: "x" }]', 'refine.0.field'],
  ['exclude: [{ field: "modified", value: "soon" }]', 'exclude.0.value'],
  ['first: 1001', 'first'],
  ['offset: -1', 'offset'],
  [`query: "${'a '.repeat(501)}"`, 'query'],
])('catalog(%s) is INVALID_INPUT at %s', async (args, path) => {
  const { errors } = await unauthenticated.graph(`{ catalog(${args}) { totalCount nodes { uid } } }`);
  expect(errors?.map(({ extensions }) => [extensions.code, Object.keys(extensions.fields ?? {})])).toEqual([
    ['INVALID_INPUT', [path]],
  ]);
});

test.each([
  ['{ field: "nope" }', 'facets.0.field'],
  ['{ field: "theme", limit: 0 }', 'facets.0.limit'],
  ['{ field: "theme", limit: 20001 }', 'facets.0.limit'],
])('facets(%s) are null with an error at %s, next to the datasets', async (facet, path) => {
  for (const args of ['', '(query: "a")']) {
    const { data, errors } = await unauthenticated.graph(
      `{ catalog${args} { totalCount facets(facets: [${facet}]) { name } } }`,
    );
    expect(data).toEqual({ catalog: { totalCount: expect.any(Number), facets: null } });
    expect(errors?.map(({ extensions }) => [extensions.code, Object.keys(extensions.fields ?? {})])).toEqual([
      ['INVALID_INPUT', [path]],
    ]);
  }
});

test('the facets of a search, which are counted in memory, are those that `catalogRows` counts in SQL', async () => {
  const refinements = fc.subarray(
    [
      'keyword:air',
      'keyword:water',
      'keyword:noise',
      'publisher:City',
      'modified:2024',
      'modified:2024/02',
      'theme:nature/air',
    ],
    { maxLength: 3 },
  );
  const parsed = (texts: readonly string[]) =>
    texts.map((text) => ({ field: text.slice(0, text.indexOf(':')), value: text.slice(text.indexOf(':') + 1) }));
  const values =
    '{ name values { value label count state children { value count state children { value count state } } } }';
  const names = ['features', 'theme', 'keyword', 'publisher', 'modified'];
  await fc.assert(
    fc.asyncProperty(refinements, refinements, async (refine, excluded) => {
      const exclude = excluded.filter((value) => !refine.includes(value));
      const answer = await unauthenticated.data(
        `query ($facets: [FacetInput!], $refine: [CatalogRefineInput!], $exclude: [CatalogRefineInput!], $odsql: OdsqlInput!) {
          catalog(refine: $refine, exclude: $exclude) { facets(facets: $facets) ${values} } catalogRows(odsql: $odsql) { facets ${values} } }`,
        {
          facets: names.map((field) => ({ field })),
          refine: parsed(refine),
          exclude: parsed(exclude),
          odsql: { facet: names, refine, exclude },
        },
      );
      expect(answer.catalog.facets).toEqual(answer.catalogRows.facets);
    }),
    { numRuns: 40 },
  );
});

test('case and accents of a theme do not matter, and its values are written as datasets write them', async () => {
  const refined = (value: string, more = '') => `refine: [{ field: "theme", value: ${JSON.stringify(value)}${more} }]`;
  for (const value of ['nature/water', 'NATURE/Water', 'Nàture/WATER']) {
    expect(await ids(refined(value))).toEqual(['a', 'b']);
    expect(await values('{ field: "theme" }', refined(value))).toEqual([
      'nature/water 2 refined',
      'nature/air 1',
      'nature/none 1',
    ]);
    expect(await ids(refined(value, ', isDisjunctive: false'))).toHaveLength(2);
    expect((await search(`exclude: [{ field: "theme", value: ${JSON.stringify(value)} }]`)).totalCount).toBe(2);
  }
  const tree = (await search(refined('NATURE', ', separator: "/"'), '{ field: "theme", separator: "/" }')).facets[0]
    .values;
  expect(tree).toMatchObject([{ value: 'nature', count: 4, state: 'refined', children: [{}, {}, {}] }]);
  expect(await ids(refined('none'))).toEqual([]);
  expect(await values('{ field: "keyword" }', 'refine: [{ field: "keyword", value: "WATER" }]')).toContain(
    'WATER 0 refined',
  );
});

test('a refined theme that only a restricted dataset has is listed as it was given', async () => {
  await seedPublished(app, 'hidden', { themes: ['Secret Weapons'], isRestricted: true });
  const refine = 'refine: [{ field: "theme", value: "secret weapons" }]';
  expect(await values('{ field: "theme" }', refine)).toContain('secret weapons 0 refined');
  const { catalog } = await app.admin.data(
    `{ catalog(${refine}) { totalCount facets(facets: [{ field: "theme" }]) { values { value state } } } }`,
  );
  expect(catalog.totalCount).toBe(1);
  expect(catalog.facets[0].values).toContainEqual({ value: 'Secret Weapons', state: 'refined' });
});

test('values of a facet are searched by their characters, in any case; refined ones stay', async () => {
  const containing = async (contains: string, args = '') =>
    (
      await unauthenticated.data(
        `query ($contains: String) { catalog${args} { facets(facets: [{ field: "keyword" }], contains: $contains) { values { value } } } }`,
        { contains },
      )
    ).catalog.facets.flatMap(({ values: of }: { values: { value: string }[] }) => of.map(({ value }) => value));
  expect(await containing('')).toEqual(['air', 'water', 'noise']);
  expect(await containing('Í')).toEqual(['air', 'noise']);
  expect(await containing('ater')).toEqual(['water']);
  expect(await containing('xyz')).toEqual([]);
  expect(await containing('xyz', '(refine: [{ field: "keyword", value: "air" }])')).toEqual(['air']);
  const { errors } = await unauthenticated.graph(`{ catalog { facets(contains: "${'x'.repeat(1001)}") { name } } }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { contains: [expect.any(String)] } });
});
