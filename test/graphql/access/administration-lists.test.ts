import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const { db } = app.services;
const member = await seedUser(app, 'member', { groups: ['mixed'] });
const dataset = await seedDataset(admin);

// texts and times repeat, and some of each kind differ in each respect
const made = sqlText("timestamptz '2026-01-01' + (n / 3) * interval '1 hour'");
await db.rows(sql`
  insert into user_account (username, permissions, is_active, created_at)
  select (array['zoë', 'ada', 'bob'])[1 + n % 3] || '.' || n || '@example.org',
    case when n % 4 = 0 then '{edit_form}'::text[] else '{}' end, n % 5 <> 0, ${made} from generate_series(1, 20) n`);
await db.rows(sql`
  insert into user_group (uid, title, permissions, created_at)
  select 'group_' || lpad(((n * 7) % 12)::text, 2, '0'), (array['Zürich', 'about trees', 'Über uns'])[1 + n % 3],
    case when n % 4 = 0 then '{moderate_form}'::text[] else '{}' end, ${made} from generate_series(1, 12) n`);
await db.rows(sql`
  insert into membership (username, group_uid) select username, uid from user_account u, user_group g
  where username like '%@%' and (uid = 'mixed' or username like 'ada.1@%') and (length(username) + length(title)) % 3 <> 0`);
await db.rows(sql`
  insert into api_key (uid, username, label, hash, is_read_only, datasets, created_at, expires_at, revoked_at)
  select 'ak_' || n, owner, 'Clé ' || n % 4, md5(owner || n::text), n % 3 = 0, case when n % 5 = 0 then array['da_' || n, 'da_x'] end, ${made},
    case when n % 2 = 0 then now() + (n - 8) * interval '1 day' + interval '1 hour' end, case when n % 7 = 0 then now() end
  from generate_series(1, 16) n, unnest(array['member']) owner`);
await db.rows(sql`
  insert into connection (uid, type, settings, is_reusable, created_by, created_at, updated_at)
  select 'co_' || lpad(((n * 7) % 16)::text, 2, '0'), (array['http', 'ftp', 'amazon_s3'])[1 + n % 3],
    case when n % 3 < 2 then jsonb_build_object('url', 'https://' || (array['data', 'files'])[1 + n % 2] || '.example.org/') else '{}'::jsonb end, n % 4 <> 0,
    case when n % 5 < 3 then 'member' end, ${made}, ${made} + (n % 4) * interval '1 day' from generate_series(1, 16) n`);
await db.rows(sql`
  insert into dataset_schedule (uid, dataset_uid, cron_schedule, created_by, scopes, created_at, next_run_at)
  select 'sc_' || n, ${dataset}, '0 6 * * *', case when n % 2 = 0 then 'member' end, '{}', ${made}, now() from generate_series(1, 8) n`);
await db.rows(sql`
  insert into portal_asset (uid, asset_type, title, category, is_showcase)
  select 'as_' || n, (array['map', 'chart'])[1 + n % 2], (array['Zürich', 'Map of trees', 'über'])[1 + n % 3], case when n % 2 = 0 then 'Water' end, n % 5 = 0
  from generate_series(1, 9) n`);
await db.rows(sql`
  insert into identity_provider (uid, type, place, name, login_link, labels, is_active)
  select 'ip_' || n, (array['GOVSSO', 'SAML', 'OIDC'])[n % 3 + 1], n % 3, 'Stadt Zürich ' || n, '/' || n, '{}', n % 3 <> 1 from generate_series(1, 6) n`);

await db.rows(sql`
  insert into deletion (uid, kind, name, title, deleted_at, deleted_by, expires_at)
  select 'de_' || n, (array['dataset', 'form'])[1 + n % 2], 'name-' || n, (array['Zürich', 'Trees'])[1 + n % 4 / 2], ${made},
    case when n % 3 = 0 then 'member' end, timestamptz '9999-01-01' from generate_series(1, 12) n`);

/** A list: the names of its inputs, the key of its items, its rows, and the object that it is a field of. */
interface List {
  readonly field: string;
  readonly type: string;
  readonly key: string;
  readonly from: string;
  readonly order: string;
  readonly parent?: string;
}

