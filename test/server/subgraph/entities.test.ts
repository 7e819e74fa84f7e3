import { describe, expect, test } from '@jest/globals';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { testApp } from '#test/support/app.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { insertDatasets } from '#test/support/datasets/stored-datasets.ts';
import { countingClient } from '#test/support/database/watch-statements.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedCodeEditorPage, seedStudioPage } from '#test/support/portal/pages.ts';
import { addRelation, enableMarketplace } from '#test/support/portal/relations.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp({ SUBGRAPH: 'on', WORKER: 'off', INTROSPECTION: 'keys' });
const { admin, unauthenticated, services } = app;
await services.db.rows(insertDatasets(1, 100));
const uid = await seedPublished(app, 'trees', { described: { title: 'Trees' } });
await seedPublished(app, 'secrets', { isRestricted: true });
await seedForm(admin, 'survey');
const studioUid = await seedStudioPage(admin, { slug: 'news', title: 'News' });
await seedCodeEditorPage(admin, { slug: 'about', titles: { en: 'About' } });
const ada = await seedUser(app, 'ada');

let statements = 0;
const counting = (database: DatabaseClient): DatabaseClient =>
  countingClient(database, () => {
    statements += 1;
  });
Object.assign(services, { db: counting(services.db), reserveDb: counting(services.reserveDb) });

