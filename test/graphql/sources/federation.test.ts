import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import {
  addFederatedResource,
  draftOf,
  federatedDatasource,
  fromRemote,
  overriding,
  rivers,
} from '#test/support/sources/federation.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { newestVersion, restore, versionsOf } from '#test/support/datasets/versions.ts';

const remote = await remoteCatalog();
const app = await testApp({ FETCH_ALLOW: remote.host }, wholeSchema);
const { admin } = app;

beforeEach(() => {
  remote.datasets.set('rivers', rivers).set('lakes', { ...rivers, metas: { default: { title: 'Lakes' } } });
});
afterEach(() => {
  remote.key = null;
  remote.answerMetadata = null;
});

const linked = {
  default: { title: fromRemote('Rivers'), keyword: fromRemote(['water', 'map']) },
  custom: { gauge: fromRemote({ levels: [1, 2.5] }) },
};
const create = (client: typeof admin, datasetUid: string, datasource: object) =>
  client.graph('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, type: 'jsonfile', title: 'Remote', datasource },
  });
const update = (datasetUid: string, uid: string, datasource: object) =>
  admin.data('mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { uid } } }', {
    input: { datasetUid, uid, datasource },
  });
const setField = (datasetUid: string, field: string, value: unknown) =>
  admin.data(
    'mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { dataset { uid } } }',
    { input: { datasetUid, template: 'default', field, value } },
  );

