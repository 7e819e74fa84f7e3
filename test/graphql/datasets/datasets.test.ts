import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();

test('a dataset is created, found by uid and by identifier, and listed', async () => {
  const { createDataset } = await app.admin.data(`mutation {
    createDataset(input: { metadata: { default: { title: { value: "Weather of Seattle" } } } }) {
      dataset { id uid datasetId revision isPublished createdBy { username } }
    }
  }`);
  const { uid, id, ...rest } = createDataset.dataset;
  expect(rest).toEqual({
    datasetId: 'weather-of-seattle',
    revision: 1,
    isPublished: false,
    createdBy: { username: 'admin' },
  });
  const found = await app.admin.data(
    `query ($uid: ID!, $id: ID!) {
    byUid: dataset(by: { uid: $uid }) { uid }
    byName: dataset(by: { datasetId: "weather-of-seattle" }) { uid }
    node(id: $id) { __typename id }
    datasets { totalCount nodes { uid updatedBy { username } } edges { cursor } pageInfo { hasNextPage } }
  }`,
    { uid, id },
  );
  expect(found).toMatchObject({
    byUid: { uid },
    byName: { uid },
    node: { __typename: 'Dataset', id },
    datasets: { totalCount: 1, nodes: [{ uid }] },
  });
});

const titled = (title: string) => ({ metadata: { default: { title: { value: title } } } });
const create = 'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid datasetId } } }';
const update =
  'mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { datasetId revision isRestricted } } }';

test('of thirty parallel creations with one dataset_id exactly one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => app.admin.graph(create, { input: { datasetId: 'wanted', metadata: {} } })),
  );
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
  const codes = answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code));
  expect(new Set(codes)).toEqual(new Set(['DATASET_ID_TAKEN']));
});

test('a dataset without an identifier gets one from its title, with a number when it is taken, else its uid', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.admin.data(create, { input: titled('Élections 2026') })),
  );
  expect(answers.map(({ createDataset }) => createDataset.dataset.datasetId).sort()).toEqual([
    'elections-2026',
    'elections-2026-1',
    'elections-2026-2',
    'elections-2026-3',
    'elections-2026-4',
  ]);
  const {
    createDataset: { dataset },
  } = await app.admin.data(create, { input: titled('北京') });
  expect(dataset.datasetId).toBe(dataset.uid);
});

test("an identifier that is another dataset's uid, or no identifier at all, is refused", async () => {
  const uid = await seedDataset(app.admin);
  expect(
    (await app.admin.graph(create, { input: { datasetId: uid, metadata: {} } })).errors?.[0]?.extensions.code,
  ).toBe('DATASET_ID_TAKEN');
  for (const datasetId of ['', ' ', 'a/b', 'a\u0000', 'x'.repeat(201)]) {
    const { errors } = await app.admin.graph(create, { input: { datasetId, metadata: {} } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { datasetId: [expect.any(String)] },
    });
  }
});

test('the identifier is frozen while the dataset is published, and free again after deletion', async () => {
  const uid = await seedDataset(app.admin, { datasetId: 'frozen' });
  await app.services.db.rows(sql`update dataset set is_published = true where uid = ${uid}`);
  expect((await app.admin.graph(update, { input: { uid, datasetId: 'other' } })).errors?.[0]?.extensions.code).toBe(
    'DATASET_ID_FROZEN',
  );
  expect((await app.admin.data(update, { input: { uid, datasetId: 'frozen' } })).updateDataset.dataset.revision).toBe(
    2,
  );
  await app.admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
    input: { uid },
  });
  await seedDataset(app.admin, { datasetId: 'frozen' });
});

test('a change with an expected revision is refused at any other revision', async () => {
  const uid = await seedDataset(app.admin);
  expect(
    (await app.admin.data(update, { input: { uid, isRestricted: true, expectedRevision: 1 } })).updateDataset.dataset,
  ).toMatchObject({ revision: 2, isRestricted: true });
  expect(
    (await app.admin.graph(update, { input: { uid, isRestricted: false, expectedRevision: 1 } })).errors?.[0]
      ?.extensions.code,
  ).toBe('REVISION_MISMATCH');
  expect((await app.admin.data(update, { input: { uid } })).updateDataset.dataset).toMatchObject({
    revision: 2,
    isRestricted: true,
  });
});

