import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp();
const { admin } = app;
const dataset = await seedDataset(admin, { title: 'Wells' });
const metadata = (path: string) => `/datasets/${dataset}/metadata/${path}`;

const template = {
  name: 'water_quality',
  title: 'Water quality',
  type: 'basic',
  is_active: true,
  schema: [
    { name: 'operator' },
    { name: 'sampled', type: 'int' },
    {
      name: 'method',
      type: 'enumlist',
      label: 'Methods',
      help_text: 'How samples are taken.',
      choices: ['grab', 'composite'],
      labels: { grab: { fr: 'ponctuel' } },
      requirement_level: 'recommended',
    },
    { name: 'note', type: 'longstring', i18n: true },
    { name: 'lab', self_suggest: true, is_filter: true },
  ],
};
const defaults = {
  type: 'text',
  help_text: null,
  is_hidden: false,
  choices: null,
  labels: null,
  requirement_level: 'optional',
  self_suggest: false,
  is_filter: false,
  i18n: false,
  suggest_url: null,
};

test('a template is created with the defaults of its fields, and read like those of every portal', async () => {
  const { status, body } = await admin.rest('POST', '/metadata/templates/', template);
  expect([status, body]).toEqual([
    201,
    {
      ...template,
      is_always_active: false,
      is_system: false,
      schema: template.schema.map((field) => ({
        ...defaults,
        label: field.name,
        ...field,
        suggest_url:
          field.name === 'lab' ? '/api/automation/v1.0/metadata/templates/water_quality/fields/lab/suggest/' : null,
      })),
      created_at: expect.any(String),
      created_by: { username: 'admin' },
      updated_at: body.created_at,
      updated_by: { username: 'admin' },
    },
  ]);
  expect((await admin.rest('GET', '/metadata/templates/water_quality/')).body).toEqual(body);
  expect((await admin.rest('GET', '/metadata/templates/?type=basic&is_active=true')).body.results.at(-1)).toEqual(body);
  expect((await admin.rest('GET', '/metadata/templates/water_quality/fields/method/')).body).toEqual(body.schema[2]);
});

test('what no template can be is refused with the field that is wrong', async () => {
  const wrong = (change: object, ...fields: string[]) =>
    admin
      .rest('POST', '/metadata/templates/', { ...template, name: 'other', ...change })
      .then((answer) => expect(answer).toMatchObject(invalid(...fields)));
  const field = (change: object) => ({ schema: [{ name: 'a', ...change }] });
  await wrong({ type: 'extra' }, 'type');
  await wrong({ name: 'water_quality' }, 'name');
  await wrong({ name: 'default' }, 'name');
  await wrong({ name: 'Water', title: ' ' }, 'name', 'title');
  await wrong({ title: undefined }, 'title');
  await wrong({ schema: [{ name: 'a' }, { name: 'a' }] }, 'schema.1.name');
  await wrong({ schema: Array.from({ length: 201 }, (_, index) => ({ name: `f${index}` })) }, 'schema');
  await wrong(field({ type: 'large' }), 'schema.0.type');
  await wrong(field({ type: 'enum' }), 'schema.0.choices');
  await wrong(field({ type: 'int', choices: ['1'] }), 'schema.0.choices');
  await wrong(field({ type: 'enum', choices: ['a', 'a'] }), 'schema.0.choices');
  await wrong(field({ type: 'uri_enum', choices: ['no address'] }), 'schema.0.choices');
  await wrong(field({ type: 'enum', choices: ['a'], labels: { b: { en: 'B' } } }), 'schema.0.labels');
  await wrong(field({ type: 'enum', choices: ['a'], labels: { a: { english: 'A' } } }), 'schema.0.labels');
  await wrong(field({ type: 'int', i18n: true }), 'schema.0.i18n');
  await wrong(field({ requirement_level: 'large' }), 'schema.0.requirement_level');
});

test('the values of a dataset are checked by the template at once', async () => {
  expect(await admin.rest('GET', metadata('water_quality/'))).toMatchObject({ status: 200, body: {} });
  expect(await admin.rest('GET', metadata('other/'))).toMatchObject({ status: 404 });
  const values = {
    operator: { value: 'City' },
    sampled: { value: 12 },
    method: { value: ['grab'] },
    note: { value: { en: 'Clear', fr: 'Claire' } },
    lab: { value: 'Éau Lab' },
  };
  const answer = await admin.rest('PUT', metadata('water_quality/'), values);
  expect([answer.status, answer.body]).toEqual([200, values]);
  expect((await admin.rest('GET', metadata(''))).body.water_quality).toEqual(values);
  expect((await admin.rest('PUT', metadata('water_quality/note/'), { value: 'Clear' })).body).toEqual({
    value: 'Clear',
  });
  for (const [name, value] of [
    ['operator', 1],
    ['sampled', 1.5],
    ['method', ['grab', 'other']],
    ['method', 'grab'],
    ['note', { english: 'Clear' }],
    ['unknown', 'a'],
  ] as const)
    expect([name, await admin.rest('PUT', metadata(`water_quality/${name}/`), { value })]).toMatchObject([
      name,
      invalid('value'),
    ]);
  expect(await admin.rest('PUT', metadata('water_quality/'), { unknown: { value: 'a' } })).toMatchObject(
    invalid('unknown'),
  );
  const created = await admin.rest('POST', '/datasets/', {
    dataset_id: 'springs',
    metadata: { default: {}, water_quality: { lab: { value: 'Second lab' }, sampled: { value: 'many' } } },
  });
  expect(created).toMatchObject(invalid('metadata.water_quality.sampled'));
  const { dataset: typed } = await admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { metadataFields(template: "water_quality") { field type value } } }',
    { uid: dataset },
  );
  expect(typed.metadataFields).toContainEqual({ field: 'method', type: 'enumlist', value: ['grab'] });
});