const lists = {
  users: { field: 'users', type: 'User', key: 'username', from: 'user_account t', order: 't.username' },
  groups: { field: 'groups', type: 'Group', key: 'uid', from: 'user_group t', order: 't.uid' },
  groupsOfUser: {
    field: 'groups',
    type: 'Group',
    key: 'uid',
    from: "(select g.* from user_group g join membership m on m.group_uid = g.uid where m.username = 'ada.1@example.org') t",
    order: 't.uid',
    parent: 'user(username: "ada.1@example.org")',
  },
  members: {
    field: 'members',
    type: 'User',
    key: 'username',
    from: "(select u.* from user_account u join membership m using (username) where m.group_uid = 'mixed') t",
    order: 't.username',
    parent: 'group(uid: "mixed")',
  },
  keys: {
    field: 'keys',
    type: 'ApiKey',
    key: 'uid',
    from: "(select * from api_key where username = 'member') t",
    order: 't.created_at, t.uid',
    parent: 'user(username: "member")',
  },
  connections: {
    field: 'datasourceConnections',
    type: 'DatasourceConnection',
    key: 'uid',
    from: 'connection t',
    order: 't.created_at, t.uid',
  },
  schedules: {
    field: 'schedules',
    type: 'Schedule',
    key: 'uid',
    from: 'dataset_schedule t',
    order: 't.created_at, t.uid',
    parent: `dataset(by: { uid: "${dataset}" })`,
  },
  assets: { field: 'storedAssets', type: 'Asset', key: 'uid', from: 'portal_asset t', order: 't.title, t.uid' },
  deletedDatasets: {
    field: 'deletedDatasets',
    type: 'DeletedDataset',
    key: 'uid',
    from: "(select * from deletion where kind = 'dataset') t",
    order: 't.deleted_at desc, t.uid desc',
  },
  deletedForms: {
    field: 'deletedForms',
    type: 'DeletedForm',
    key: 'uid',
    from: "(select * from deletion where kind = 'form') t",
    order: 't.deleted_at desc, t.uid desc',
  },
  providers: {
    field: 'identityProviders',
    type: 'IdentityProvider',
    key: 'uid',
    from: 'identity_provider t',
    order: 't.place, t.name, t.uid',
  },
} as const satisfies Record<string, List>;

type Lists = typeof lists;

/** Requests a page of a list. */
async function ask(
  client: Client,
  { field, type, key, parent }: List,
  { orderBy, ...variables }: Readonly<Record<string, unknown>>,
) {
  const order = orderBy === undefined ? ['', ''] : [`, $orderBy: [${type}Order!]`, ', orderBy: $orderBy'];
  const page = `${field}(filter: $filter, first: $first, last: $last, after: $after, before: $before${order[1]}) {
    totalCount nodes { ${key} } edges { cursor } pageInfo { hasNextPage hasPreviousPage } }`;
  const query = `query ($filter: ${type}Filter, $first: Int, $last: Int, $after: String, $before: String${order[0]}) { ${parent ? `${parent} { ${page} }` : page} }`;
  const { data, errors } = await client.graph(query, { ...variables, ...(orderBy !== undefined && { orderBy }) });
  const holder = parent ? Object.values(data ?? {})[0] : data;
  const found = holder?.[field];
  return {
    refusal: errors?.[0]?.extensions,
    totalCount: found?.totalCount,
    pageInfo: found?.pageInfo,
    keys: found?.nodes.map((node: Readonly<Record<string, string>>) => node[key]) as readonly string[],
    cursors: found?.edges.map(({ cursor }: { cursor: string }) => cursor) as readonly string[],
  };
}

const keysWhere = async ({ key, from }: List, where: string, order: string): Promise<readonly string[]> => {
  const rows = await db.rows<{ key: string }>(
    sql`select t.${sqlText(key)} as key from ${sqlText(from)} where ${sqlText(where)} order by ${sqlText(order)}`,
  );
  return rows.map((row) => row.key);
};

const isValid = '(revoked_at is null and (expires_at is null or expires_at > now()))';
const hasForm = "exists (select 1 from membership m where m.username = t.username and m.group_uid = 'group_00')";