const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename
  ... on Dataset { uid datasetId createdBy { username } versions(first: 2) { totalCount } }
  ... on CatalogDataset { uid datasetId label: title }
  ... on StudioPage { uid slug title }
  ... on CodeEditorPage { slug }
  ... on Form { form: slug title }
  ... on User { username }
} }`;

/** A field that only resolvers answer, next to those of the plan. */
const resolvedQuery = query.replace('label: title', 'label: title quotaUsage { limit }');

const entities = async (representations: readonly object[], client = admin, document = query) =>
  (await client.data(document, { representations }))._entities;

/** How many statements a request takes, the lookup of the caller included. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  statements = 0;
  await work();
  return statements;
}

/** One object of each type, and their keys. */
const mixed = [
  { __typename: 'Dataset', datasetId: 'trees' },
  { __typename: 'CatalogDataset', uid },
  { __typename: 'StudioPage', slug: 'news' },
  { __typename: 'StudioPage', uid: studioUid },
  { __typename: 'CodeEditorPage', slug: 'about' },
  { __typename: 'Form', slug: 'survey' },
  { __typename: 'User', username: 'ada' },
];

describe('Entities', () => {
  test('100 of one type are one statement besides the lookup of the caller', async () => {
    const named = Array.from({ length: 100 }, (_, at) => ({ __typename: 'Dataset', uid: `d${String(at + 1)}` }));
    const shuffled = named.toReversed();
    expect(await statementsOf(() => entities(named.slice(0, 1)))).toBe(2);
    expect(await statementsOf(() => entities(shuffled))).toBe(2);
    expect((await entities(shuffled)).map((found: { uid: string }) => found.uid)).toEqual(
      shuffled.map((each) => each.uid),
    );
  });

  test('Entities of all types, by any of their keys, are one statement, in the order of the representations', async () => {
    const found = await entities(mixed);
    expect(await statementsOf(() => entities(mixed))).toBe(2);
    expect(found).toEqual([
      { __typename: 'Dataset', uid, datasetId: 'trees', createdBy: { username: 'admin' }, versions: { totalCount: 1 } },
      { __typename: 'CatalogDataset', uid, datasetId: 'trees', label: 'Trees' },
      { __typename: 'StudioPage', uid: studioUid, slug: 'news', title: 'News' },
      { __typename: 'StudioPage', uid: studioUid, slug: 'news', title: 'News' },
      { __typename: 'CodeEditorPage', slug: 'about' },
      { __typename: 'Form', form: 'survey', title: 'survey' },
      { __typename: 'User', username: 'ada' },
    ]);
  });

  test('are the same where resolvers answer, with a statement for each key', async () => {
    const planned = await entities(mixed);
    const resolved = await entities(mixed, admin, resolvedQuery);
    expect(resolved).toMatchObject(planned);
    expect(resolved[1]).toHaveProperty('quotaUsage');
  });

  test('with relations are read by one fragment on their interface', async () => {
    await enableMarketplace(app);
    await addRelation(admin, uid, studioUid);
    const document = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on RelatedAsset { uses { nodes { asset { uid } } } lineage(direction: sources) { hops { asset { uid } } } } } }`;
    const [dataset, published, page, user] = await entities(
      [mixed[0], mixed[1], mixed[3], mixed[6]].flatMap((each) => each ?? []),
      admin,
      document,
    );
    const used = { uses: { nodes: [{ asset: { uid: studioUid } }] }, lineage: { hops: [] } };
    expect([dataset, published]).toEqual([used, used]);
    expect(page).toEqual({ uses: { nodes: [] }, lineage: { hops: [{ asset: { uid } }] } });
    expect(user).toEqual({});
  });

  test('are null where they do not exist or the caller may not see them', async () => {
    const hidden = [
      { __typename: 'Dataset', uid },
      { __typename: 'Dataset', uid: 'none' },
      { __typename: 'CatalogDataset', datasetId: 'secrets' },
      { __typename: 'CatalogDataset', datasetId: 'none' },
      { __typename: 'User', username: 'admin' },
      { __typename: 'StudioPage', slug: 'about' },
    ];
    for (const client of [unauthenticated, ada])
      for (const document of [query, resolvedQuery])
        expect(await entities(hidden, client, document)).toEqual(hidden.map(() => null));
    expect(await entities([{ __typename: 'User', username: 'ada' }], ada)).toEqual([
      { __typename: 'User', username: 'ada' },
    ]);
  });

  test('may be named by literals, and by fewer fields than the representation has', async () => {
    const document = `query ($slug: ID) {
      _entities(representations: [{ __typename: "Form", slug: $slug, color: "red", size: 3 }]) { ... on Form { slug } } }`;
    expect((await admin.data(document, { slug: 'survey' }))._entities).toEqual([{ slug: 'survey' }]);
  });

  test.each([
    ['text', 'representations.1', 'Send an object with __typename and a key.'],
    [{}, 'representations.1.__typename', 'Name one of the entities: '],
    [{ __typename: 'Group', uid: 'a' }, 'representations.1.__typename', 'Name one of the entities: '],
    [{ __typename: 'constructor' }, 'representations.1.__typename', 'Name one of the entities: '],
    [{ __typename: 'Dataset' }, 'representations.1', 'Send a key of the entity as a text: uid or datasetId.'],
    [{ __typename: 'Form', slug: 7 }, 'representations.1', 'Send a key of the entity as a text: slug.'],
  ])('Entities that %j names are refused, with its index', async (representation, field, message) => {
    const { data, errors } = await admin.graph(query, { representations: [mixed[0], representation] });
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: [expect.any(String)] } });
    expect(errors?.[0]?.message).toContain(`${field}: ${message}`);
  });

  test('are at most 1,000, a page of another subgraph', async () => {
    const named = (count: number) => Array.from({ length: count }, () => ({ __typename: 'User', username: 'ada' }));
    const document = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on User { username } } }';
    expect((await admin.data(document, { r: named(1_000) }))._entities).toHaveLength(1_000);
    const { errors } = await admin.graph(document, { r: named(1_001) });
    expect(errors?.[0]?.message).toBe('representations: Ask for at most 1000 objects.');
  });

  test('cost as other objects do, by the number of representations', async () => {
    const cost = async (count: number) => {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'graphql-cost': 'report' },
        payload: {
          query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on CatalogDataset { title } } }',
          variables: { r: Array.from({ length: count }, () => mixed[1]) },
        },
      });
      return answer.json().extensions.cost.requested;
    };
    expect([await cost(1), await cost(100), await cost(1_000)]).toEqual([1, 2, 11]);
  });
});

test('the schema of a subgraph needs a key where introspection does', async () => {
  const document = '{ _service { sdl } }';
  expect((await unauthenticated.graph(document)).errors?.[0]?.message).toContain('Introspection needs an API key');
  expect((await ada.data(document))._service.sdl).toContain('@link');
});

test('no client receives timings of resolvers', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'apollo-federation-include-trace': 'ftv1' },
    payload: { query: '{ viewer { username } __typename }' },
  });
  expect(answer.json()).not.toHaveProperty('extensions');
});
