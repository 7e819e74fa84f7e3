import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { db } = app.services;
const editor = await seedUser(app, 'editor', { groups: ['editors'] });
await seedUser(app, 'ada');

// titles and times repeat, some datasets have no title, and the editor may edit some
await db.rows(sql`
  insert into dataset (uid, dataset_id, created_at, updated_at, status_since, created_by, is_published, is_restricted, status, default_security, metadata)
  select 'da_' || md5(n::text), 'set-' || lpad(((n * 7) % 40)::text, 2, '0'), made, made + interval '1 day', made,
    case when n % 4 = 0 then 'editor' when n % 4 = 1 then 'ada' end, n % 3 = 0, n % 5 = 0, (array['idle', 'error', 'queued'])[1 + n % 3], '{}',
    case when n % 6 = 0 then '{}'::jsonb else jsonb_build_object('default', jsonb_build_object('title', jsonb_build_object('value',
      (array['Zoo of Zürich', 'about trees', 'Über uns', 'Trees of Zürich'])[1 + n % 4]))) end
  from generate_series(1, 40) n, lateral (select timestamptz '2026-01-01' + (n / 3) * interval '1 hour') at(made)`);
await db.rows(sql`
  insert into ruleset (dataset_uid, group_uid, permissions, security)
  select uid, 'editors', '{edit_dataset}', '{}' from dataset where uid like 'da_c%'`);

/** What each caller may edit. */
const callers = [
  [app.admin, 'true'],
  [editor, "(created_by = 'editor' or uid like 'da_c%')"],
] as const;

const list = `query ($filter: DatasetFilter, $orderBy: [DatasetOrder!], $first: Int, $last: Int, $after: String, $before: String) {
  datasets(filter: $filter, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) {
    totalCount nodes { datasetId } edges { cursor } pageInfo { hasNextPage hasPreviousPage } } }`;

const ask = async (client: typeof editor, variables: object) => {
  const { totalCount, nodes, edges, pageInfo } = (await client.data(list, { ...variables })).datasets;
  return {
    totalCount,
    pageInfo,
    ids: nodes.map(({ datasetId }: { datasetId: string }) => datasetId),
    cursors: edges.map(({ cursor }: { cursor: string }) => cursor),
  };
};

const idsWhere = async (where: string, order: string): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(
    sql`select dataset_id as id from dataset where ${sqlText(where)} order by ${sqlText(order)}`,
  );
  return rows.map(({ id }) => id);
};

test.each([
  [{ title: 'zurich' }, "metadata::text ~ 'Zürich'"],
  [{ title: 'ÜBER un' }, "metadata::text ~ 'Über uns'"],
  [{ title: 'tree' }, "metadata::text ~* 'trees'"],
  [{ title: 'tree zurich' }, 'false'],
  [{ title: '' }, 'true'],
  [{ datasetId: 'set-07' }, "dataset_id = 'set-07'"],
  [{ isPublished: true }, 'is_published'],
  [{ isPublished: false, isRestricted: true }, 'not is_published and is_restricted'],
  [{ status: ['error', 'queued'] }, "status in ('error', 'queued')"],
  [{ status: [] }, 'false'],
  [{ createdBy: 'ada' }, "created_by = 'ada'"],
  [{ updatedBy: 'ada' }, 'false'],
  [
    { updatedAt: { from: '2026-01-02T03:00:00Z', until: '2026-01-02T06:00:00+01:00' } },
    "updated_at >= '2026-01-02T03:00Z' and updated_at < '2026-01-02T05:00Z'",
  ],
  [{ createdAt: { from: '2026-01-01T05:00:00Z' } }, "created_at >= '2026-01-01T05:00Z'"],
  [{ createdAt: { from: null, until: null }, title: null }, 'true'],
  [{}, 'true'],
] as const)('the filter %j finds the datasets of each editor where %s, and no others', async (filter, where) => {
  for (const [client, editable] of callers) {
    const expected = await idsWhere(`${editable} and (${where})`, 'created_at, uid');
    expect(await ask(client, { filter, first: 100 })).toMatchObject({ ids: expected, totalCount: expected.length });
  }
});

const title = 'title collate "und-x-icu"';

test.each([
  [[{ field: 'TITLE' }], `${title}, uid`],
  [[{ field: 'TITLE', direction: 'DESC' }], `${title} desc, uid desc`],
  [[{ field: 'DATASET_ID' }], 'dataset_id'],
  [[{ field: 'DATASET_ID', direction: 'DESC' }], 'dataset_id desc'],
  [[{ field: 'CREATED_AT', direction: 'ASC' }], 'created_at, uid'],
  [[{ field: 'UPDATED_AT', direction: 'DESC' }], 'updated_at desc, uid desc'],
  [[{ field: 'TITLE' }, { field: 'UPDATED_AT', direction: 'DESC' }], `${title}, updated_at desc, uid`],
  [
    [{ field: 'UPDATED_AT', direction: 'DESC' }, { field: 'TITLE' }, { field: 'DATASET_ID', direction: 'DESC' }],
    `updated_at desc, ${title}, dataset_id desc`,
  ],
] as const)('the order %j is that of %s, whichever way it is paged', async (orderBy, order) => {
  for (const [client, editable] of callers) {
    const expected = await idsWhere(editable, order);
    const { ids, cursors } = await ask(client, { orderBy, first: 100 });
    expect(ids).toEqual(expected);
    const walked: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await ask(client, { orderBy, first: 3, after });
      walked.push(...page.ids);
      after = page.cursors.at(-1);
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(walked).toEqual(expected);
    expect(await ask(client, { orderBy, last: 4, before: cursors[6] })).toMatchObject({ ids: expected.slice(2, 6) });
    expect(await ask(client, { orderBy, last: 3, filter: { isPublished: true } })).toMatchObject({
      ids: (await idsWhere(`${editable} and is_published`, order)).slice(-3),
    });
  }
});

test.each([
  [{ filter: { title: 'x'.repeat(201) } }, 'filter.title'],
  [{ orderBy: [{ field: 'TITLE' }, { field: 'TITLE', direction: 'DESC' }] }, 'orderBy'],
  [
    {
      orderBy: ['TITLE', 'DATASET_ID', 'CREATED_AT', 'UPDATED_AT', 'TITLE'].map((field) => ({ field })),
    },
    'orderBy',
  ],
  [{ orderBy: [{ field: 'TITLE' }], after: 'WyJhIl0' }, 'after'],
])('the arguments %j are refused at %s', async (variables, path) => {
  const { errors } = await app.admin.graph(list, variables);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { [path]: [expect.any(String)] } });
});

test('a cursor of another order is refused', async () => {
  const page =
    'query ($orderBy: [DatasetOrder!], $after: String) { datasets(first: 1, orderBy: $orderBy, after: $after) { pageInfo { endCursor } } }';
  const ordersOfInstants = [
    [{ field: 'CREATED_AT' }],
    [{ field: 'UPDATED_AT' }],
    [{ field: 'UPDATED_AT', direction: 'DESC' }],
  ];
  for (const orderBy of ordersOfInstants) {
    const { datasets } = await app.admin.data(page, { orderBy });
    for (const other of ordersOfInstants) {
      const { errors } = await app.admin.graph(page, { orderBy: other, after: datasets.pageInfo.endCursor });
      expect([orderBy, other, errors?.[0]?.extensions['code']]).toEqual([
        orderBy,
        other,
        other === orderBy ? undefined : 'INVALID_INPUT',
      ]);
    }
  }
});
