import { describe, expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '../support/app.ts';
import { sql } from '#kernel/sql.ts';
import { seedDataset } from '../support/seed.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp({}, wholeSchema);
const { admin } = app;
const { agree: agreeFor } = await planAndResolvers(app);
const agree = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  agreeFor(callers.administrator, { query, variables });
const codeOf = async (query: string, variables: object = {}) =>
  (await admin.graph(query, variables)).errors?.[0]?.extensions.code;
const base64 = (text: string) => Buffer.from(text).toString('base64url');

const facets = [{ field_name: 'city', disjunctive: true, timerange_filter: false }];
const uid = await seedDataset(admin, {
  datasetId: 'one',
  metadata: { asset_content_configuration: { facets: { value: facets } } },
});
await seedDataset(admin);
await admin.data('mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }', {
  input: { datasetUid: uid, type: 'string_replace', params: { field: 'a', old: 'b', new: 'c' } },
});

describe('response keys', () => {
  test.each([
    'z',
    'n',
    't',
    'a1',
    'page',
    'at',
    'cursor',
    'item0',
    'chosen',
    'place',
    'value',
    '__proto__',
    'constructor',
  ])('may be %s, whatever a statement calls its parts', async (key) => {
    expect(
      await agree(`{
      ${key}: datasets(offset: 1) { ${key}: nodes { ${key}: uid } }
      b: datasets { edges { ${key}: cursor node { createdBy { ${key}: username } } } pageInfo { ${key}: endCursor } }
    }`),
    ).toBe('planned');
    expect(
      await agree(
        `{ datasets { nodes { ${key}: processors { ${key}: nodes { ${key}: params } ${key}2: totalCount } } } }`,
      ),
    ).toBe('planned');
    expect(
      await agree(
        `{ datasets { nodes { defaultSecurity { ${key}: filterQuery } ${key}: metadataField(template: "default", field: "title") { value } } } }`,
      ),
    ).toBe('planned');
  });

  test('response keys longer than an identifier of PostgreSQL are answered by resolvers', async () => {
    const long = 'l'.repeat(63);
    expect(await agree(`{ datasets { nodes { ${long}: uid } } }`)).toBe('planned');
    expect(await agree(`{ datasets { nodes { ${long}a: uid ${long}b: datasetId } } }`)).toBe('resolved');
    expect(
      (await admin.data(`{ dataset(by: { datasetId: "one" }) { ${long}a: uid ${long}b: datasetId } }`)).dataset,
    ).toEqual({
      [`${long}a`]: uid,
      [`${long}b`]: 'one',
    });
  });
});

test('a page with an offset has only rows of its own parent, where other parents have rows of the same name', async () => {
  await app.services.db.rows(sql`insert into blob (key) values ('content')`);
  await app.services.db.rows(sql`
    insert into resource_file (dataset_uid, uid, blob_key, bytes, created_at)
    select d.uid, name, 'content', 1, now() from dataset d, unnest(array['a.csv', 'b.csv']) name`);
  const files = (page: string) =>
    `{ dataset(by: { datasetId: "one" }) { resourceFiles(${page}) { totalCount nodes { uid } pageInfo { hasNextPage } } } }`;
  expect(await agree(files('offset: 1'))).toBe('planned');
  expect((await admin.data(files('offset: 1'))).dataset.resourceFiles).toEqual({
    totalCount: 2,
    nodes: [{ uid: 'b.csv' }],
    pageInfo: { hasNextPage: false },
  });
});

describe('computed fields', () => {
  test('a computed field has the name of the graph where the property has another name', async () => {
    const query =
      '{ dataset(by: { datasetId: "one" }) { standardMetadata { assetContentConfiguration { facets { fieldName disjunctive timerangeFilter facetsort } } } } }';
    expect(await agree(query)).toBe('planned');
    expect((await admin.data(query)).dataset.standardMetadata.assetContentConfiguration.facets).toEqual([
      { fieldName: 'city', disjunctive: true, timerangeFilter: false, facetsort: null },
    ]);
  });

  test('an object of an abstract type names its type', async () => {
    const datasource = { http: { connection: { url: 'https://example.org' } } };
    await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
      input: { datasetUid: uid, type: 'csvfile', title: 'a', datasource },
    });
    const query =
      '{ dataset(by: { datasetId: "one" }) { resources { nodes { datasource { __typename type ... on HttpDatasource { connection { uid } relativeUrl } ... on UploadedFileDatasource { file { uid } } } } } } }';
    expect(await agree(query)).toBe('planned');
    expect((await admin.data(query)).dataset.resources.nodes[0].datasource).toMatchObject({
      __typename: 'HttpDatasource',
      connection: { uid: expect.stringMatching(/^co_/) },
    });
  });

  test('resolvers answer, with an error, where a computed value does not have its type', async () => {
    const odd = await seedDataset(admin);
    const query =
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { uid standardMetadata { default { title keyword } } } }';
    for (const wrong of [
      '{"title": {"value": {"a": 1}}}',
      '{"keyword": {"value": "not a list"}}',
      '{"keyword": {"value": [null]}}',
    ]) {
      await app.services.db.rows(
        sql`update dataset set metadata = jsonb_build_object('default', ${wrong}::jsonb) where uid = ${odd}`,
      );
      expect(await agree(query, { uid: odd })).toBe('refused');
      expect((await admin.graph(query, { uid: odd })).errors).toHaveLength(1);
    }
  });
});