test('values are suggested: choices, and what datasets have that the caller may read', async () => {
  const suggest = (field: string, query: string, client = admin) =>
    client.rest('GET', `/metadata/templates/water_quality/fields/${field}/suggest/?${query}`);
  const hidden = await seedDataset(admin, {
    title: 'Hidden',
    metadata: { water_quality: { lab: { value: 'Lab of eau' } } },
  });
  expect(hidden).toBeTruthy();
  const { status, body } = await suggest('lab', 'query=EAU&count=5');
  expect([status, body]).toEqual([
    200,
    {
      hits: ['Éau Lab', 'Lab of eau'],
      nb_hits: 2,
      page: 0,
      hits_per_page: 5,
      exhaustive_nb_hits: true,
      exhaustive_typo: true,
      exhaustive: { nb_hits: true, typo: true },
      query: 'EAU',
      params: 'query=EAU&count=5',
      processing_time_ms: expect.any(Number),
    },
  ]);
  expect((await suggest('method', 'query=o')).body).toMatchObject({ hits: ['composite'], hits_per_page: 20 });
  expect((await suggest('operator', 'query=City')).body).toMatchObject({ hits: [], nb_hits: 0 });
  const creator = await seedUser(app, 'creator', { permissions: ['create_dataset'] });
  expect((await suggest('lab', 'query=eau', creator)).body.hits).toEqual([]);
  expect(await suggest('lab', '')).toMatchObject(invalid('query'));
  expect(await suggest('lab', 'query=')).toMatchObject(invalid('query'));
  for (const count of ['0', '101', 'many'])
    expect(await suggest('lab', `query=a&count=${count}`)).toMatchObject(invalid('count'));
  expect(await suggest('unknown', 'query=a')).toMatchObject({ status: 404 });
});

test('a change keeps what it leaves out; a field with a value can be neither removed nor made another kind', async () => {
  const change = (body: object, name = 'water_quality') => admin.rest('PUT', `/metadata/templates/${name}/`, body);
  const { body: before } = await admin.rest('GET', '/metadata/templates/water_quality/');
  const changed = await change({ ...before, title: 'Quality of water' });
  expect([changed.status, changed.body]).toEqual([
    200,
    { ...before, title: 'Quality of water', updated_at: expect.any(String) },
  ]);
  expect((await change({ is_active: false })).body).toMatchObject({ is_active: false, title: 'Quality of water' });
  expect((await admin.rest('GET', '/metadata/templates/?is_active=false')).body.total_count).toBe(1);
  expect((await admin.rest('GET', metadata(''))).body.water_quality.lab).toEqual({ value: 'Éau Lab' });
  expect((await change({ is_active: true })).status).toBe(200);
  expect(await change({ name: 'other' })).toMatchObject(invalid('name'));
  expect(await change({ type: 'interop' })).toMatchObject(invalid('type'));
  expect(await change({ title: null })).toMatchObject(invalid('title'));
  const without = (name: string) => template.schema.filter((field) => field.name !== name);
  expect(await change({ schema: without('lab') })).toMatchObject(invalid('schema'));
  expect(await change({ schema: [...without('lab'), { name: 'lab', type: 'int' }] })).toMatchObject(invalid('schema'));
  expect(await admin.rest('DELETE', '/metadata/templates/water_quality/')).toMatchObject(invalid('name'));
  await admin.rest('PUT', metadata('water_quality/operator/'), { value: null });
  expect((await change({ schema: without('operator') })).status).toBe(200);
  expect((await admin.rest('GET', metadata('water_quality/'))).body.operator).toBeUndefined();
  expect(await change({ is_active: true }, 'none')).toMatchObject({ status: 404 });
});

