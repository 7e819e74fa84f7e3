import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { seedCodeEditorPage, seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';
import {
  createAssetRelation,
  deleteAssetRelation,
  addRelation,
  relationsOf,
  seedAsset,
  seedPublishedDataset,
  enableMarketplace,
} from '#test/support/portal/relations.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
beforeAll(() => enableMarketplace(app));

const write = async (client: Client, mutation: string, input: object) => {
  const type = mutation.endsWith('Relation')
    ? 'AssetRelationInput'
    : `${mutation.replace(/^./, (letter) => letter.toUpperCase())}Input`;
  const { data, errors } = await client.graph(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
    { input },
  );
  return errors ? [errors[0]?.extensions.code, ...Object.keys(errors[0]?.extensions.fields ?? {})] : Object.keys(data);
};

test('an asset is a published dataset or page, or kept as such', async () => {
  const dataset = await seedPublishedDataset(app, {
    datasetId: 'cities',
    metadata: { default: { title: { value: 'Cities' } } },
  });
  const unnamed = await seedPublishedDataset(app, { datasetId: 'unnamed' });
  const page = await seedStudioPage(admin, { slug: 'air', title: 'Air' });
  const code = await seedCodeEditorPage(admin, { slug: 'about', titles: { en: 'About' } });
  const chart = await seedAsset(admin, { assetType: 'chart', title: ' Chart ', category: 'Charts', isShowcase: true });
  const site = await seedAsset(admin, { assetType: 'external_asset', title: 'Site', url: 'HTTPS://Example.org' });
  const parts =
    'uid title assetType url category isShowcase dataset { datasetId } studioPage { slug } codeEditorPage { slug }';
  const none = { url: null, category: null, isShowcase: false, dataset: null, studioPage: null, codeEditorPage: null };
  const kept = [
    { ...none, uid: chart, title: 'Chart', assetType: 'chart', category: 'Charts', isShowcase: true },
    { ...none, uid: site, title: 'Site', assetType: 'external_asset', url: 'https://example.org/' },
  ];
  const assets = [
    { ...none, uid: dataset, title: 'Cities', assetType: 'dataset', dataset: { datasetId: 'cities' } },
    { ...none, uid: unnamed, title: 'unnamed', assetType: 'dataset', dataset: { datasetId: 'unnamed' } },
    { ...none, uid: page, title: 'Air', assetType: 'studio_page', studioPage: { slug: 'air' } },
    { ...none, uid: code, title: 'About', assetType: 'code_editor_page', codeEditorPage: { slug: 'about' } },
    ...kept,
  ];
  for (const asset of assets)
    expect(await unauthenticated.data(`{ asset(uid: "${asset.uid}") { ${parts} } }`)).toEqual({ asset });
  expect(await unauthenticated.data(`{ storedAssets { totalCount nodes { ${parts} } } }`)).toEqual({
    storedAssets: { totalCount: 2, nodes: kept },
  });
  expect(chart).toMatch(/^as_[0-9a-z]{6}$/);
});

describe('Recorded relations', () => {
  test('are listed from both ends, by type, then uid, in pages', async () => {
    const [source, dataset, map, page] = [
      await seedAsset(admin),
      await seedPublishedDataset(app),
      await seedAsset(admin),
      await seedStudioPage(admin, { slug: 'by-hand' }),
    ];
    const uses = [dataset, map, page];
    for (const use of uses) await addRelation(admin, source, use, 'usage');
    await addRelation(admin, source, map, 'source');
    await addRelation(admin, source, map, 'source');
    const ordered = [`source ${map}`, ...uses.toSorted().map((uid) => `usage ${uid}`)];
    expect(await relationsOf(unauthenticated, source, 'uses')).toEqual([4, ...ordered]);
    expect(await relationsOf(unauthenticated, source, 'sources')).toEqual([0]);
    expect(await relationsOf(unauthenticated, map, 'sources')).toEqual([2, `source ${source}`, `usage ${source}`]);
    expect(await relationsOf(unauthenticated, source, 'uses', '(first: 2, offset: 1)')).toEqual([
      4,
      ...ordered.slice(1, 3),
    ]);
    const { asset } = await unauthenticated.data(
      `{ asset(uid: "${source}") { uses(first: 2) { pageInfo { endCursor } } } }`,
    );
    expect(await relationsOf(unauthenticated, source, 'uses', `(after: "${asset.uses.pageInfo.endCursor}")`)).toEqual([
      4,
      ...ordered.slice(2),
    ]);
    expect(
      await write(admin, 'deleteAssetRelation', { sourceUid: source, useUid: map, relationType: 'usage' }),
    ).toEqual(['deleteAssetRelation']);
    expect(
      await write(admin, 'deleteAssetRelation', { sourceUid: source, useUid: map, relationType: 'usage' }),
    ).toEqual(['NOT_FOUND']);
    expect(await relationsOf(unauthenticated, map, 'sources')).toEqual([1, `source ${source}`]);
  });

  test('are narrowed by types, category and whether the asset is a showcase', async () => {
    const [source, chart, map, dataset] = [
      await seedAsset(admin),
      await seedAsset(admin, { assetType: 'chart', category: 'Air' }),
      await seedAsset(admin, { isShowcase: true, category: 'Air' }),
      await seedPublishedDataset(app),
    ];
    await addRelation(admin, source, chart, 'usage');
    await addRelation(admin, source, map, 'join');
    await addRelation(admin, source, dataset, 'federation');
    await admin.data('mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { asset { uid } } }', {
      input: { uid: dataset, category: 'Water', isShowcase: true },
    });
    for (const [filter, total, ...types] of [
      ['relationType: [usage, federation]', 2, 'federation', 'usage'],
      ['relationType: []', 0],
      ['relationType: null, category: null, isShowcase: null', 3, 'federation', 'join', 'usage'],
      ['category: "Air"', 2, 'join', 'usage'],
      ['category: "Air", isShowcase: true', 1, 'join'],
      ['isShowcase: true', 2, 'federation', 'join'],
      ['isShowcase: false, relationType: [usage, join]', 1, 'usage'],
      ['category: "nothing"', 0],
      ['assetType: [map, chart]', 2, 'join', 'usage'],
      ['assetType: chart, title: "A MÁ"', 1, 'usage'],
      ['title: "other"', 0],
    ] as const) {
      const [count, ...found] = await relationsOf(unauthenticated, source, 'uses', `(filter: { ${filter} })`);
      expect([filter, count, ...found.map((line) => String(line).split(' ')[0])]).toEqual([filter, total, ...types]);
    }
  });

  test('go with the asset at either end', async () => {
    const [source, dataset, page, map] = [
      await seedAsset(admin),
      await seedPublishedDataset(app),
      await seedStudioPage(admin, { slug: 'going' }),
      await seedAsset(admin),
    ];
    for (const use of [dataset, page, map]) await addRelation(admin, source, use);
    await addRelation(admin, dataset, source);
    await admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
      input: { uid: dataset },
    });
    await admin.data('mutation ($input: PageActionInput!) { deletePage(input: $input) { __typename } }', {
      input: { uid: page },
    });
    expect(await relationsOf(unauthenticated, source, 'uses')).toEqual([1, `usage ${map}`]);
    expect(await write(admin, 'deleteAsset', { uid: map })).toEqual(['deleteAsset']);
    expect([
      await relationsOf(unauthenticated, source, 'uses'),
      await relationsOf(unauthenticated, source, 'sources'),
    ]).toEqual([[0], [0]]);
    expect(await db.rows(sql`select 1 from portal_asset where uid in (${dataset}, ${page}, ${map})`)).toEqual([]);
  });
});

