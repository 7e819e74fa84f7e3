import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import type { Client } from '#test/support/client.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

await seedPublished(app, 'by-title', { described: { title: 'Rivers of Genève', modified: '2024-01-01' } });
await seedPublished(app, 'by-keyword', {
  described: { title: 'Waters', keyword: ['rivers', 'lakes'], modified: '2024-02-01' },
});
await seedPublished(app, 'by-theme', { described: { title: 'Nature', modified: '2024-03-01' }, themes: ['rivers'] });
await seedPublished(app, 'by-publisher', {
  described: { title: 'Ships', publisher: 'Rivers Office', modified: '2024-04-01' },
});
await seedPublished(app, 'rivers', { described: { title: 'By identifier', modified: '2024-05-01' } });
await seedPublished(app, 'by-description', {
  described: {
    title: 'Floods',
    description: '<p class="lakes">What <b>rivers</b> &amp; storms do</p>',
    modified: '2024-06-01',
  },
});
await seedPublished(app, 'by-field', {
  described: { title: 'Bridges', modified: '2024-07-01' },
  fields: [{ name: 'span', label: 'Rivers crossed' }, { name: 'cost' }],
});
await seedPublished(app, 'hidden-field', {
  described: { title: 'Dams', modified: '2024-08-01' },
  fields: [{ name: 'secret', label: 'Rivers secretly dammed', type: 'geo_shape' }, { name: 'height' }],
  defaultSecurity: { visibleFields: ['height'] },
});
const restricted = await seedPublished(app, 'restricted', {
  described: { title: 'Restricted rivers', publisher: 'Army', modified: '2024-09-01' },
  isRestricted: true,
});

const found = async (client: Client, args: string): Promise<string[]> =>
  (await client.data(`{ catalog(${args}) { nodes { datasetId } } }`)).catalog.nodes.map(
    ({ datasetId }: { datasetId: string }) => datasetId,
  );

test('words are found in the order of their places: title, keyword, theme, publisher, identifier, description, fields', async () => {
  const all = ['by-title', 'by-keyword', 'by-theme', 'by-publisher', 'rivers', 'by-description', 'by-field'];
  expect(await found(unauthenticated, 'query: "rivers"')).toEqual(all);
  expect(await found(unauthenticated, 'query: "rivers", first: 3, offset: 2')).toEqual(all.slice(2, 5));
});

test.each([
  ['case and accents do not matter', 'RIVERS geneve', ['by-title']],
  ['all words must be there, wherever they are', 'lakes rivers', ['by-keyword']],
  ['the last word is a prefix', 'rivers gen', ['by-title']],
  ['the other words are not', 'gen rivers', []],
  ['a word with three letters may have one typing error', 'revers geneve', ['by-title']],
  ['one with six letters two', 'revels geneve', ['by-title']],
  ['but not three', 'revelz geneve', []],
  ['so may the last one when it is long', 'genevee', ['by-title']],
  ['markup of a description is no word', 'class', []],
  ['nor are its entities', 'amp', []],
  ['words that nothing has find nothing', 'nothing', []],
  ['signs separate words', "rivers' & (geneve)!:*", ['by-title']],
])('%s', async (_rule, query, expected) => {
  expect(await found(unauthenticated, `query: ${JSON.stringify(query)}`)).toEqual(expected);
});

test('without words all datasets that the caller may see are found, the last modified first', async () => {
  const all = [
    'hidden-field',
    'by-field',
    'by-description',
    'rivers',
    'by-publisher',
    'by-theme',
    'by-keyword',
    'by-title',
  ];
  expect(await found(unauthenticated, 'query: " "')).toEqual(all);
  expect(await found(admin, 'orderBy: { field: RELEVANCE }')).toEqual(['restricted', ...all]);
});

test('a restricted dataset is not in the result, the count or the facets of callers who may not see it', async () => {
  const reader = await seedUser(app, 'reader');
  const query =
    '{ catalog(query: "rivers") { totalCount facets(facets: [{ field: "publisher" }]) { values { value } } } }';
  const open = { totalCount: 7, facets: [{ values: [{ value: 'Rivers Office' }] }] };
  expect((await unauthenticated.data(query)).catalog).toEqual(open);
  expect((await reader.data(query)).catalog).toEqual(open);
  await seedRuleset(app, restricted, { user: 'reader', permissions: ['explore_restricted_dataset'] });
  expect((await reader.data(query)).catalog).toEqual({
    totalCount: 8,
    facets: [{ values: [{ value: 'Army' }, { value: 'Rivers Office' }] }],
  });
  expect(await found(reader, 'query: "restricted rivers"')).toEqual(['restricted']);
});

test('a hidden field is not found by its name or label, and gives no feature', async () => {
  expect(await found(unauthenticated, 'query: "dammed"')).toEqual([]);
  expect(await found(unauthenticated, 'query: "dams dammed"')).toEqual([]);
  expect(await found(unauthenticated, 'query: "dams height"')).toEqual(['hidden-field']);
  expect(await found(unauthenticated, 'filter: { features: ["geo"] }')).toEqual([]);
  expect(await found(admin, 'query: "dams dammed", filter: { features: ["geo"] }')).toEqual(['hidden-field']);
});

test('a ruleset decides which fields its holder finds, instead of the default security', async () => {
  const uid = await seedPublished(app, 'narrowed', {
    described: { title: 'Narrowed', modified: '2001-01-01' },
    fields: [{ name: 'wide' }, { name: 'narrow' }],
  });
  const narrow = await seedUser(app, 'narrow');
  await seedRuleset(app, uid, { user: 'narrow', security: { visibleFields: ['narrow'] } });
  expect(await found(unauthenticated, 'query: "narrowed wide"')).toEqual(['narrowed']);
  expect(await found(narrow, 'query: "narrowed wide"')).toEqual([]);
  expect(await found(narrow, 'query: "narrowed narrow"')).toEqual(['narrowed']);
});

