import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { versionsOf } from '#test/support/datasets/versions.ts';
import { invalid } from '#test/support/http/rest-errors.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
const template = { title: 'A template', type: 'basic', is_active: true };

test('the graph finds and counts the values of active templates that are not for administrators', async () => {
  const change = (name: string, body: object) => admin.rest('PUT', `/metadata/templates/${name}/`, body);
  const schema = [
    { name: 'river', is_filter: true },
    { name: 'tags', type: 'list', is_filter: true },
    { name: 'note', type: 'html' },
  ];
  for (const [name, type] of [
    ['rivers', 'basic'],
    ['staff', 'admin'],
  ] as const)
    await admin.rest('POST', '/metadata/templates/', { ...template, name, type, schema });
  const valuesOf = (river: string, tags: string[], word: string) => ({
    river: { value: river },
    tags: { value: tags },
    note: { value: `<p>Near the <b>${word}</b></p>` },
  });
  await seedPublished(app, 'gauge-1', {
    metadata: { rivers: valuesOf('Rhine', ['old', 'a:b'], 'watermill'), staff: valuesOf('Secret', [], 'zanzibar') },
  });
  await seedPublished(app, 'gauge-2', { metadata: { rivers: valuesOf('Rhône', ['old'], 'lighthouse') } });
  const search = async (args: string, facets = '[{ field: "rivers.river" }, { field: "rivers.tags" }]') => {
    const { data, errors } = await app.unauthenticated.graph(
      `{ catalog(${args}) { totalCount suggestion nodes { datasetId } facets(facets: ${facets}) { name values { value count } } } }`,
    );
    if (errors) return errors[0]?.extensions.code;
    const nodes = data.catalog.nodes.map(({ datasetId }: { datasetId: string }) => datasetId);
    return { ...data.catalog, nodes };
  };
  const rhine = { name: 'rivers.river', values: [{ value: 'Rhine', count: 1 }] };
  expect(
    await search('refine: [{ field: "rivers.tags", value: "old" }], orderBy: [{ field: DATASET_ID }]'),
  ).toMatchObject({
    nodes: ['gauge-1', 'gauge-2'],
    facets: [
      { ...rhine, values: [...rhine.values, { value: 'Rhône', count: 1 }] },
      {
        name: 'rivers.tags',
        values: [
          { value: 'old', count: 2 },
          { value: 'a:b', count: 1 },
        ],
      },
    ],
  });
  expect(await search('refine: [{ field: "rivers.tags", value: "a:b" }]')).toMatchObject({
    totalCount: 1,
    nodes: ['gauge-1'],
    facets: [rhine, {}],
  });
  expect(await search('exclude: [{ field: "rivers.river", value: "Rhine" }], query: "lighthouse"')).toMatchObject({
    totalCount: 1,
    nodes: ['gauge-2'],
  });
  expect((await search('query: "watermill"', 'null')).facets).toContainEqual(rhine);
  expect(await search('query: "watermil b"')).toMatchObject({ nodes: ['gauge-1'], suggestion: 'watermill b' });

  const hidden = { totalCount: 0, nodes: [], suggestion: null };
  for (const word of ['zanzibar', 'zanzibat', 'Secret']) expect(await search(`query: "${word}"`)).toMatchObject(hidden);
  expect(await search('refine: [{ field: "staff.river", value: "Secret" }]')).toBe('INVALID_INPUT');
  await change('rivers', { type: 'admin' });
  expect(await search('query: "watermill"', '[]')).toMatchObject(hidden);
  await change('rivers', { type: 'basic', is_active: false });
  expect(await search('query: "watermill"', '[]')).toMatchObject(hidden);
  await change('rivers', { is_active: true, schema: schema.map((field) => ({ ...field, is_filter: false })) });
  expect(await search('query: "watermill"', '[]')).toMatchObject({ nodes: ['gauge-1'] });
  expect(await search('first: 1')).toBe('INVALID_INPUT');
  await change('rivers', { schema });
  expect((await search('first: 0')).facets).toHaveLength(2);
  const many = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, is_filter: true }));
  expect(await change('rivers', { schema: [...schema, ...many] })).toMatchObject(invalid('schema'));
});