describe('invalid arguments', () => {
  test('a page size that is null is planned as the default', async () => {
    const query =
      'query ($first: Int, $last: Int) { datasets(first: $first, last: $last) { totalCount nodes { uid } } }';
    expect(await agree(query, { first: null })).toBe('planned');
    expect(await agree(query, { first: null, last: 2 })).toBe('planned');
    expect(await agree('query ($offset: Int) { datasets(offset: $offset) { totalCount } }', { offset: null })).toBe(
      'planned',
    );
  });

  test.each([
    '["2026-13-01 00:00:00+00", "a"]',
    '["2026-02-30 00:00:00+00", "a"]',
    '["2026-01-01 25:00:00+00", "a"]',
    '["0000-01-01 00:00:00+00", "a"]',
    '["2026-01-01 00:00:00+99", "a"]',
    '["99999-01-01 00:00:00+00", "a"]',
    '["a"]',
    '[]',
    '{}',
    '',
  ])('are cursors such as %s', async (cursor) => {
    expect(
      await codeOf('query ($after: String) { datasets(after: $after) { nodes { uid } } }', { after: base64(cursor) }),
    ).toBe('INVALID_INPUT');
  });

  test('resolvers report identifiers that PostgreSQL cannot store', async () => {
    expect(await codeOf('query ($id: ID!) { node(id: $id) { id } }', { id: base64('Dataset:\0') })).toBe(
      'INVALID_INPUT',
    );
  });
});

describe('node', () => {
  test.each(['Dataset', 'CatalogDataset', 'User', 'None', 'RelatedUser'])(
    'finds a %s by one statement',
    async (type) => {
      const query = `query ($id: ID!) { node(id: $id) { __typename id ... on Dataset { revision processors { nodes { uid } } standardMetadata { default { title } } } ... on User { username } ... on CatalogDataset { features } } }`;
      for (const key of [uid, 'admin', 'none'])
        expect(await agree(query, { id: base64(`${type}:${key}`) })).toBe('planned');
      expect(await agree(query, { id: '' })).toBe('planned');
    },
  );

  test('nodes finds objects of several types by one statement, in the order of their identifiers', async () => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Dataset { revision } ... on User { username } } }`;
    const ids = [...['User:admin', `Dataset:${uid}`, 'Dataset:none', 'User:admin', `None:${uid}`].map(base64), ''];
    expect(await agree(query, { ids })).toBe('planned');
    expect((await app.admin.data(query, { ids })).nodes).toMatchObject([
      { username: 'admin' },
      { __typename: 'Dataset' },
      null,
      { username: 'admin' },
      null,
      null,
    ]);
    expect(await agree(query, { ids: [] })).toBe('planned');
    expect(await codeOf(query, { ids: ['', base64('Dataset:\0')] })).toBe('INVALID_INPUT');
    expect(await codeOf(query, { ids: Array(101).fill(base64('User:admin')) })).toBe('INVALID_INPUT');
  });

  test('node finds no object of a type without an identifier', async () => {
    expect(await agree('query ($id: ID!) { node(id: $id) { id } }', { id: base64('PortalSettings:1') })).toBe(
      'planned',
    );
  });
});