test.each<readonly [keyof Lists, object, string]>([
  ['users', { username: 'ZOE' }, "username like 'zoë%'"],
  ['users', { username: 'example ada' }, "username like 'ada%'"],
  ['users', { username: '"; %' }, 'true'],
  ['users', { isActive: false }, 'not is_active'],
  ['users', { permission: 'edit_form' }, "'edit_form' = any(permissions)"],
  [
    'users',
    { permission: 'moderate_form' },
    "exists (select from membership m join user_group g on g.uid = group_uid where m.username = t.username and 'moderate_form' = any(g.permissions))",
  ],
  [
    'users',
    { groupUid: 'mixed' },
    "exists (select from membership m where m.username = t.username and group_uid = 'mixed')",
  ],
  ['users', { groupUid: 'none' }, 'false'],
  [
    'users',
    { createdAt: { from: '2026-01-01T01:00:00Z', until: '2026-01-01T05:00:00+01:00' }, isActive: true },
    "is_active and created_at >= '2026-01-01T01:00Z' and created_at < '2026-01-01T04:00Z'",
  ],
  ['users', { username: null, isActive: null, createdAt: { from: null } }, 'true'],
  ['groups', { title: 'zurich' }, "title = 'Zürich'"],
  [
    'groups',
    { permission: 'moderate_form', createdAt: { from: '2026-01-01T02:00:00Z' } },
    "'moderate_form' = any(permissions) and created_at >= '2026-01-01T02:00Z'",
  ],
  ['groupsOfUser', { title: 'uber' }, "title = 'Über uns'"],
  ['groupsOfUser', { permission: 'moderate_form' }, "'moderate_form' = any(permissions)"],
  ['members', { username: 'bob' }, "username like 'bob%'"],
  [
    'members',
    { isActive: false, createdAt: { until: '2026-01-01T05:00:00Z' } },
    "not is_active and created_at < '2026-01-01T05:00Z'",
  ],
  ['members', { groupUid: 'group_00' }, hasForm],
  ['keys', { label: 'cle 1' }, "label = 'Clé 1'"],
  ['keys', { isValid: true }, isValid],
  ['keys', { isValid: false, isReadOnly: true }, `not ${isValid} and is_read_only`],
  ['keys', { datasetUid: 'da_10' }, "'da_10' = any(datasets)"],
  ['keys', { expiresAt: { from: '2000-01-01T00:00:00Z' } }, 'expires_at is not null'],
  ['keys', { createdAt: { until: '2026-01-01T03:00:00Z' } }, "created_at < '2026-01-01T03:00Z'"],
  ['connections', { url: 'data example' }, "settings ->> 'url' like '%//data.%'"],
  ['connections', { type: ['ftp', 'amazon_s3'] }, "type in ('ftp', 'amazon_s3')"],
  ['connections', { type: [] }, 'false'],
  ['connections', { isReusable: false }, 'not is_reusable'],
  ['connections', { createdBy: 'member' }, "created_by = 'member'"],
  [
    'connections',
    { updatedAt: { from: '2026-01-03T00:00:00Z' }, createdAt: { until: '2026-01-01T04:00:00Z' } },
    "updated_at >= '2026-01-03Z' and created_at < '2026-01-01T04:00Z'",
  ],
  ['schedules', { createdBy: 'member' }, "created_by = 'member'"],
  ['schedules', { createdAt: { from: '2026-01-01T01:00:00Z' } }, "created_at >= '2026-01-01T01:00Z'"],
  ['assets', { title: 'zur' }, "title = 'Zürich'"],
  ['assets', { assetType: ['chart'], isShowcase: false }, "asset_type = 'chart' and not is_showcase"],
  ['assets', { category: 'Water' }, "category = 'Water'"],
  ['deletedDatasets', { title: 'zurich' }, "title = 'Zürich'"],
  ['deletedDatasets', { deletedBy: 'member' }, "deleted_by = 'member'"],
  [
    'deletedForms',
    { title: 'tree', deletedAt: { from: '2026-01-01T01:00:00Z' } },
    "title = 'Trees' and deleted_at >= '2026-01-01T01:00Z'",
  ],
  ['providers', { name: 'zurich 3' }, "name = 'Stadt Zürich 3'"],
  ['providers', { type: ['SAML', 'GOVSSO'], isActive: true }, "type in ('SAML', 'GOVSSO') and is_active"],
])('of %s, the filter %j finds those where %s', async (name, filter, where) => {
  const list = lists[name];
  const expected = await keysWhere(list, where, list.order);
  expect(expected.length > 0).toBe(where !== 'false');
  expect(await ask(admin, list, { filter, first: 100 })).toMatchObject({ keys: expected, totalCount: expected.length });
  expect(await ask(admin, list, { filter, last: 2 })).toMatchObject({ keys: expected.slice(-2) });
});

const inLanguages = 't.title collate "und-x-icu"';