test('an asset that is deleted while it is related is not found', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const use = await seedAsset(admin);
      const gone = index % 2 ? await seedAsset(admin) : await seedPublishedDataset(app);
      const deletion =
        index % 2
          ? write(admin, 'deleteAsset', { uid: gone })
          : admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
              input: { uid: gone },
            });
      const ends = index % 3 ? { sourceUid: gone, useUid: use } : { sourceUid: use, useUid: gone };
      const [answer] = await Promise.all([
        write(admin, 'createAssetRelation', { ...ends, relationType: 'usage' }),
        deletion,
      ]);
      expect([
        await relationsOf(unauthenticated, use, 'uses'),
        await relationsOf(unauthenticated, use, 'sources'),
      ]).toEqual([[0], [0]]);
      return answer[0];
    }),
  );
  expect(
    answers.filter((answer) => !['createAssetRelation', 'NOT_FOUND', 'INVALID_INPUT'].includes(answer ?? '')),
  ).toEqual([]);
});

test('assets that are related in both directions at once do not wait for each other', async () => {
  const uids = await Promise.all([
    seedAsset(admin),
    seedAsset(admin),
    seedPublishedDataset(app),
    seedPublishedDataset(app),
  ]);
  const pairs = uids.flatMap((sourceUid) =>
    uids.flatMap((useUid) => (sourceUid === useUid ? [] : [{ sourceUid, useUid, relationType: 'join' }])),
  );
  const answers = await Promise.all(
    [...pairs, ...pairs].map((relation) => write(admin, 'createAssetRelation', relation)),
  );
  expect(answers.flat().filter((answer) => answer !== 'createAssetRelation')).toEqual([]);
});

