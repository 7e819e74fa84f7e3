import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, unauthenticated } = app;
const { db } = app.services;
const author = await seedUser(app, 'author');
const datasetUid = await seedDataset(admin, { metadata: {} });

// titles and instants repeat; authors see some of the rows
await db.rows(sql`
  insert into portal_page (uid, kind, slug, title, titles, content, published_title, published_titles, published_content, is_restricted, published_at,
    created_by, created_at, updated_at)
  select 'pg_' || md5(n::text), kind, 'page-' || n, title, titles, '{}', shown, case when shown is not null then titles end,
    case when shown is not null then '{}'::jsonb end, n % 5 = 0, case when shown is not null then made + interval '1 day' end,
    case when n % 2 = 0 then 'author' else 'admin' end, made, made + (n % 4) * interval '1 hour'
  from generate_series(1, 40) n,
    lateral (select (array['studio_page', 'code_editor_page'])[1 + n % 2], (array['Zoo', 'about', 'Über', 'Zürich trees'])[1 + (n / 2) % 4],
      timestamptz '2026-01-01' + (n / 3) * interval '1 hour') as page(kind, title, made),
    lateral (select case when n % 2 = 1 then jsonb_build_object('en', title, 'fr', 'Titre ' || n) end,
      case when n % 8 > 1 then title end) as texts(titles, shown)`);
await db.rows(sql`
  insert into form (slug, content, access_type, is_moderated, is_editing_enabled, last_version, published_version, created_by, updated_by, created_at, updated_at)
  select 'form-' || lpad(n::text, 2, '0'), jsonb_build_object('title', (array['Zoo', 'about', 'Über', 'Zürich trees'])[1 + n % 4]),
    (array['open', 'authenticated', 'restricted'])[1 + n % 3], true, false, 1, null, case when n % 2 = 0 then 'author' end, 'admin', made,
    made + (n % 4) * interval '1 hour'
  from generate_series(1, 30) n, lateral (select timestamptz '2026-01-01' + (n / 3) * interval '1 hour') at(made)`);
await db.rows(sql`
  insert into form_version (form_slug, number, content, published_at)
  select slug, 1, content, created_at from form where slug > 'form-05'`);
await db.rows(sql`update form set published_version = 1 where slug > 'form-05'`);
await db.rows(sql`
  insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, submitted_by, revision, created_at, updated_at)
  select md5(n::text), 'form-06', 1, jsonb_build_object('name', 'Answer ' || n), (array['pending', 'approved', 'rejected'])[1 + n % 3], n % 2 = 0,
    case when n % 2 = 1 then 'author' end, case when n % 7 = 0 then '{}'::jsonb end, made, made + (n % 4) * interval '1 hour'
  from generate_series(1, 30) n, lateral (select timestamptz '2026-01-01' + (n / 3) * interval '1 hour') at(made)`);
await db.rows(sql`
  insert into feedback (uid, dataset_uid, record_id, username, comment, values, is_archived, created_at)
  select 'fb_' || md5(n::text), ${datasetUid}, case when n % 3 > 0 then (n % 3)::text else '' end, case when n % 2 = 0 then 'author' else 'admin' end,
    'none', '{}', n % 5 = 0, timestamptz '2026-01-01' + (n / 3) * interval '1 hour'
  from generate_series(1, 30) n`);
await db.rows(sql`
  insert into glossary_term (uid, name, aliases, description, search_name, search_aliases)
  select 'gt_' || md5(n::text), name, '{}', '', upper(name), case when n % 3 = 0 then '{TREE}'::text[] else '{}' end
  from generate_series(1, 20) n, lateral (select (array['oak tree', 'elm', 'tree', 'street'])[1 + n % 4]) as t(name)`);

interface List {
  readonly type: string;
  /** The field of the key by which the test knows an item. */
  readonly key: string;
  /** The list with its arguments, in the query type or below it. */
  readonly document: (list: string) => string;
  readonly field: string;
  readonly from: string;
  readonly order: string;
  readonly callers: readonly (readonly [Client, where: string])[];
  readonly filters: readonly (readonly [filter: object, where: string])[];
  readonly orders: Readonly<Record<string, string>>;
}

