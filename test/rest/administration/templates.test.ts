import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

test('the templates of the portal are listed with their fields', async () => {
  const { status, body } = await admin.rest('GET', '/metadata/templates/?limit=4');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total_count: 10,
    previous: null,
    next: expect.stringContaining('/metadata/templates/?limit=4&offset=4'),
  });
  expect(body.results.map(({ name }: { name: string }) => name)).toEqual([
    'default',
    'visualization',
    'internal',
    'asset_content_configuration',
  ]);
  const [{ schema, ...own }] = body.results;
  expect(own).toEqual({
    name: 'default',
    title: 'Standard metadata',
    type: 'basic',
    is_active: true,
    is_always_active: true,
    is_system: true,
    created_by: null,
    updated_by: null,
  });
  expect(Object.keys(body.results[0])).toEqual([
    'name',
    'title',
    'type',
    'is_active',
    'is_always_active',
    'is_system',
    'schema',
    'created_by',
    'updated_by',
  ]);
  expect(schema.find(({ name }: { name: string }) => name === 'language')).toEqual({
    name: 'language',
    type: 'enum',
    label: 'Language',
    help_text: expect.any(String),
    is_hidden: false,
    choices: ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'],
    labels: null,
    requirement_level: 'optional',
    self_suggest: false,
    is_filter: false,
    i18n: false,
    suggest_url: null,
  });
  expect((await admin.rest('GET', '/metadata/templates')).body.results).toHaveLength(10);
});

test('templates are filtered by kind and by whether they are active', async () => {
  const names = async (query: string) =>
    (await admin.rest('GET', `/metadata/templates/?${query}`)).body.results.map(({ name }: { name: string }) => name);
  expect(await names('type=interop')).toEqual(['dcat', 'dcat_ap_ch', 'semantic', 'inspire']);
  expect(await names('type=extra&is_active=true')).toEqual(['visualization', 'asset_content_configuration', 'custom']);
  expect(await names('is_active=false')).toEqual([]);
  expect(await admin.rest('GET', '/metadata/templates/?type=large')).toMatchObject(invalid('type'));
  expect(await admin.rest('GET', '/metadata/templates/?is_active=perhaps')).toMatchObject(invalid('is_active'));
  expect(await admin.rest('GET', '/metadata/templates/?limit=-1')).toMatchObject(invalid('limit'));
});

test('one template and its fields are retrieved by name', async () => {
  const { body } = await admin.rest('GET', '/metadata/templates/visualization/');
  const fields = await admin.rest('GET', '/metadata/templates/visualization/fields/?limit=1000');
  expect(fields).toMatchObject({ status: 200, body: { total_count: body.schema.length, next: null, previous: null } });
  expect(fields.body.results).toEqual(body.schema);
  expect((await admin.rest('GET', '/metadata/templates/visualization/fields/?limit=1&offset=1')).body).toMatchObject({
    results: [body.schema[1]],
    next: expect.stringContaining('offset=2'),
    previous: expect.stringContaining('offset=0'),
  });
  expect(await admin.rest('GET', '/metadata/templates/default/fields/title/')).toMatchObject({
    status: 200,
    body: { name: 'title', requirement_level: 'recommended' },
  });
  for (const path of [
    'none/',
    'none/fields/',
    'none/fields/title/',
    'default/fields/none/',
    'default/fields/toString/',
  ]) {
    expect(await admin.rest('GET', `/metadata/templates/${path}`)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  }
});

test('templates are visible to callers who may configure a dataset', async () => {
  const reader = await seedUser(app, 'reader');
  for (const path of [
    '',
    '?limit=x',
    'default/',
    'default/fields/',
    'default/fields/?limit=x',
    'default/fields/title/',
    'none/',
  ]) {
    expect(await unauthenticated.rest('GET', `/metadata/templates/${path}`)).toMatchObject({
      status: 401,
      body: { error_code: 'unauthorized' },
    });
    expect(await reader.rest('GET', `/metadata/templates/${path}`)).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied' },
    });
  }
  await seedRuleset(app, await seedDataset(admin), { user: 'reader', permissions: ['edit_dataset'] });
  expect(await reader.rest('GET', '/metadata/templates/')).toMatchObject({ status: 200 });
  expect(await reader.rest('GET', '/metadata/templates/none/fields/?limit=x')).toMatchObject({ status: 404 });
});
