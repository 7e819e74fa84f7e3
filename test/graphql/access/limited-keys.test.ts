import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { limitedKeyOf, seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const fields = [{ name: 'city' }, { name: 'height' }];
const hidden = { visibleFields: ['city'] };
const datasets = await Promise.all([
  seedPublished(app, 'open', { fields }),
  seedPublished(app, 'open-in-part', { fields, defaultSecurity: hidden }),
  seedPublished(app, 'explored', { fields, isRestricted: true }),
  seedPublished(app, 'edited', { fields, isRestricted: true }),
  seedPublished(app, 'shared', { fields, isRestricted: true }),
  seedPublished(app, 'restricted', { fields, isRestricted: true }),
]);
const [, inPart, explored, edited, shared] = datasets;

const reader = await seedUser(app, 'reader', { groups: ['readers'] });
for (const uid of [inPart, explored]) await seedRuleset(app, uid, { user: 'reader' });
await seedRuleset(app, shared, { group: 'readers', permissions: ['explore_restricted_dataset'] });
const editor = await seedUser(app, 'editor', { permissions: ['create_dataset'], groups: ['editors'] });
await seedRuleset(app, edited, { user: 'editor', permissions: ['edit_dataset'] });
await seedRuleset(app, shared, { group: 'editors', permissions: ['edit_dataset', 'publish_dataset'] });
const created = await seedDataset(editor, { metadata: {} });
const owners: readonly Client[] = [
  app.admin,
  reader,
  editor,
  await seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] }),
  await seedUser(app, 'publisher', { permissions: ['publish_dataset', 'edit_dataset'] }),
];
const all = [...datasets, created];

interface Seen {
  readonly administered: readonly string[];
  readonly published: ReadonlyMap<string, string>;
}

/** The datasets that a caller sees in each list, with what is visible of the published ones; the lists and their totals agree. */
async function seenBy(client: Client): Promise<Seen> {
  const {
    catalog,
    search,
    catalogRows,
    datasets: administered,
  } = (
    await client.graph(`{
      catalog(first: 100) { totalCount nodes { uid features dataAccess { isDataVisible visibleFields } } }
      search: catalog(first: 100, query: "") { totalCount nodes { uid } }
      catalogRows(odsql: { limit: 100 }) { totalCount datasets { uid } }
      datasets(first: 100) { totalCount nodes { uid canEdit canPublish canManage } }
    }`)
  ).data;
  const uids = catalog.nodes.map(({ uid }: { uid: string }) => uid).toSorted();
  expect(search.nodes.map(({ uid }: { uid: string }) => uid).toSorted()).toEqual(uids);
  expect(catalogRows.datasets.map(({ uid }: { uid: string }) => uid).toSorted()).toEqual(uids);
  for (const { totalCount } of [catalog, search, catalogRows]) expect(totalCount).toBe(uids.length);
  const own = administered?.nodes ?? [];
  expect(administered?.totalCount ?? 0).toBe(own.length);
  return {
    administered: own.map((dataset: object) => JSON.stringify(dataset)).toSorted(),
    published: new Map(catalog.nodes.map((node: { uid: string }) => [node.uid, JSON.stringify(node)])),
  };
}

test('a limited key sees its datasets as its owner does, and all others as a caller without a key does', async () => {
  const seenByOwners = await Promise.all(owners.map(seenBy));
  const seenByEveryone = await seenBy(app.unauthenticated);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: owners.length - 1 }), fc.subarray(all, { minLength: 1 }), async (owner, limit) => {
      const client = await limitedKeyOf(app, owners[owner] ?? app.admin, { datasetUids: limit });
      const seen = await seenBy(client);
      const { administered, published } = seenByOwners[owner] ?? seenByEveryone;
      expect(seen.administered).toEqual(administered.filter((text) => limit.some((uid) => text.includes(uid))));
      for (const uid of all)
        expect([uid, seen.published.get(uid)]).toEqual([
          uid,
          (limit.includes(uid) ? published : seenByEveryone.published).get(uid),
        ]);
    }),
    { numRuns: 25 },
  );
});

test('a limited key has no account: it sees neither its owner, nor the keys, users, groups and portal objects of its owner', async () => {
  const client = await limitedKeyOf(app, app.admin, { datasetUids: all });
  const { data, errors } = await client.graph(`{
    viewer { username }
    users { totalCount }
    groups { totalCount }
    pageConfigurations { totalCount }
    formConfigurations { totalCount }
    datasourceConnections { totalCount }
  }`);
  expect(data).toMatchObject({
    viewer: null,
    users: null,
    groups: null,
    pageConfigurations: { totalCount: 0 },
    formConfigurations: { totalCount: 0 },
    datasourceConnections: { totalCount: 0 },
  });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED']);
  expect((await client.graph('mutation { createApiKey(input: {}) { secret } }')).errors).toMatchObject([
    { extensions: { code: 'LIMITED_KEY' } },
  ]);
});

test('a limited key revokes itself and no other key, and its end is recorded under its owner', async () => {
  const newKey = async () =>
    (
      await app.admin.data(
        'mutation ($datasetUids: [ID!]) { createApiKey(input: { datasetUids: $datasetUids }) { secret apiKey { uid } } }',
        { datasetUids: [inPart] },
      )
    ).createApiKey;
  const [own, other] = [await newKey(), await newKey()];
  const client = clientOf(app, own.secret);
  const revoke = ({ uid }: { uid: string }) =>
    client.graph('mutation ($uid: ID!) { revokeApiKey(input: { uid: $uid }) { apiKey { uid } } }', { uid });
  for (const uid of [other.apiKey.uid, 'ke_000000'])
    expect((await revoke({ uid })).errors).toMatchObject([{ extensions: { code: 'LIMITED_KEY' } }]);
  expect(await revoke(own.apiKey)).toMatchObject({ status: 200, data: { revokeApiKey: { apiKey: null } } });
  expect((await client.graph('{ catalog { totalCount } }')).status).toBe(401);
  expect((await clientOf(app, other.secret).graph('{ catalog { totalCount } }')).status).toBe(200);
  const { auditEntries } = await app.admin.data(
    '{ auditEntries(first: 1) { nodes { action objectKey keyUid username } } }',
  );
  expect(auditEntries.nodes).toEqual([
    { action: 'revokeApiKey', objectKey: own.apiKey.uid, keyUid: own.apiKey.uid, username: 'admin' },
  ]);
});

test.each([
  ['an empty list', [], 'Give 1 to 100 datasets'],
  ['too many', Array.from({ length: 101 }, (_, index) => `da_${String(index).padStart(6, '0')}`), 'Give 1 to 100'],
  ['a repeated dataset', ['da_000000', 'da_000000'], 'Name each dataset once'],
  ['something else', ['re_000000'], '"re_000000" is not the uid of a dataset'],
])('a key is not limited to %s', async (_what, limit, message) => {
  const { errors } = await app.admin.graph(
    'mutation ($datasetUids: [ID!]) { createApiKey(input: { datasetUids: $datasetUids }) { secret } }',
    { datasetUids: limit },
  );
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { datasetUids: [expect.stringContaining(message)] },
  });
});