const inRoot = (list: string) => list;
const title = 'title collate "und-x-icu"';
const shown = 'published_title collate "und-x-icu"';
const published = (kind: string): List['callers'] => {
  const isPublished = `kind = '${kind}' and published_at is not null`;
  return [
    [admin, isPublished],
    [author, `${isPublished} and (not is_restricted or created_by = 'author')`],
    [unauthenticated, `${isPublished} and not is_restricted`],
  ];
};
const ofPages: Pick<List, 'key' | 'document' | 'from'> = { key: 'slug', document: inRoot, from: 'portal_page' };
const publishedPages = {
  ...ofPages,
  order: `${shown}, slug`,
  orders: { TITLE: `${shown} ~, slug ~`, SLUG: 'slug ~', UPDATED_AT: 'published_at ~, uid ~' },
};
const isRestricted = [
  [{ isRestricted: true }, 'is_restricted'],
  [{ isRestricted: false }, 'not is_restricted'],
] as const;
const feedback = {
  type: 'Feedback',
  key: 'uid',
  field: 'feedback',
  from: 'feedback',
  order: 'created_at desc, uid desc',
  filters: [
    [{ isArchived: true }, 'is_archived'],
    [{ isArchived: false, recordId: '1' }, "not is_archived and record_id = '1'"],
    [{ recordId: '' }, "record_id = ''"],
    [{ username: 'admin' }, "username = 'admin'"],
    [{ createdAt: { from: '2026-01-01T04:00:00Z' } }, "created_at >= '2026-01-01T04:00Z'"],
  ],
  orders: { CREATED_AT: 'created_at ~, uid ~' },
} as const;