describe('A dataset that gets a federated resource', () => {
  test('is linked to the remote dataset in the same version, by what the portal has a place for', async () => {
    const uid = await seedDataset(admin);
    const { revision } = await draftOf(admin, uid);
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    const draft = await draftOf(admin, uid);
    expect(draft.metadata).toMatchObject(linked);
    expect(Object.keys(draft.metadata.default).sort()).toEqual(['keyword', 'title']);
    expect(draft.metadata.visualization.map_disabled).toEqual(fromRemote(true));
    expect(draft.metadata).not.toHaveProperty('not_a_template');
    expect(draft.revision).toBe(revision + 1);
    expect(await newestVersion(admin, uid)).toMatchObject({ sections: ['metadata', 'resources'] });
  });

  test('keeps what was written here: it overrides the remote value, until it is deleted', async () => {
    const uid = await seedDataset(admin, {
      metadata: {
        default: { title: { value: 'Our rivers' }, keyword: { value: ['water', 'map'] }, publisher: { value: 'We' } },
      },
    });
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    expect((await draftOf(admin, uid)).metadata.default).toEqual({
      title: overriding('Our rivers', 'Rivers'),
      keyword: fromRemote(['water', 'map']),
      publisher: { value: 'We', remote_value: null, override_remote_value: false },
    });
    await admin.data(
      'mutation ($input: DeleteDatasetMetadataFieldInput!) { deleteDatasetMetadataField(input: $input) { dataset { uid } } }',
      { input: { datasetUid: uid, template: 'default', field: 'title' } },
    );
    expect((await draftOf(admin, uid)).metadata.default.title).toEqual(fromRemote('Rivers'));
  });

  test('shows the remote catalog the key that it was given, and later the stored one', async () => {
    remote.key = 'hush';
    const uid = await seedDataset(admin);
    const resource = await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers', { apikey: 'hush' }));
    expect((await draftOf(admin, uid)).metadata).toMatchObject(linked);
    await update(uid, resource, federatedDatasource(remote, 'lakes', { apikey: null }));
    expect((await draftOf(admin, uid)).metadata.default).toEqual({ title: fromRemote('Lakes') });
    expect(remote.requests.at(-1)?.headers.authorization).toBe('Apikey hush');
  });

  test('is not locked while the remote catalog is asked', async () => {
    const uid = await seedDataset(admin);
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    remote.answerMetadata = resolve;
    const created = create(admin, uid, federatedDatasource(remote, 'rivers'));
    const response = await promise;
    await setField(uid, 'publisher', 'Meanwhile');
    response.end(JSON.stringify({ dataset_id: 'rivers', metas: rivers.metas, fields: [] }));
    expect((await created).errors).toBeUndefined();
    expect((await draftOf(admin, uid)).metadata.default).toMatchObject({
      title: fromRemote('Rivers'),
      publisher: { value: 'Meanwhile' },
    });
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['breaks off', (response) => response.destroy()],
    ['fails', (response) => response.writeHead(500).end()],
    ['tells something else', (response) => response.end('{"dataset_id": 1}')],
    [
      'tells metadata nested deep',
      (response) =>
        response.end(
          `{"dataset_id":"rivers","fields":[],"metas":{"custom":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
        ),
    ],
    [
      'tells more than a dataset can have',
      (response) =>
        response.end(
          JSON.stringify({ dataset_id: 'rivers', fields: [], metas: { custom: { a: 'x'.repeat(2_000_000) } } }),
        ),
    ],
    [
      'tells what no database keeps',
      (response) =>
        response.end(
          '{"dataset_id":"rivers","fields":[],"metas":{"custom":{"a":"\\u0000","\\ud800":1,"__proto__":2},"__proto__":{"a":1}}}',
        ),
    ],
  ])('is saved all the same when the remote catalog %s', async (_what, answer) => {
    remote.answerMetadata = answer;
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Ours' } } } });
    const { metadata } = await draftOf(admin, uid);
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    const after = await draftOf(admin, uid);
    expect(after.metadata.default.title.value).toBe('Ours');
    expect(Object.keys(after.metadata).sort()).toEqual(Object.keys(metadata).sort());
  });

  test('is refused where the remote catalog may not be reached, and asks nothing for those who may not edit', async () => {
    const uid = await seedDataset(admin);
    const refused = await create(admin, uid, federatedDatasource({ origin: 'http://127.0.0.1:1' }, 'rivers'));
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'SOURCE_REFUSED', fields: { datasource: [expect.stringContaining('127.0.0.1')] } } },
    ]);
    const reader = await seedUser(app, 'reader');
    await seedRuleset(app, uid, { user: 'reader' });
    const asked = remote.requests.length;
    expect((await create(reader, uid, federatedDatasource(remote, 'rivers'))).errors).toMatchObject([
      { extensions: { code: expect.stringMatching(/NOT_FOUND|PERMISSION_DENIED/) } },
    ]);
    expect(remote.requests.length).toBe(asked);
  });
});

describe('A linked dataset', () => {
  const seedLinked = async () => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Ours' } } } });
    return { uid, resource: await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers')) };
  };
  const effective = { title: { value: 'Ours' }, keyword: { value: ['water', 'map'] } };

  test('A linked dataset that loses its last federated resource keeps the values as its own', async () => {
    const { uid, resource } = await seedLinked();
    const another = await addFederatedResource(admin, uid, federatedDatasource(remote, 'lakes'));
    const remove = (part: string) =>
      admin.data('mutation ($input: ResourceActionInput!) { deleteResource(input: $input) { uid } }', {
        input: { datasetUid: uid, uid: part },
      });
    await remove(another);
    expect((await draftOf(admin, uid)).metadata.default.title).toEqual(overriding('Ours', 'Rivers'));
    await remove(resource);
    expect((await draftOf(admin, uid)).metadata.default).toEqual(effective);
    expect(await newestVersion(admin, uid)).toMatchObject({ sections: ['metadata', 'resources'] });
  });

  test('whose resource comes from elsewhere is linked no more, and is again by a restore', async () => {
    const { uid, resource } = await seedLinked();
    const [version] = await versionsOf(admin, uid);
    await update(uid, resource, { http: { connection: { url: 'https://example.org/a.json' } } });
    expect((await draftOf(admin, uid)).metadata.default).toEqual(effective);
    await restore(admin, uid, version?.uid ?? '');
    expect((await draftOf(admin, uid)).metadata.default).toEqual({
      title: overriding('Ours', 'Rivers'),
      keyword: fromRemote(['water', 'map']),
    });
    await restore(admin, uid, (await versionsOf(admin, uid)).at(-1)?.uid ?? '');
    expect((await draftOf(admin, uid)).metadata.default).toEqual({ title: { value: 'Ours' } });
  });

  test('can be applied: the link shows among the changes, and the same again changes nothing', async () => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Ours' } } } });
    const apply = async (input: object) =>
      (
        await admin.data(
          'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { changes { path kind } dataset { revision } } }',
          { input: { datasetUid: uid, ...input } },
        )
      ).applyDataset;
    const resources = [
      { type: 'jsonfile', title: 'Remote', datasource: federatedDatasource(remote, 'rivers', { apikey: 'hush' }) },
    ];
    const { metadata } = await draftOf(admin, uid);
    const dry = await apply({ resources, isDryRun: true });
    expect(dry.changes.map(({ path }: { path: string[] }) => path[0])).toContain('metadata');
    expect((await draftOf(admin, uid)).metadata).toEqual(metadata);
    await apply({ resources, metadata });
    expect((await draftOf(admin, uid)).metadata.default).toEqual({
      title: overriding('Ours', 'Rivers'),
      keyword: fromRemote(['water', 'map']),
    });
    expect(await newestVersion(admin, uid)).toMatchObject({ sections: ['metadata', 'resources'] });
    const kept = [{ ...resources[0], datasource: federatedDatasource(remote, 'rivers', { apikey: null }) }];
    expect((await apply({ resources: kept, metadata })).changes).toEqual([]);
    expect(remote.requests.at(-1)?.headers.authorization).toBe('Apikey hush');
    const { dataset } = await admin.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources(first: 1) { nodes { uid type title } } } }',
      { uid },
    );
    expect((await apply({ resources: dataset.resources.nodes })).changes).toEqual([]);
    const added = { type: 'csvfile', title: 'Other', url: 'https://example.org/1.csv' };
    for (const [given, count] of [
      [[{ ...dataset.resources.nodes[0], title: 'Renamed' }], 1],
      [[added], 1],
      [[{ ...dataset.resources.nodes[0], title: 'Again' }], 1],
    ] as const)
      expect((await apply({ resources: given, mode: 'UPDATE' })).changes).toHaveLength(count);
    expect((await draftOf(admin, uid)).metadata.default.title).toEqual(overriding('Ours', 'Rivers'));
    expect(
      (await apply({ metadata: { default: { title: { value: 'Changed' } } }, mode: 'UPDATE' })).changes,
    ).toHaveLength(1);
    expect((await draftOf(admin, uid)).metadata.default.keyword).toEqual(fromRemote(['water', 'map']));
    await apply({ metadata });
    await apply({ resources: [] });
    expect((await draftOf(admin, uid)).metadata.default).toEqual(effective);
  });
});