test('the filters of templates are counted with their labels, and words in values are marked with the label of the field', async () => {
  const change = (body: object) => admin.rest('PUT', '/metadata/templates/lakes/', body);
  await admin.rest('POST', '/metadata/templates/', {
    ...{ ...template, name: 'lakes' },
    schema: [
      { name: 'depth', type: 'int', label: 'Depth in m', is_filter: true },
      {
        name: 'use',
        type: 'enumlist',
        label: 'Used for',
        is_filter: true,
        choices: ['swim', 'fish'],
        labels: { swim: { fr: 'baignade' } },
      },
      { name: 'note', type: 'html', label: 'Our note', i18n: true },
      { name: 'shape', type: 'geo_shape' },
    ],
  });
  const valuesOf = (use: string[], note: unknown) => ({
    depth: { value: 12 },
    use: { value: use },
    note: { value: note },
    shape: { value: { type: 'Point', coordinates: [7, 47] } },
  });
  await seedPublished(app, 'lake-1', {
    metadata: { lakes: valuesOf(['swim', 'fish'], { de: 'Kein <b>Kormoran</b> & Co' }) },
  });
  await seedPublished(app, 'lake-2', { metadata: { lakes: valuesOf(['fish'], 'Ein Kormoran') }, isRestricted: true });
  const search = async (args: string, fields: string) =>
    (await app.unauthenticated.data(`{ catalog(${args}) { ${fields} } }`)).catalog;
  const counted = 'name label values { value label labels count state }';
  const value = { labels: null, count: 1, state: 'displayed' };
  const depth = { name: 'lakes.depth', label: 'Depth in m', values: [{ ...value, value: '12', label: '12' }] };
  const use = {
    name: 'lakes.use',
    label: 'Used for',
    values: [
      { ...value, value: 'fish', label: 'fish' },
      { ...value, value: 'swim', label: 'swim', labels: { fr: 'baignade' } },
    ],
  };
  expect((await search('query: "kormoran"', `templateFacets { ${counted} }`)).templateFacets).toEqual([depth, use]);
  expect(
    (await search('query: "kormoran"', `templateFacets(first: 1, limit: 1) { ${counted} }`)).templateFacets,
  ).toEqual([depth]);
  // a facet that the search refines is there, so that it can be removed
  const refined = 'refine: [{ field: "lakes.use", value: "swim" }]';
  expect((await search(refined, 'templateFacets(first: 1) { name label }')).templateFacets).toEqual([
    { name: 'lakes.depth', label: 'Depth in m' },
    { name: 'lakes.use', label: 'Used for' },
  ]);
  expect((await search('first: 1', 'facets(facets: [{ field: "theme" }]) { label }')).facets).toEqual([]);
  const { errors } = await app.unauthenticated.graph('{ catalog { templateFacets(first: 101) { name } } }');
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { first: [expect.any(String)] } });

  const marked = async (query: string, client = app.unauthenticated) =>
    (
      await client.data(
        `{ catalog(query: "${query}", orderBy: [{ field: DATASET_ID }]) { edges { highlights { path label text } } } }`,
      )
    ).catalog.edges;
  const inGerman = {
    path: 'metadata.lakes.note.value.de',
    label: 'Our note',
    text: 'Kein <mark>Kormoran</mark> &amp; Co',
  };
  expect(await marked('kormoran')).toEqual([{ highlights: [inGerman] }]);
  expect(await marked('kormoran', admin)).toEqual([
    { highlights: [inGerman] },
    { highlights: [{ path: 'metadata.lakes.note.value', label: 'Our note', text: 'Ein <mark>Kormoran</mark>' }] },
  ]);
  expect(await marked('fish')).toEqual([
    { highlights: [{ path: 'metadata.lakes.use.value.1', label: 'Used for', text: '<mark>fish</mark>' }] },
  ]);
  await change({ type: 'admin' });
  expect(await marked('kormoran')).toEqual([]);
  expect(JSON.stringify(await search('first: 1', 'templateFacets { name }'))).not.toContain('lakes');
});

test('a version with values of a removed field is not restored, and says which; nor is a field removed that a deleted dataset has', async () => {
  const change = (schema: object[]) => admin.rest('PUT', '/metadata/templates/seasons/', { schema });
  const names = ['spring', 'summer', 'autumn'].map((name) => ({ name }));
  await admin.rest('POST', '/metadata/templates/', { ...template, name: 'seasons', schema: names });
  const values = { spring: { value: 'April' }, summer: { value: 'July' } };
  const uid = await seedDataset(admin, { title: 'Leaves', metadata: { seasons: values } });
  const path = `/datasets/${uid}/`;
  const [first] = await versionsOf(admin, uid);
  const restored = () => admin.rest('POST', `${path}versions/${first?.uid ?? ''}/restore/`);
  await admin.rest('PUT', `${path}metadata/seasons/`, {});
  expect((await change([{ name: 'spring', type: 'int' }])).status).toBe(200);
  expect((await versionsOf(admin, uid)).map(({ cannotRestoreReason }) => cannotRestoreReason)).toEqual([
    null,
    'The templates have no fields for the values of seasons.summer in this version.',
  ]);
  const refused = await restored();
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('seasons.summer')]);
  await change([{ name: 'spring', type: 'int' }, { name: 'summer' }]);
  expect((await restored()).body).toMatchObject({ detail: { 'metadata.seasons.spring': [expect.any(String)] } });
  expect((await admin.rest('GET', `${path}metadata/`)).body.seasons).toEqual({});
  await change(names);
  expect((await restored()).status).toBe(200);
  expect((await admin.rest('GET', `${path}metadata/seasons/`)).body).toEqual(values);

  expect((await admin.rest('DELETE', path)).status).toBe(204);
  const answer = await change([{ name: 'spring' }]);
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching(/summer.*deleted/)]);
  await admin.data('mutation ($uid: ID!) { restoreDataset(input: { uid: $uid }) { dataset { uid } } }', { uid });
  expect((await admin.rest('GET', `${path}metadata/seasons/`)).body).toEqual(values);
});