const lists: Readonly<Record<string, List>> = {
  studioPages: {
    ...publishedPages,
    type: 'StudioPage',
    field: 'studioPages',
    callers: published('studio_page'),
    filters: [
      ...isRestricted,
      [{ title: 'zurich tree' }, "published_title = 'Zürich trees'"],
      [{ updatedAt: { until: '2026-01-02T03:00:00Z' } }, "published_at < '2026-01-02T03:00Z'"],
    ],
  },
  codeEditorPages: {
    ...publishedPages,
    type: 'CodeEditorPage',
    field: 'codeEditorPages',
    callers: published('code_editor_page'),
    filters: [...isRestricted, [{ title: 'titre 7' }, "published_titles ->> 'fr' = 'Titre 7'"]],
  },
  pageConfigurations: {
    ...ofPages,
    type: 'PageConfiguration',
    field: 'pageConfigurations',
    order: `${title}, slug, uid`,
    callers: [
      [admin, 'true'],
      [author, "created_by = 'author'"],
    ],
    filters: [
      ...isRestricted,
      [{ title: 'uber' }, "title = 'Über'"],
      [{ slug: 'page-12' }, "slug = 'page-12'"],
      [{ isPublished: false }, 'published_at is null'],
      [{ createdBy: 'author' }, "created_by = 'author'"],
      [{ createdAt: { from: '2026-01-01T05:00:00Z' } }, "created_at >= '2026-01-01T05:00Z'"],
      [{ updatedAt: { until: '2026-01-01T05:00:00Z' } }, "updated_at < '2026-01-01T05:00Z'"],
    ],
    orders: {
      TITLE: `${title} ~, slug ~, uid ~`,
      SLUG: 'slug ~, uid ~',
      CREATED_AT: 'created_at ~, uid ~',
      UPDATED_AT: 'updated_at ~, uid ~',
    },
  },
  forms: {
    type: 'Form',
    key: 'slug',
    document: inRoot,
    field: 'forms',
    from: 'form',
    order: 'slug',
    callers: [
      [admin, 'published_version is not null'],
      [author, "published_version is not null and access_type in ('open', 'authenticated')"],
      [unauthenticated, "published_version is not null and access_type = 'open'"],
    ],
    filters: [
      [{ title: 'tree' }, "content ->> 'title' = 'Zürich trees'"],
      [{ accessType: 'authenticated' }, "access_type = 'authenticated'"],
    ],
    orders: { SLUG: 'slug ~', TITLE: `(content ->> 'title') collate "und-x-icu" ~, slug ~` },
  },
  formConfigurations: {
    type: 'FormConfiguration',
    key: 'slug',
    document: inRoot,
    field: 'formConfigurations',
    from: 'form',
    order: 'slug',
    callers: [
      [admin, 'true'],
      [author, "created_by = 'author'"],
    ],
    filters: [
      [{ title: 'about' }, "content ->> 'title' = 'about'"],
      [{ accessType: 'restricted' }, "access_type = 'restricted'"],
      [{ isPublished: false }, 'published_version is null'],
      [{ createdBy: 'author', updatedBy: 'admin' }, "created_by = 'author'"],
      [{ createdAt: { from: '2026-01-01T05:00:00Z' } }, "created_at >= '2026-01-01T05:00Z'"],
      [{ updatedAt: { until: '2026-01-01T05:00:00Z' } }, "updated_at < '2026-01-01T05:00Z'"],
    ],
    orders: {
      SLUG: 'slug ~',
      TITLE: `(content ->> 'title') collate "und-x-icu" ~, slug ~`,
      CREATED_AT: 'created_at ~, slug ~',
      UPDATED_AT: 'updated_at ~, slug ~',
    },
  },
  submissions: {
    type: 'Submission',
    key: 'uid',
    document: (list) => list.replace('(', '(formSlug: "form-06", '),
    field: 'submissions',
    from: 'submission',
    order: 'created_at desc, uid desc',
    callers: [[admin, 'true']],
    filters: [
      [{ status: 'pending' }, "status = 'pending'"],
      [{ hasRevision: true }, 'revision is not null'],
      [{ submittedBy: 'author', status: 'approved' }, "submitted_by = 'author' and status = 'approved'"],
      [{ text: 'answer 12' }, "answers ->> 'name' = 'Answer 12'"],
      [
        { createdAt: { from: '2026-01-01T03:00:00Z', until: '2026-01-01T05:00:00Z' } },
        "created_at >= '2026-01-01T03:00Z' and created_at < '2026-01-01T05:00Z'",
      ],
      [{ updatedAt: { from: '2026-01-01T05:00:00Z' } }, "updated_at >= '2026-01-01T05:00Z'"],
    ],
    orders: { CREATED_AT: 'created_at ~, uid ~', UPDATED_AT: 'updated_at ~, uid ~' },
  },
  'Dataset.feedback': {
    ...feedback,
    document: (list) => `dataset(by: { uid: "${datasetUid}" }) { ${list} }`,
    callers: [[admin, 'true']],
  },
  'CatalogDataset.feedback': {
    ...feedback,
    document: (list) => `catalogDataset(by: { uid: "${datasetUid}" }) { ${list} }`,
    callers: [[admin, "username = 'admin'"]],
  },
  glossaryTerms: {
    type: 'GlossaryTerm',
    key: 'uid',
    document: inRoot,
    field: 'glossaryTerms',
    from: 'glossary_term',
    order: 'search_name, uid',
    callers: [[unauthenticated, 'true']],
    filters: [[{ text: 'ELM' }, "name = 'elm'"]],
    orders: { NAME: 'search_name ~, uid ~' },
  },
};
await db.rows(sql`update dataset set is_published = true, published_at = created_at, is_restricted = false`);

const ask = async (client: Client, { type, key, field, document }: List, variables: object) => {
  const list = `${field}(filter: $filter, orderBy: $orderBy, first: $first, last: $last, after: $after, before: $before) {
    totalCount nodes { ${key} } edges { cursor } pageInfo { hasNextPage hasPreviousPage } }`;
  const { data, errors } = await client.graph(
    `query ($filter: ${type}Filter, $orderBy: [${type}Order!], $first: Int, $last: Int, $after: String, $before: String) {
      ${document(list)} }`,
    variables,
  );
  const parent = document(field) === field || field === 'submissions' ? data : Object.values(data ?? {})[0];
  const { totalCount, nodes, edges, pageInfo } = parent?.[field] ?? { nodes: [], edges: [] };
  return {
    totalCount,
    pageInfo,
    code: errors?.[0]?.extensions['code'],
    fields: errors?.[0]?.extensions['fields'],
    keys: nodes.map((node: Readonly<Record<string, string>>) => node[key]),
    cursors: edges.map(({ cursor }: { cursor: string }) => cursor),
  };
};

const keysWhere = async ({ key, from }: List, where: string, order: string): Promise<unknown[]> =>
  (
    await db.rows<{ key: string }>(
      sql`select ${sqlText(key)} as key from ${sqlText(from)} where ${sqlText(where)} order by ${sqlText(order)}`,
    )
  ).map(({ key }) => key);

