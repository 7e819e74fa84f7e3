import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';

const app = await testApp({}, wholeSchema);
const { unauthenticated, admin } = app;

await seedPublished(app, 'a', {
  described: { title: 'Rivers', keyword: ['water', 'length'], publisher: 'City', modified: '2024-01-01' },
  themes: ['nature'],
  fields: [{ name: 'place', type: 'geo_point_2d' }],
  metadata: { custom: { owner: { value: 'Ada' } }, visualization: { calendar_enabled: { value: true } } },
});
await seedPublished(app, 'b', {
  described: {
    title: 'Lakes',
    description: '<p>Rivers end here</p>',
    keyword: ['water'],
    publisher: 'Canton',
    modified: '2024-02-01',
  },
});
await seedPublished(app, 'c', {
  described: { title: 'Roads', publisher: 'City', modified: '2023-03-01' },
  fields: [
    { name: 'secret', label: 'Rivers crossed' },
    { name: 'km', label: 'Length' },
  ],
  defaultSecurity: { visibleFields: ['km'] },
});
await seedPublished(app, 'restricted', {
  described: { title: 'Rivers hidden', modified: '2025-01-01' },
  isRestricted: true,
});

const rows = async (odsql: object, client = unauthenticated) =>
  (await client.data('query ($odsql: OdsqlInput!) { catalogRows(odsql: $odsql) { totalCount results } }', { odsql }))
    .catalogRows;
const ids = async (odsql: object, client = unauthenticated) =>
  (await rows({ select: 'dataset_id', ...odsql }, client)).results.map(
    ({ dataset_id: id }: { dataset_id: string }) => id,
  );

test.each([
  [{}, ['b', 'a', 'c']],
  [{ where: ["features='geo'"] }, ['a']],
  [{ where: ['"rivers"'], orderBy: 'dataset_id' }, ['a', 'b']],
  [{ where: ['"rivers" and "km"'], orderBy: 'dataset_id' }, []],
  [{ where: ['"roads km"'] }, ['c']],
  [{ where: ['search("rivars lak")'] }, ['b']],
  [{ where: ['suggest(title, "riv")'] }, ['a']],
  [{ where: ['keyword = "water"', 'publisher in ("City")'] }, ['a']],
  [{ where: ['default.title like "lake*"'] }, ['b']],
  [{ where: ["modified >= date'2024'"], orderBy: 'modified' }, ['a', 'b']],
  [{ where: ['custom.owner = "Ada"'] }, ['a']],
  [{ where: ['theme is null'], orderBy: '-dataset_id' }, ['c', 'b']],
  [{ refine: ['keyword:water'], exclude: ['publisher:City'] }, ['b']],
  [{ refine: ['modified:2024/1'] }, ['a']],
  [{ orderBy: 'title', limit: 2, offset: 1 }, ['a', 'c']],
])('catalogRows(%j) finds %j', async (odsql, expected) => {
  expect(await ids(odsql)).toEqual(expected);
});

test('rows with words come by the relevance of `catalog`: a title before a keyword before a description', async () => {
  await seedPublished(app, 'kept', { described: { title: 'Archive', keyword: ['rivers'], modified: '2020-01-01' } });
  const { catalog } = await unauthenticated.data('{ catalog(query: "rivers ") { nodes { datasetId } } }');
  expect(catalog.nodes.map(({ datasetId }: { datasetId: string }) => datasetId)).toEqual(['a', 'kept', 'b']);
  expect(await ids({ where: ['"rivers"'] })).toEqual(['a', 'kept', 'b']);
  await app.services.db.rows(sql`update dataset set is_published = false where dataset_id = 'kept'`);
  await fillEntries(app.services);
});

test('rows have the selected keys as they are written, null when empty', async () => {
  const select = 'dataset_id, default.title, title as t, keyword, custom.owner, has_records, records_count, theme';
  expect(await rows({ select, where: ['dataset_id = "a"'] })).toEqual({
    totalCount: 1,
    results: [
      {
        dataset_id: 'a',
        'default.title': 'Rivers',
        t: 'Rivers',
        keyword: ['water', 'length'],
        'custom.owner': 'Ada',
        has_records: 'false',
        records_count: null,
        theme: ['nature'],
      },
    ],
  });
});

test('groups count datasets that the caller may see', async () => {
  const query = { groupBy: 'publisher', select: 'count(*) as n', orderBy: 'n desc, publisher' };
  expect(await rows(query)).toEqual({
    totalCount: null,
    results: [
      { publisher: 'City', n: 2 },
      { publisher: 'Canton', n: 1 },
    ],
  });
  expect((await rows(query, admin)).results).toContainEqual({ publisher: null, n: 1 });
  expect((await rows({ groupBy: 'year(modified) as y' })).results).toEqual([{ y: 2023 }, { y: 2024 }]);
});

test('every field can be selected, and no hidden template', async () => {
  const { results } = await rows({ limit: 1 });
  expect(Object.keys(results[0])).toEqual(
    expect.arrayContaining([
      'dataset_id',
      'features',
      'title',
      'modified',
      'dcat.creator',
      'visualization.calendar_enabled',
    ]),
  );
  expect(Object.keys(results[0]).filter((name) => /^(internal|admin)/.test(name))).toEqual([]);
});

test('facets come in the order of the catalog when they have values; a disjunctive one counts without its own refinement', async () => {
  const facets = async (odsql: object) =>
    (
      await unauthenticated.data(
        'query ($odsql: OdsqlInput!) { catalogRows(odsql: $odsql) { facets { name values { value count state } } } }',
        { odsql },
      )
    ).catalogRows.facets;
  expect((await facets({})).map(({ name }: { name: string }) => name)).toEqual([
    'features',
    'theme',
    'keyword',
    'publisher',
    'modified',
  ]);
  expect(await facets({ refine: ['keyword:length'], facet: ['keyword', 'publisher'] })).toEqual([
    {
      name: 'keyword',
      values: [
        { value: 'water', count: 2, state: 'displayed' },
        { value: 'length', count: 1, state: 'refined' },
      ],
    },
    { name: 'publisher', values: [{ value: 'City', count: 1, state: 'displayed' }] },
  ]);
});

test.each([
  [{ where: ['nope = 1'] }, 'ODSQL_ERROR'],
  [{ where: ['internal.draft = "true"'] }, 'ODSQL_ERROR'],
  [{ where: ['admin.x = "a"'] }, 'ODSQL_ERROR'],
  [{ where: ['title =='] }, 'ODSQL_SYNTAX_ERROR'],
  [{ where: ['modified = "2024"'] }, 'INCOMPATIBLE_TYPES'],
  [{ facet: ['nope'] }, 'ODSQL_ERROR'],
  [{ refine: ['nope:1'] }, 'ODSQL_ERROR'],
  [{ limit: 101 }, 'INVALID_INPUT'],
  [{ offset: 9_999 }, 'INVALID_INPUT'],
  [{ timezone: '+02:00' }, 'INVALID_INPUT'],
])('catalogRows(%j) fails %s', async (odsql, code) => {
  const { errors } = await unauthenticated.graph(
    'query ($odsql: OdsqlInput!) { catalogRows(odsql: $odsql) { totalCount results facets { name } } }',
    { odsql },
  );
  expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set([code]));
});