test('the catalog shows, finds, filters and exports the values, of active templates that are not for administrators', async () => {
  const fields = (name: string) => [
    { name: 'lab', is_filter: true },
    { name: 'depth', type: 'int' },
    { name: 'tags', type: 'list', is_filter: true },
    { name: 'note', i18n: true },
    { name: `${name}_only` },
  ];
  for (const [name, type] of [
    ['catalogued', 'basic'],
    ['confidential', 'admin'],
  ] as const)
    await admin.rest('POST', '/metadata/templates/', {
      ...template,
      name,
      type,
      schema: fields(name),
    });
  const values = {
    lab: { value: 'North' },
    depth: { value: 12 },
    tags: { value: ['a', 'b'] },
    note: { value: { fr: 'Claire' } },
  };
  await seedPublished(app, 'deep-wells', { metadata: { catalogued: values, confidential: values } });
  await seedPublished(app, 'shallow-wells', {
    metadata: { catalogued: { lab: { value: 'South' }, depth: { value: 3 } } },
  });
  const explore = app.unauthenticated.restAt('/api/explore/v2.1');
  const metas = async () => (await explore('GET', '/catalog/datasets/deep-wells')).body.metas;
  const found = async (query: string) => {
    const { status, body } = await explore('GET', `/catalog/datasets?${query}`);
    return status === 200 ? body.results.map(({ dataset_id }: { dataset_id: string }) => dataset_id) : body.error_code;
  };
  const shown = await metas();
  expect(shown.catalogued).toEqual({
    lab: 'North',
    depth: 12,
    tags: ['a', 'b'],
    note: { fr: 'Claire' },
    catalogued_only: null,
  });
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(['default', 'dcat', 'catalogued']));
  expect(shown.confidential).toBeUndefined();
  expect(await found('where=catalogued.depth > 5')).toEqual(['deep-wells']);
  expect(await found('refine=catalogued.lab:South')).toEqual(['shallow-wells']);
  expect(await found('where=catalogued.note = "Claire"')).toEqual(['deep-wells']);
  expect(await found('where=confidential.lab = "North"')).toBe('ODSQLError');
  const facets = async () =>
    (await explore('GET', '/catalog/facets')).body.facets.map(({ name }: { name: string }) => name);
  expect(await facets()).toEqual(expect.arrayContaining(['catalogued.lab', 'catalogued.tags']));
  const csv = await app.http.inject('/api/explore/v2.1/catalog/exports/csv');
  expect(csv.body.split('\n')[0]).toContain('catalogued.lab');
  expect(csv.body).not.toContain('confidential');
  const { catalogDataset } = await app.unauthenticated.data(
    '{ catalogDataset(by: { datasetId: "deep-wells" }) { metadata metadataFields { template field type } } }',
  );
  expect(catalogDataset.metadata.catalogued.depth).toEqual({ value: 12 });
  expect(catalogDataset.metadataFields).toContainEqual({ template: 'catalogued', field: 'depth', type: 'int' });
  expect(JSON.stringify(catalogDataset)).not.toContain('confidential');

  await admin.rest('PUT', '/metadata/templates/catalogued/', { is_active: false });
  expect((await metas()).catalogued).toBeUndefined();
  expect(await found('where=catalogued.depth > 5')).toBe('ODSQLError');
  expect(await facets()).not.toContain('catalogued.lab');
  await admin.rest('PUT', '/metadata/templates/catalogued/', { is_active: true });
  expect((await metas()).catalogued).toEqual(shown.catalogued);
});

test('a template of every portal is activated and deactivated, no more', async () => {
  const change = (name: string, body: object) => admin.rest('PUT', `/metadata/templates/${name}/`, body);
  const { body: dcat } = await admin.rest('GET', '/metadata/templates/dcat/');
  expect((await change('dcat', { ...dcat, is_active: false })).body).toMatchObject({
    ...dcat,
    is_active: false,
    updated_by: { username: 'admin' },
  });
  expect(await change('dcat', { is_active: true, title: 'Other' })).toMatchObject(invalid('title'));
  expect(await change('dcat', { schema: [] })).toMatchObject(invalid('schema'));
  expect((await change('dcat', { is_active: true })).body).toMatchObject({ is_active: true });
  expect(await change('default', { is_active: false })).toMatchObject(invalid('is_active'));
  expect(await admin.rest('DELETE', '/metadata/templates/dcat/')).toMatchObject(invalid('name'));
});

test('a template without values is deleted; who is no administrator changes none', async () => {
  const editor = await seedUser(app, 'editor', { permissions: ['edit_dataset'] });
  for (const [method, path] of [
    ['POST', '/metadata/templates/'],
    ['PUT', '/metadata/templates/water_quality/'],
    ['DELETE', '/metadata/templates/water_quality/'],
  ] as const)
    expect((await editor.rest(method, path, {})).status).toBe(403);
  await admin.rest('POST', '/metadata/templates/', { ...template, name: 'short-lived' });
  await admin.rest('PUT', metadata('short-lived/'), { lab: { value: null } });
  expect((await admin.rest('DELETE', '/metadata/templates/short-lived/')).status).toBe(204);
  expect((await admin.rest('DELETE', '/metadata/templates/short-lived/')).status).toBe(404);
  expect((await admin.rest('GET', metadata(''))).body['short-lived']).toBeUndefined();
  expect(await admin.rest('PUT', metadata('short-lived/'), {})).toMatchObject({ status: 404 });
});