test("the catalog derives relations from a published page's data providers", async () => {
  const dataset = await seedPublishedDataset(app, { datasetId: 'air-stations' });
  const page = await seedStudioPage(admin, {
    slug: 'stations',
    content: {
      dataProviders: {
        one: { dataset_id: 'air-stations' },
        two: { dataset_id: dataset },
        gone: { dataset_id: 'gone' },
      },
    },
  });
  expect(await relationsOf(unauthenticated, dataset, 'uses')).toEqual([1, `usage ${page}`]);
  expect(await relationsOf(unauthenticated, page, 'sources')).toEqual([1, `usage ${dataset}`]);
  expect(
    await write(admin, 'deleteAssetRelation', { sourceUid: dataset, useUid: page, relationType: 'usage' }),
  ).toEqual(['NOT_FOUND']);
  await addRelation(admin, dataset, page);
  expect(await relationsOf(unauthenticated, dataset, 'uses')).toEqual([1, `usage ${page}`]);
});

test('assets hidden from the caller leave no gap in lists, counts and pages', async () => {
  const source = await seedAsset(admin);
  const [open, draft, secret] = [
    await seedPublishedDataset(app),
    await seedDataset(admin),
    await seedPublishedDataset(app, { isRestricted: true }),
  ];
  const [page, hidden] = [
    await seedStudioPage(admin, { slug: 'open' }),
    await seedCodeEditorPage(admin, { slug: 'hidden', isRestricted: true }),
  ];
  for (const use of [open, draft, secret, page, hidden]) await addRelation(admin, source, use);
  const [user, member] = [await seedUser(app, 'reader'), await seedUser(app, 'member', { groups: ['page_readers'] })];
  await seedRuleset(app, secret, { user: 'reader' });
  await admin.data(replacePageRuleset, {
    input: { uid: hidden, grantee: { groupUid: 'page_readers' }, permissions: ['explore_restricted_page'] },
  });
  const listed = (...uids: string[]) => [uids.length, ...uids.toSorted().map((uid) => `usage ${uid}`)];
  expect(await relationsOf(unauthenticated, source, 'uses')).toEqual(listed(open, page));
  expect(await relationsOf(user, source, 'uses')).toEqual(listed(open, page, secret));
  expect(await relationsOf(member, source, 'uses')).toEqual(listed(open, page, hidden));
  expect(await relationsOf(admin, source, 'uses')).toEqual(listed(open, page, secret, hidden));
  expect(await relationsOf(unauthenticated, source, 'uses', '(first: 1, offset: 1)')).toEqual([
    2,
    listed(open, page)[2],
  ]);
  for (const uid of [draft, secret, hidden, 'da_none00'])
    expect(await unauthenticated.data(`{ asset(uid: "${uid}") { uid } }`)).toEqual({ asset: null });
});

test('nothing is related while the portal does not show it', async () => {
  const [source, use] = [await seedAsset(admin), await seedPublishedDataset(app)];
  await addRelation(admin, source, use);
  await enableMarketplace(app, false);
  const { asset } = await unauthenticated.data(
    `{ asset(uid: "${source}") { uses { totalCount nodes { relationType } } lineage(direction: uses) { hops { depth } isTruncated } } }`,
  );
  expect(asset).toEqual({ uses: { totalCount: 0, nodes: [] }, lineage: { hops: [], isTruncated: false } });
  await enableMarketplace(app);
  expect(await relationsOf(unauthenticated, source, 'uses')).toEqual([1, `usage ${use}`]);
});

test('callers who may change an asset may record that it uses another asset that they see', async () => {
  const [dataset, draft, page, map, secret] = [
    await seedPublishedDataset(app),
    await seedDataset(admin),
    await seedStudioPage(admin, { slug: 'theirs' }),
    await seedAsset(admin),
    await seedPublishedDataset(app, { isRestricted: true }),
  ];
  const [editor, pages, reader] = [
    await seedUser(app, 'editor'),
    await seedUser(app, 'pages', { permissions: ['edit_page'] }),
    await seedUser(app, 'nobody'),
  ];
  for (const uid of [dataset, draft]) await seedRuleset(app, uid, { user: 'editor', permissions: ['edit_dataset'] });
  const says = (client: Client, sourceUid: string, useUid: string) =>
    write(client, 'createAssetRelation', { sourceUid, useUid, relationType: 'source' });
  const [made, denied, unseen] = [['createAssetRelation'], ['PERMISSION_DENIED'], ['INVALID_INPUT', 'sourceUid']];
  expect([
    await says(editor, map, dataset),
    await says(editor, map, draft),
    await says(editor, draft, dataset),
    await says(editor, map, page),
    await says(editor, page, map),
  ]).toEqual([made, made, made, denied, denied]);
  expect([await says(pages, dataset, page), await says(pages, dataset, map), await says(pages, map, dataset)]).toEqual([
    made,
    made,
    denied,
  ]);
  expect([await says(reader, map, dataset), await says(unauthenticated, map, dataset)]).toEqual([
    denied,
    ['UNAUTHORIZED'],
  ]);
  for (const hidden of [secret, 'da_none00', ''])
    expect([await says(editor, hidden, dataset), await says(editor, map, hidden)]).toEqual([unseen, ['NOT_FOUND']]);
  expect([await says(pages, draft, page), await says(admin, map, map)]).toEqual([unseen, unseen]);
  await addRelation(admin, secret, dataset);
  for (const sourceUid of [secret, 'da_none00'])
    expect(await write(editor, 'deleteAssetRelation', { sourceUid, useUid: dataset, relationType: 'usage' })).toEqual([
      'NOT_FOUND',
    ]);
  for (const mutation of [createAssetRelation, deleteAssetRelation]) {
    expect(
      (await editor.graph(mutation, { input: { sourceUid: map, useUid: draft, relationType: 'source' } })).data,
    ).toEqual({
      [mutation === createAssetRelation ? 'createAssetRelation' : 'deleteAssetRelation']: {
        source: { uid: map },
        use: null,
      },
    });
  }
});