test('pages by cursor and pages by offset lead through the same list', async () => {
  for (let count = 0; count < 7; count += 1) await seedDataset(app.admin);
  const {
    datasets: { nodes },
  } = await app.admin.data('{ datasets(first: 1000) { nodes { uid } } }');
  const walked: { uid: string }[] = [];
  for (let after: string | null = null; ;) {
    const { datasets } = await app.admin.data(
      'query ($after: String) { datasets(first: 3, after: $after) { nodes { uid } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    walked.push(...datasets.nodes);
    after = datasets.pageInfo.endCursor;
    if (!datasets.pageInfo.hasNextPage) break;
  }
  expect(walked).toEqual(nodes);
  expect((await app.admin.data('{ datasets(first: 3, offset: 2) { nodes { uid } } }')).datasets.nodes).toEqual(
    nodes.slice(2, 5),
  );
});

test('a list is read from its end by last and before, in the order of the list', async () => {
  for (let count = 0; count < 7; count += 1) await seedDataset(app.admin);
  const page = async (variables: object) => {
    const { datasets } = await app.admin.data(
      `query ($last: Int, $before: String, $after: String) { datasets(last: $last, before: $before, after: $after, first: 1000) {
        nodes { uid } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      variables,
    );
    return datasets;
  };
  const all = await page({});
  const lastThree = await page({ last: 3 });
  expect(lastThree).toMatchObject({
    nodes: all.nodes.slice(-3),
    pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: all.pageInfo.endCursor },
  });
  const beforeThose = await page({ last: 3, before: lastThree.pageInfo.startCursor });
  expect(beforeThose).toMatchObject({
    nodes: all.nodes.slice(-6, -3),
    pageInfo: { hasNextPage: true, hasPreviousPage: true },
  });
  expect(
    (await page({ after: beforeThose.pageInfo.startCursor, before: lastThree.pageInfo.startCursor })).nodes,
  ).toEqual(all.nodes.slice(-5, -3));
  expect(await page({ last: 1000, before: lastThree.pageInfo.startCursor })).toMatchObject({
    nodes: all.nodes.slice(0, -3),
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
});

test('a page beyond the limit or after an invalid cursor is refused', async () => {
  for (const page of [
    'first: 1001',
    'first: -1',
    'offset: -1',
    'after: "x"',
    'after: "W10"',
    'after: "WyIyMDI2IiwieCJd"',
    'last: 1001',
    'last: -1',
    'before: "x"',
  ]) {
    const { errors } = await app.admin.graph(`{ datasets(${page}) { nodes { uid } } }`);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [page.slice(0, page.indexOf(':'))]: [expect.any(String)] },
    });
  }
});

test('an argument that may not be null is refused by its name, from a variable too', async () => {
  const { errors } = await app.admin.graph(
    `query ($uid: ID!, $depth: Int) { dataset(by: { uid: $uid }) { lineage(direction: uses, depth: $depth) { hops { depth } } } }`,
    { uid: await seedDataset(app.admin), depth: null },
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { depth: [expect.any(String)] } });
});

test('an argument of a page that is null has its default, so that all may stand next to last', async () => {
  const query =
    'query ($first: Int, $last: Int, $offset: Int) { datasets(first: $first, last: $last, offset: $offset) { nodes { uid } } }';
  for (let count = 0; count < 3; count++) await seedDataset(app.admin);
  const shown = async (variables: object) => (await app.admin.data(query, variables)).datasets.nodes;
  expect(await shown({ first: null })).toEqual(await shown({}));
  expect(await shown({ offset: null })).toEqual(await shown({}));
  expect(await shown({ first: null, last: 1 })).toEqual((await shown({ first: 1000 })).slice(-1));
});

let seconds = 0;
const slow = await testApp({}, { clock: { now: () => new Date(Date.UTC(2026, 0, 15, 0, 0, (seconds += 1))) } });

test('a new dataset was changed when it was created', async () => {
  const {
    createDataset: { dataset },
  } = await slow.admin.data(
    'mutation { createDataset(input: { metadata: {} }) { dataset { uid createdAt updatedAt } } }',
  );
  expect(dataset.updatedAt).toBe(dataset.createdAt);
  const {
    copyDataset: { dataset: copy },
  } = await slow.admin.data(
    'mutation ($uid: ID!) { copyDataset(input: { uid: $uid }) { dataset { createdAt updatedAt } } }',
    { uid: dataset.uid },
  );
  expect(copy.updatedAt).toBe(copy.createdAt);
});