test('highlights are the texts with the found words marked, and everything else escaped', async () => {
  const { catalog } = await unauthenticated.data(
    '{ catalog(query: "storms rivers") { edges { score node { datasetId title } highlights { path text } } } }',
  );
  expect(catalog.edges).toEqual([
    {
      score: expect.any(Number),
      node: { datasetId: 'by-description', title: 'Floods' },
      highlights: [{ path: 'description', text: 'What <mark>rivers</mark> &amp;amp; <mark>storms</mark> do' }],
    },
  ]);
});

const orders = ['RELEVANCE', 'MODIFIED_AT', 'DATA_PROCESSED_AT', 'TITLE', 'DATASET_ID'].flatMap((field) => [
  `{ field: ${field} }`,
  `{ field: ${field}, direction: ASC }`,
  `{ field: ${field}, direction: DESC }`,
]);

test.each(orders)(
  'cursors lead through a search in the order %s once, without a gap, from both ends',
  async (order) => {
    for (const query of ['', 'rivers']) {
      const all = await found(admin, `query: "${query}", orderBy: ${order}`);
      expect(all.length).toBeGreaterThan(7);
      const walk = async (isFromEnd: boolean): Promise<string[]> => {
        const ids: string[] = [];
        for (let cursor: string | null = null; ;) {
          const { catalog }: { catalog: ReturnType<typeof JSON.parse> } = await admin.data(
            `query ($query: String, $cursor: String) {
            catalog(query: $query, orderBy: ${order}, ${isFromEnd ? 'first: null, last: 2, before' : 'first: 2, after'}: $cursor) {
              nodes { datasetId } edges { node { datasetId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
            { query, cursor },
          );
          const { pageInfo, nodes, edges } = catalog;
          expect(edges.map(({ node }: { node: object }) => node)).toEqual(nodes);
          expect(isFromEnd ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null);
          const read = nodes.map(({ datasetId }: { datasetId: string }) => datasetId);
          if (isFromEnd) ids.unshift(...read);
          else ids.push(...read);
          if (!(isFromEnd ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return ids;
          cursor = isFromEnd ? pageInfo.startCursor : pageInfo.endCursor;
        }
      };
      expect(await walk(false)).toEqual(all);
      expect(await walk(true)).toEqual(all);
      const { catalog } = await admin.data(
        `query ($query: String) { catalog(query: $query, orderBy: ${order}) { edges { cursor } } }`,
        { query },
      );
      const between = `after: "${catalog.edges[1].cursor}", before: "${catalog.edges[6].cursor}"`;
      expect(await found(admin, `query: "${query}", orderBy: ${order}, ${between}`)).toEqual(all.slice(2, 6));
      expect(await found(admin, `query: "${query}", orderBy: ${order}, ${between}, last: 2, offset: 1`)).toEqual(
        all.slice(3, 5),
      );
    }
  },
);

test('the best match and the smallest value come first, unless the direction is the opposite', async () => {
  const both = async (field: string, query: string) => [
    await found(admin, `query: "${query}", orderBy: { field: ${field} }`),
    await found(admin, `query: "${query}", orderBy: { field: ${field}, direction: DESC }`),
  ];
  for (const query of ['', 'rivers']) {
    const [best = [], worst] = await both('RELEVANCE', query);
    expect(best).toEqual(await found(admin, `query: "${query}"`));
    expect(worst?.[0]).not.toBe(best[0]);
    const [ids = [], reversed] = await both('DATASET_ID', query);
    expect([ids, reversed]).toEqual([ids.toSorted(), ids.toSorted().toReversed()]);
  }
});

test('a cursor of another order is refused, and so is an order by several fields', async () => {
  const { catalog } = await unauthenticated.data('{ catalog(orderBy: { field: TITLE }) { pageInfo { endCursor } } }');
  const refuse = async (field: string, after: string) =>
    (
      await unauthenticated.graph(
        `{ catalog(orderBy: { field: ${field} }, after: ${JSON.stringify(after)}) { totalCount nodes { uid } } }`,
      )
    ).errors?.[0]?.extensions;
  const refused = { code: 'INVALID_INPUT', fields: { after: [expect.stringContaining('not a cursor')] } };
  expect(await refuse('MODIFIED_AT', catalog.pageInfo.endCursor)).toMatchObject(refused);
  expect(await refuse('TITLE', 'x')).toMatchObject(refused);
  const odd = Buffer.from('["MODIFIED_AT DESC","2024-02-31 00:00:00+00","x"]').toString('base64url');
  expect(await refuse('MODIFIED_AT', odd)).toMatchObject(refused);
  const several = await unauthenticated.graph(
    '{ catalog(orderBy: [{ field: TITLE }, { field: TITLE }]) { totalCount } }',
  );
  expect(several.errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { orderBy: [expect.any(String)] },
  });
});

test('the list of all datasets has no scores and no highlights, and has facets', async () => {
  const list = 'totalCount nodes { datasetId }';
  const { plain, counted } = await unauthenticated.data(
    `{ plain: catalog { ${list} } counted: catalog { ${list} edges { score highlights { path } } facets(facets: [{ field: "publisher" }]) { name values { value count } } } }`,
  );
  expect(counted).toMatchObject(plain);
  expect(counted.edges[0]).toEqual({ score: null, highlights: [] });
  expect(counted.facets).toEqual([{ name: 'publisher', values: [{ value: 'Rivers Office', count: 1 }] }]);
});