test('callers who may edit pages manage maps, charts and external assets', async () => {
  const [dataset, page, map] = [
    await seedPublishedDataset(app),
    await seedStudioPage(admin, { slug: 'kept' }),
    await seedAsset(admin),
  ];
  const [pages, reader] = [
    await seedUser(app, 'page_editor', { permissions: ['edit_page'] }),
    await seedUser(app, 'page_reader'),
  ];
  const input = { assetType: 'chart', title: 'A chart' };
  expect([
    await write(unauthenticated, 'createAsset', input),
    await write(reader, 'createAsset', input),
    await write(pages, 'createAsset', input),
  ]).toEqual([['UNAUTHORIZED'], ['PERMISSION_DENIED'], ['createAsset']]);
  for (const uid of [map, page])
    expect([
      await write(reader, 'updateAsset', { uid, category: 'a' }),
      await write(pages, 'updateAsset', { uid, category: 'a' }),
    ]).toEqual([['PERMISSION_DENIED'], ['updateAsset']]);
  expect([
    await write(pages, 'updateAsset', { uid: dataset, category: 'a' }),
    await write(pages, 'updateAsset', { uid: 'as_none00', category: 'a' }),
  ]).toEqual([['PERMISSION_DENIED'], ['NOT_FOUND']]);
  for (const uid of [dataset, page])
    expect([
      await write(admin, 'deleteAsset', { uid }),
      await write(admin, 'updateAsset', { uid, title: 'a', url: 'https://a.org' }),
    ]).toEqual([
      ['INVALID_INPUT', 'uid'],
      ['INVALID_INPUT', 'title', 'url'],
    ]);
  expect([await write(reader, 'deleteAsset', { uid: map }), await write(pages, 'deleteAsset', { uid: map })]).toEqual([
    ['PERMISSION_DENIED'],
    ['deleteAsset'],
  ]);
  expect(await write(clientOf(app, 'nonsense'), 'deleteAsset', { uid: map })).toEqual(['UNAUTHORIZED']);
});

test.each([
  ['title', ['', ' ', 'a\nb', 'a'.repeat(251), '\u0000', '\ud800']],
  [
    'url',
    [
      '',
      'x',
      'ftp://a.org',
      'javascript:alert(1)',
      'https://u:p@a.org',
      `https://a.org/${'a'.repeat(4_000)}`,
      '\u0000',
    ],
  ],
  ['category', ['', ' ', 'a\tb', 'a'.repeat(201), '\ud800']],
] as const)('an asset whose %s cannot be is refused by its name', async (field, values) => {
  const uid = await seedAsset(admin, { category: 'Kept' });
  for (const value of values) {
    const answers = [
      await write(admin, 'createAsset', { assetType: 'map', title: 'a', [field]: value }),
      await write(admin, 'updateAsset', { uid, [field]: value }),
    ];
    expect([value, answers]).toEqual([
      value,
      [
        ['INVALID_INPUT', field],
        ['INVALID_INPUT', field],
      ],
    ]);
  }
  expect(await write(admin, 'createAsset', { assetType: 'external_asset', title: 'a' })).toEqual([
    'INVALID_INPUT',
    'url',
  ]);
  expect((await write(admin, 'createAsset', { assetType: 'dataset', title: 'a' }))[0]).toBe('INVALID_INPUT');
  expect(await write(admin, 'updateAsset', { uid, title: null })).toEqual(['INVALID_INPUT', 'title']);
  expect((await unauthenticated.data(`{ asset(uid: "${uid}") { title category } }`)).asset).toEqual({
    title: 'A map',
    category: 'Kept',
  });
});