test.each(Object.entries(lists))('%s: each filter finds what a caller may see and no more', async (_name, list) => {
  for (const [client, visible] of list.callers)
    for (const [filter, where] of [...list.filters, [{}, 'true'], [{ unset: undefined }, 'true']] as const) {
      const keys = await keysWhere(list, `${visible} and (${where})`, list.order);
      expect({ filter, ...(await ask(client, list, { filter, first: 100 })) }).toMatchObject({
        filter,
        keys,
        totalCount: keys.length,
      });
    }
});

test.each(Object.entries(lists))(
  '%s: each order is the same from both ends, in both directions',
  async (_name, list) => {
    const cursors: string[] = [];
    for (const [client, visible] of list.callers)
      for (const [field, columns] of Object.entries(list.orders))
        for (const direction of ['ASC', 'DESC'] as const) {
          const orderBy = [{ field, direction }];
          const expected = await keysWhere(list, visible, columns.replaceAll('~', direction));
          const all = await ask(client, list, { orderBy, first: 100 });
          expect([orderBy, all.keys]).toEqual([orderBy, expected]);
          cursors.push(all.cursors[2]);
          const after = await ask(client, list, { orderBy, first: 2, after: all.cursors[2] });
          expect(after).toMatchObject({ keys: expected.slice(3, 5), pageInfo: { hasPreviousPage: true } });
          const before = await ask(client, list, { orderBy, last: 2, before: all.cursors[4] });
          expect(before).toMatchObject({ keys: expected.slice(2, 4), pageInfo: { hasPreviousPage: true } });
          expect(await ask(client, list, { orderBy, last: 3 })).toMatchObject({ keys: expected.slice(-3) });
          const filtered = await ask(client, list, { orderBy, last: 3, filter: list.filters[0]?.[0] });
          expect(filtered.keys).toEqual(
            (
              await keysWhere(list, `${visible} and ${list.filters[0]?.[1] ?? ''}`, columns.replaceAll('~', direction))
            ).slice(-3),
          );
        }
    const [client] = list.callers[0] ?? [admin];
    const orders = Object.keys(list.orders).flatMap((field) =>
      ['ASC', 'DESC'].map((direction) => [{ field, direction }]),
    );
    const refused = await Promise.all(
      orders.flatMap((orderBy, asked) =>
        cursors.slice(0, orders.length).map(async (after, from) => ({
          isOther: asked !== from,
          code: (await ask(client, list, { orderBy, after })).code,
        })),
      ),
    );
    for (const { isOther, code } of refused) expect(code).toBe(isOther ? 'INVALID_INPUT' : undefined);
    expect(await ask(client, list, { orderBy: [orders[0]?.[0], orders[0]?.[0]] })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { orderBy: [expect.any(String)] },
    });
  },
);

test('terms with a text come best first, or in the order that is asked for', async () => {
  const names = async (orderBy?: object[]) => {
    const { glossaryTerms } = await unauthenticated.data(
      `query ($orderBy: [GlossaryTermOrder!]) {
        glossaryTerms(filter: { text: "tree" }, orderBy: $orderBy, first: 100) { totalCount nodes { name } } }`,
      { orderBy },
    );
    return [...new Set(glossaryTerms.nodes.map(({ name }: { name: string }) => name))];
  };
  expect(await names()).toEqual(['tree', 'oak tree', 'street', 'elm']);
  expect(await names([])).toEqual(['tree', 'oak tree', 'street', 'elm']);
  expect(await names([{ field: 'NAME' }])).toEqual(['elm', 'oak tree', 'street', 'tree']);
  expect(await names([{ field: 'NAME', direction: 'DESC' }])).toEqual(['tree', 'street', 'oak tree', 'elm']);
});

test('feedback of others is found by no filter and no order without the right to edit the dataset', async () => {
  const document = `query ($filter: FeedbackFilter) { dataset(by: { uid: "${datasetUid}" }) { uid }
    catalogDataset(by: { uid: "${datasetUid}" }) { feedback(filter: $filter, orderBy: [{ field: CREATED_AT }]) { totalCount } } }`;
  expect(await author.data(document, { filter: { username: 'admin' } })).toEqual({
    dataset: null,
    catalogDataset: { feedback: { totalCount: 0 } },
  });
  expect(await author.data(document, {})).toMatchObject({ catalogDataset: { feedback: { totalCount: 15 } } });
});