test.each<readonly [keyof Lists, readonly object[], string]>([
  ['users', [{ field: 'USERNAME', direction: 'DESC' }], 't.username desc'],
  ['users', [{ field: 'CREATED_AT' }], 't.created_at, t.username'],
  ['users', [{ field: 'CREATED_AT', direction: 'DESC' }, { field: 'USERNAME' }], 't.created_at desc, t.username'],
  ['groups', [{ field: 'TITLE' }], `${inLanguages}, t.uid`],
  [
    'groups',
    [{ field: 'TITLE', direction: 'DESC' }, { field: 'CREATED_AT' }],
    `${inLanguages} desc, t.created_at, t.uid desc`,
  ],
  ['groups', [{ field: 'UID', direction: 'DESC' }], 't.uid desc'],
  ['keys', [{ field: 'CREATED_AT', direction: 'DESC' }], 't.created_at desc, t.uid desc'],
  ['connections', [{ field: 'UPDATED_AT', direction: 'DESC' }], 't.updated_at desc, t.uid desc'],
  [
    'connections',
    [{ field: 'UPDATED_AT' }, { field: 'CREATED_AT', direction: 'DESC' }],
    't.updated_at, t.created_at desc, t.uid',
  ],
  ['schedules', [{ field: 'CREATED_AT', direction: 'DESC' }], 't.created_at desc, t.uid desc'],
  ['assets', [{ field: 'TITLE', direction: 'DESC' }], 't.title desc, t.uid desc'],
])('of %s, the order %j is that of %s from both ends, and its cursors fit no other', async (name, orderBy, order) => {
  const list = lists[name];
  const expected = await keysWhere(list, 'true', order);
  const { keys, cursors } = await ask(admin, list, { orderBy, first: 100 });
  expect(keys).toEqual(expected);
  expect(expected.length).toBeGreaterThan(6);
  const walked: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await ask(admin, list, { orderBy, first: 3, after });
    walked.push(...page.keys);
    after = page.cursors.at(-1);
    if (!page.pageInfo.hasNextPage) break;
  }
  expect(walked).toEqual(expected);
  expect(await ask(admin, list, { orderBy, last: 3, before: cursors[5] })).toMatchObject({
    keys: expected.slice(2, 5),
  });
  for (const argument of ['after', 'before'])
    expect((await ask(admin, list, { [argument]: cursors[1] })).refusal).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [argument]: [expect.any(String)] },
    });
});

test('without an order, lists are in that of their description', async () => {
  for (const list of Object.values(lists))
    expect([list.field, (await ask(admin, list, { first: 100 })).keys]).toEqual([
      list.field,
      await keysWhere(list, 'true', list.order),
    ]);
});

test.each<readonly [keyof Lists, object, string]>([
  ['users', { filter: { username: 'x'.repeat(201) } }, 'filter.username'],
  ['members', { filter: { username: 'x '.repeat(21) } }, 'filter.username'],
  ['connections', { orderBy: [{ field: 'UPDATED_AT' }, { field: 'UPDATED_AT' }] }, 'orderBy'],
])('of %s, the arguments %j are refused at %s', async (name, variables, path) => {
  expect((await ask(admin, lists[name], { ...variables })).refusal).toMatchObject({
    code: 'INVALID_INPUT',
    fields: { [path]: [expect.any(String)] },
  });
});

test('no filter and no order finds what the caller may not see', async () => {
  for (const list of [lists.users, lists.groups])
    expect((await ask(member, list, { filter: {} })).refusal).toMatchObject({ code: 'PERMISSION_DENIED' });
  const usable = "is_reusable and created_by = 'member'";
  for (const filter of [{}, { isReusable: false }, { url: 'example' }, { type: ['amazon_s3', 'http'] }]) {
    const all = await ask(admin, lists.connections, { filter, first: 100 });
    const seen = await keysWhere(lists.connections, usable, 't.updated_at desc, t.uid desc');
    const expected = seen.filter((uid) => all.keys.includes(uid));
    const orderBy = [{ field: 'UPDATED_AT', direction: 'DESC' }];
    expect(await ask(member, lists.connections, { filter, orderBy, first: 100 })).toMatchObject({
      keys: expected,
      totalCount: expected.length,
    });
  }
  for (const [filter, where] of [
    [{}, 'true'],
    [{ title: 'zurich' }, "title = 'Zürich'"],
    [{ deletedAt: { until: '2100-01-01T00:00:00Z' } }, 'true'],
  ] as const) {
    const own = await keysWhere(
      lists.deletedDatasets,
      `deleted_by = 'member' and ${where}`,
      lists.deletedDatasets.order,
    );
    expect(await ask(member, lists.deletedDatasets, { filter })).toMatchObject({ keys: own, totalCount: own.length });
  }
  for (const client of [member, unauthenticated]) {
    expect(await ask(client, lists.providers, { filter: { isActive: false } })).toMatchObject({
      keys: [],
      totalCount: 0,
    });
    expect(await ask(client, lists.providers, { filter: { name: 'stadt' } })).toMatchObject({ totalCount: 4 });
  }
  const { viewer } = await member.data(`{ viewer {
    groups(filter: { title: "mixed" }) { totalCount nodes { others: members(filter: { username: "ada" }) { totalCount nodes { username } } members { totalCount } } }
    keys(filter: { label: "cle" }, last: 1, orderBy: { field: CREATED_AT, direction: DESC }) { totalCount nodes { uid } } } }`);
  expect(viewer).toEqual({
    groups: { totalCount: 1, nodes: [{ others: { totalCount: 0, nodes: [] }, members: { totalCount: 1 } }] },
    keys: { totalCount: 16, nodes: [{ uid: 'ak_1' }] },
  });
});
