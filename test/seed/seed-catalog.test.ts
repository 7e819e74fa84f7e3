import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { clientOf, type Client } from '../support/client.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { readCatalogFile, seedCatalog } from '#seed/seed-catalog.ts';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-seed-'));

async function catalogFile(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const example = {
  portal: { isFeedbackEnabled: true },
  groups: [{ uid: 'editors', title: 'Editors', permissions: ['create_dataset'] }],
  users: [
    { username: 'ada', groups: ['editors'], apiKeys: [{ label: 'fixed', text: 'key-of-ada-0001' }] },
    { username: 'ben', permissions: ['edit_dataset'], apiKeys: [{ label: 'made', permissions: ['edit_dataset'] }] },
  ],
  datasets: [
    {
      uid: 'da_fixed1',
      datasetId: 'stations',
      createdBy: 'ada',
      published: true,
      metadata: { default: { title: { value: 'Stations' } } },
      resources: [
        {
          title: 'List',
          type: 'csvfile',
          params: { separator: ';' },
          file: { name: 'stations.csv', content: 'Name;Height\nPeak;2100\nValley;300\n' },
        },
      ],
      processors: [{ type: 'string_replace', label: 'No peak', params: { field: 'name', old: 'Peak', new: 'Top' } }],
      attachments: [{ name: 'legend.txt', content: 'Height in metres' }],
      isFeedbackEnabled: true,
      feedbacks: [
        {
          user: 'ben',
          recordId: '1',
          comment: 'Too low',
          values: { height: { value: 301, type: 'int' } },
          isArchived: true,
        },
        { user: 'ada', comment: 'One is missing' },
      ],
    },
    {
      uid: 'da_fixed2',
      datasetId: 'secret',
      isRestricted: true,
      defaultSecurity: { isDataVisible: false },
      rulesets: [{ group: 'editors', permissions: ['edit_dataset'] }],
    },
  ],
};

const app = await testApp({ SEED: await catalogFile(example) });
const wrong = await testApp({
  SEED: await catalogFile({
    users: [{ username: 'ada' }],
    datasets: [{ datasetId: 'fine' }, { datasetId: 'not-fine', processors: [{ type: 'no_such_type' }] }],
  }),
});
const demo = await testApp({ SEED: 'demo' });
const seeded = await seedCatalog(app);
const ada = clientOf(app, 'key-of-ada-0001');

async function untilIdle(client: Client, uid: string): Promise<void> {
  const { dataset } = await eventually(
    () =>
      client.data('query($uid: ID!) { dataset(by: { uid: $uid }) { isPublished status { status message } } }', { uid }),
    ({ dataset: { isPublished, status } }) =>
      ['error', 'limit_reached'].includes(status.status) || (isPublished && status.status === 'idle'),
  );
  expect(dataset.status).toMatchObject({ status: 'idle' });
}

describe('a catalog file', () => {
  test('makes users with the keys that it fixes, and tells those that were made', async () => {
    expect(await ada.data('{ viewer { username permissions groups { nodes { uid } } } }')).toMatchObject({
      viewer: { username: 'ada', permissions: ['create_dataset'] },
    });
    expect(seeded.keys).toEqual([{ username: 'ben', label: 'made', text: expect.any(String) as unknown }]);
    const ben = clientOf(app, seeded.keys[0]?.text);
    expect((await ben.data('{ viewer { username } }')).viewer).toEqual({ username: 'ben' });
  });

  test('makes datasets with the uids that it fixes, as their creators', async () => {
    const { dataset } = await ada.data(`{ dataset(by: { uid: "da_fixed1" }) {
      datasetId createdBy { username } metadata processors { nodes { type label } } resources { nodes { title displayName } } versions(first: 100) { nodes { createdBy { username } } } } }`);
    expect(dataset).toMatchObject({
      datasetId: 'stations',
      createdBy: { username: 'ada' },
      metadata: { default: { title: { value: 'Stations' } } },
      processors: { nodes: [{ type: 'string_replace', label: 'No peak' }] },
      resources: { nodes: [{ title: 'List', displayName: 'stations.csv' }] },
    });
    expect(
      new Set(dataset.versions.nodes.map((version: { createdBy: { username: string } }) => version.createdBy.username)),
    ).toEqual(new Set(['ada']));
  });

  test('the first version of a dataset has every part, so that what came later can be taken back', async () => {
    const { dataset } = await ada.data(
      '{ dataset(by: { uid: "da_fixed1" }) { versions(first: 100) { nodes { uid } } } }',
    );
    const first = dataset.versions.nodes.at(-1).uid;
    const {
      dataset: { diff },
    } = await ada.data('query ($first: ID!) { dataset(by: { uid: "da_fixed1" }) { diff(fromUid: $first) { path } } }', {
      first,
    });
    expect(new Set(diff.map(({ path: [part] }: { path: [string] }) => part))).toEqual(
      new Set(['resources', 'files', 'processors', 'attachments']),
    );
  });

  test('orders the publication of those that are published', async () => {
    await untilIdle(ada, 'da_fixed1');
    const { catalogDataset } = await app.unauthenticated.data(
      '{ catalogDataset(by: { uid: "da_fixed1" }) { schema { name } } }',
    );
    expect(catalogDataset.schema.map((field: { name: string }) => field.name)).toEqual(['name', 'height']);
  });

  test('a catalog file grants by rulesets', async () => {
    expect(
      (await ada.data('{ dataset(by: { uid: "da_fixed2" }) { isRestricted createdBy { username } } }')).dataset,
    ).toEqual({
      isRestricted: true,
      createdBy: { username: 'admin' },
    });
  });

  test('attaches files, and brings feedback in the order of the file', async () => {
    const body = async (path: string) => (await ada.rest('GET', `/datasets/da_fixed1/${path}`)).body;
    const {
      results: [attachment],
    } = await body('attachments/');
    expect(attachment).toMatchObject({ filename: 'legend.txt', mimetype: 'text/plain' });
    expect(await body(`attachments/${String(attachment.uid)}/download/`)).toBe('Height in metres');
    expect((await body('feedbacks/')).results).toMatchObject([
      { record_id: '', user: { username: 'ada' }, comment: 'One is missing', values: {} },
    ]);
    expect((await body('feedbacks/?is_archived=true')).results).toMatchObject([
      { record_id: '1', user: { username: 'ben' }, values: { height: { value: 301, type: 'int' } } },
    ]);
    expect(
      await ada.data(
        '{ portalSettings { isFeedbackEnabled } dataset(by: { uid: "da_fixed1" }) { isFeedbackEnabled } }',
      ),
    ).toEqual({ portalSettings: { isFeedbackEnabled: true }, dataset: { isFeedbackEnabled: true } });
  });

  test('is applied to an empty catalog only', async () => {
    expect(await seedCatalog(app)).toEqual({ datasets: [], keys: [] });
  });
});

describe('a catalog file that is wrong is refused, and the message tells where', () => {
  test.each([
    ['that is not there', undefined, /cannot be read: .*ENOENT/],
    ['that is no JSON', '{ "users": [', /is not JSON/],
    ['with a name that means nothing', { datasets: [{ datasetId: 'a', titel: 'b' }] }, /titel[\s\S]*datasets\[0\]/],
    ['with a wrong uid', { datasets: [{ datasetId: 'a', uid: '12' }] }, /datasets\[0\]\.uid/],
    ['with one identifier twice', { datasets: [{ datasetId: 'a' }, { datasetId: 'a' }] }, /a occurs twice/],
    [
      'with one key twice',
      { users: [{ username: 'ada' }, { username: 'bea', apiKeys: [{ text: 'secret-1' }, { text: 'secret-1' }] }] },
      /^(?!.*secret-1)[\s\S]*users\[1\]\.apiKeys\[1\]\.text/s,
    ],
    [
      'with a group twice in the rulesets of one dataset',
      {
        groups: [{ uid: 'g', title: 'G' }],
        datasets: [{ datasetId: 'a' }, { datasetId: 'b', rulesets: [{ group: 'g' }, { group: 'g' }] }],
      },
      /group g occurs twice[\s\S]*datasets\[1\]\.rulesets\[1\]/,
    ],
    [
      'with an asset under the name of a dataset',
      { datasets: [{ datasetId: 'a' }], assets: [{ name: 'a', assetType: 'map', title: 'A' }] },
      /a occurs twice[\s\S]*assets\[0\]\.name/,
    ],
    [
      'with a group that is not there',
      { users: [{ username: 'ada', groups: ['none'] }] },
      /There is no group none[\s\S]*users\[0\]\.groups\[0\]/,
    ],
    ['with the administrator as a user', { users: [{ username: 'admin' }] }, /admin already exists/],
    [
      'with feedback of nobody',
      { datasets: [{ datasetId: 'a', feedbacks: [{ user: 'none', comment: 'b' }] }] },
      /There is no user none[\s\S]*feedbacks\[0\]\.user/,
    ],
    [
      'with a relation to nothing',
      { datasets: [{ datasetId: 'a' }], relations: [{ source: 'a', use: 'b', relationType: 'usage' }] },
      /There is no dataset or asset b[\s\S]*relations\[0\]\.use/,
    ],
    ['with a ruleset for nobody', { datasets: [{ datasetId: 'a', rulesets: [{}] }] }, /either a user or a group/],
  ])('a catalog file that is wrong is refused, and the message tells where: %s', async (_what, content, message) => {
    const path = content === undefined ? join(folder, 'missing.json') : await catalogFile(content);
    await expect(readCatalogFile(path)).rejects.toThrow(message);
  });
});

test('a catalog of which one dataset is refused is not applied at all', async () => {
  await expect(seedCatalog(wrong)).rejects.toThrow(/dataset not-fine .*type/);
  expect(await wrong.admin.data('{ datasets { totalCount } users { totalCount } }')).toEqual({
    datasets: { totalCount: 0 },
    users: { totalCount: 1 },
  });
});

test('the demo is a catalog file like any other: six datasets, three of them published, with feedback archived and not', async () => {
  const { datasets, keys } = await seedCatalog(demo);
  expect([datasets.length, keys]).toEqual([6, []]);
  for (const datasetId of ['air-quality', 'street-trees', 'council-budget-proposal']) {
    const { dataset } = await demo.admin.data(
      'query($datasetId: String!) { dataset(by: { datasetId: $datasetId }) { uid } }',
      {
        datasetId,
      },
    );
    await untilIdle(demo.admin, dataset.uid);
  }
  expect((await demo.unauthenticated.data('{ catalog { nodes { datasetId } } }')).catalog.nodes).toEqual([
    { datasetId: 'air-quality' },
    { datasetId: 'street-trees' },
  ]);
  const { dataset } = await demo.admin.data(`{ dataset(by: { datasetId: "street-trees" }) {
    attachments { totalCount } open: feedback(filter: { isArchived: false }) { totalCount } archived: feedback(filter: { isArchived: true }) { totalCount } } }`);
  expect(dataset).toEqual({ attachments: { totalCount: 1 }, open: { totalCount: 2 }, archived: { totalCount: 1 } });
  const seen = async (path: string) => (await demo.unauthenticated.portal('GET', path)).body;
  expect((await seen('/studio_pages/')).results.map(({ slug }: { slug: string }) => slug)).toEqual([
    'mobility',
    'air-quality',
  ]);
  expect((await seen('/code_editor_pages/about/fr/')).title).toBe('À propos de ce portail');
  expect(await seen('/glossary/')).toHaveLength(20);
  expect(
    (await seen('/identity_providers/')).results.map((provider: { provider_type: string }) => provider.provider_type),
  ).toEqual(['GOVSSO', 'SAML', 'OIDC']);
  expect((await seen('/assets/da_airqua/uses/')).results).toMatchObject([
    { relation_type: 'usage', asset: { asset_type: 'map' } },
    { asset: { title: 'The air we breathe' } },
  ]);
  const {
    asset: { lineage },
  } = await demo.unauthenticated.data(
    '{ asset(uid: "da_airqua") { lineage(direction: sources) { isTruncated hops { depth asset { title } } } } }',
  );
  expect(lineage).toMatchObject({
    isTruncated: false,
    hops: [
      { depth: 1, asset: { title: 'Trees and clean air, street by street' } },
      {},
      {},
      { depth: 3, asset: { title: 'Rivers at the neighbours' } },
    ],
  });
  for (const slug of [
    'suggest-a-tree',
    'announce-an-event',
    'report-a-street-lamp',
    'request-data',
    'guided-tour',
    'report-a-pothole',
  ]) {
    expect(
      (await demo.unauthenticated.data('query ($slug: ID!) { form(slug: $slug) { slug } }', { slug })).form,
    ).toEqual({
      slug,
    });
  }
});
