import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
for (const name of ['ada', 'bob', 'cyd']) await seedUser(app, name, { groups: [`${name}_group`] });

const open = { is_data_visible: true, visible_fields: null, filter_query: '', api_calls_quota: null };
const some = {
  is_data_visible: true,
  visible_fields: ['city', 'pop'],
  filter_query: 'pop > 5',
  api_calls_quota: { unit: 'day', limit: 100 },
};

/** The two kinds of rulesets differ in whom they name. */
const kinds = [
  {
    kind: 'users',
    named: (name: string) => ({ user: { username: name } }),
    nameOf: (name: string) => name,
    holder: 'user',
    field: 'user.username',
  },
  {
    kind: 'groups',
    named: (name: string) => ({ group: { uid: `${name}_group` } }),
    nameOf: (name: string) => `${name}_group`,
    holder: 'group',
    field: 'group.uid',
  },
] as const;

test.each(kinds)('a ruleset for $kind is created, retrieved, replaced and deleted', async ({ kind, named, nameOf }) => {
  const path = `/datasets/${await seedDataset(admin)}/security/${kind}`;
  const made = await admin.rest('POST', `${path}/`, {
    security: some,
    permissions: ['edit_dataset', 'edit_form'],
    ...named('ada'),
  });
  expect(made).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(made.body).toEqual({ security: some, permissions: ['edit_dataset', 'edit_form'], ...named('ada') });
  expect(Object.keys(made.body)).toEqual(['security', 'permissions', Object.keys(named('ada'))[0]]);
  expect(Object.keys(made.body.security)).toEqual(Object.keys(open));
  const one = `${path}/${nameOf('ada')}`;
  for (const read of [one, `${one}/`])
    expect(await admin.rest('GET', read)).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: made.body });
  expect(await admin.rest('PUT', `${one}/`, made.body)).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: made.body,
  });
  const replaced = await admin.rest('PUT', one, named('ada'));
  expect(replaced).toMatchObject({ status: 200, headers: { etag: '"4"' } });
  expect(replaced.body).toEqual({ security: open, permissions: [], ...named('ada') });
  expect(await admin.rest('DELETE', `${one}/`)).toMatchObject({ status: 204, body: null, headers: { etag: '"5"' } });
  expect(await admin.rest('GET', one)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  expect(await admin.rest('DELETE', one)).toMatchObject({ status: 404 });
});

test.each(kinds)('the rulesets for $kind are a page, by name', async ({ kind, named, nameOf }) => {
  const uid = await seedDataset(admin);
  const path = `/datasets/${uid}/security/${kind}`;
  for (const name of ['cyd', 'ada', 'bob']) await admin.rest('POST', path, named(name));
  await seedRuleset(app, uid, kind === 'users' ? { group: 'ada_group' } : { user: 'ada' });
  const { status, body, headers } = await admin.rest('GET', `${path}/?limit=2`);
  expect([status, headers['etag']]).toEqual([200, '"4"']);
  expect(Object.keys(body)).toEqual(['total_count', 'next', 'previous', 'results']);
  expect(body).toMatchObject({
    total_count: 3,
    previous: null,
    next: expect.stringContaining(`/security/${kind}/?limit=2&offset=2`),
    results: [named('ada'), named('bob')],
  });
  expect((await admin.rest('GET', `${path}?limit=2&offset=2`)).body.results).toEqual([
    { security: open, permissions: [], ...named('cyd') },
  ]);
  expect(await admin.rest('GET', `${path}?limit=1001`)).toMatchObject(invalid('limit'));
  expect((await admin.rest('GET', `${path}/${nameOf('bob')}/`)).status).toBe(200);
});

test.each(kinds)(
  'errors of a ruleset for $kind have the names of the wire',
  async ({ kind, named, nameOf, holder, field }) => {
    const path = `/datasets/${await seedDataset(admin)}/security/${kind}/`;
    const post = (body: object) => admin.rest('POST', path, { ...named('ada'), ...body });
    expect(await admin.rest('POST', path, {})).toMatchObject(invalid(holder));
    for (const wrong of [null, 'ada', [], 5]) expect(await post({ [holder]: wrong })).toMatchObject(invalid(holder));
    for (const wrong of [{}, named('nobody')[holder as never], { username: null, uid: null }]) {
      expect(Object.keys((await post({ [holder]: wrong })).body.detail)).toContain(field);
    }
    for (const wrong of ['', 'a\0', 'x'.repeat(100_000)])
      expect(await post({ [holder]: kind === 'users' ? { username: wrong } : { uid: wrong } })).toMatchObject(
        invalid(field),
      );
    expect(await post({ permissions: ['make_coffee'] })).toMatchObject(invalid('permissions.0'));
    expect(await post({ permissions: ['create_dataset'] })).toMatchObject(invalid('permissions.0'));
    expect(await post({ permissions: ['edit_page', 'edit_page'] })).toMatchObject(invalid('permissions'));
    expect(await post({ permissions: [null] })).toMatchObject(invalid('permissions.0'));
    expect(await post({ permissions: 5 })).toMatchObject(invalid('permissions'));
    expect(await post({ security: 'all' })).toMatchObject(invalid('security'));
    expect(await post({ security: { is_data_visible: 'no' } })).toMatchObject(invalid('security.is_data_visible'));
    expect(await post({ security: { visible_fields: ['a', 'a'] } })).toMatchObject(invalid('security.visible_fields'));
    expect(await post({ security: { api_calls_quota: { unit: 'year', limit: 1 } } })).toMatchObject(
      invalid('security.api_calls_quota.unit'),
    );
    expect(await post({ security: { api_calls_quota: { unit: 'day', limit: -1 } } })).toMatchObject(
      invalid('security.api_calls_quota.limit'),
    );
    expect((await post({ security: { filter_query: 'pop > > 5' } })).body.detail).toEqual({
      'security.filter_query': ['At character 7: > is unexpected.'],
    });
    expect((await admin.rest('GET', path)).body.total_count).toBe(0);

    expect(await post({})).toMatchObject({ status: 201, headers: { etag: '"2"' } });
    expect(await post({})).toMatchObject(invalid(field));
    const one = `${path}${nameOf('ada')}/`;
    expect(await admin.rest('PUT', one, {})).toMatchObject(invalid(holder));
    expect(await admin.rest('PUT', one, named('bob'))).toMatchObject(invalid(field));
    expect(await admin.rest('PUT', one, { ...named('ada'), permissions: ['x'] })).toMatchObject(
      invalid('permissions.0'),
    );
    expect(await admin.rest('PUT', one, { ...named('ada'), permissions: ['x'] }, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { error_code: 'revision_mismatch' },
    });
    expect(await admin.rest('POST', path, named('bob'), { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await admin.rest('DELETE', one, undefined, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await admin.rest('PUT', `${path}${nameOf('bob')}/`, { permissions: 5 })).toMatchObject({ status: 404 });
    expect(await admin.rest('GET', path)).toMatchObject({
      headers: { etag: '"2"' },
      body: { total_count: 1, results: [{ permissions: [] }] },
    });
  },
);

test('a filter of default_security is checked like that of a ruleset', async () => {
  const uid = await seedDataset(admin);
  const wrong = { default_security: { filter_query: 'a =' } };
  expect(await admin.rest('PUT', `/datasets/${uid}/`, wrong)).toMatchObject(invalid('default_security.filter_query'));
  expect(await admin.rest('POST', '/datasets/', { metadata: {}, ...wrong })).toMatchObject(
    invalid('default_security.filter_query'),
  );
  expect(
    (await admin.rest('PUT', `/datasets/${uid}/`, { default_security: { filter_query: 'a : 1' } })).body
      .default_security.filter_query,
  ).toBe('a : 1');
});

test('a filter without words, or beyond the limits, is refused when it is saved', async () => {
  const uid = await seedDataset(admin);
  const refusal = async (filter: string) =>
    (await admin.rest('PUT', `/datasets/${uid}/`, { default_security: { filter_query: filter } })).body.detail?.[
      'default_security.filter_query'
    ];
  const noWord =
    'The pattern of like needs a word of letters and digits: without one every record would match, or none.';
  for (const pattern of ['', '%', '*', ' % * ', '-_?']) {
    expect(await refusal(`city = "Bern" and not city like "${pattern}"`)).toEqual([noWord]);
  }
  for (const holder of ['users', 'groups']) {
    const body = {
      [holder === 'users' ? 'user' : 'group']: holder === 'users' ? { username: 'ada' } : { uid: 'ada_group' },
      security: { filter_query: 'city like "%"' },
    };
    expect((await admin.rest('POST', `/datasets/${uid}/security/${holder}/`, body)).body.detail).toEqual({
      'security.filter_query': [noWord],
    });
  }
  const joined = (condition: string, times: number) => Array.from({ length: times }, () => condition).join(' or ');
  expect(await refusal(joined('a like "x*"', 200))).toBeUndefined();
  expect(await refusal(joined('a like "x*"', 201))).toEqual(['Use 200 conditions at most.']);
  const list = (length: number) => `a in (${Array.from({ length }, () => '1').join(',')})`;
  expect(await refusal(list(1_000))).toBeUndefined();
  expect(await refusal(list(1_001))).toEqual(['A list has more than 1000 items.']);
});

test.each(kinds)(
  'rulesets for $kind are read by who may edit or publish, and changed by who may manage too',
  async ({ kind, named, nameOf }) => {
    const uid = await seedDataset(admin);
    const path = `/datasets/${uid}/security/${kind}/`;
    const one = `${path}${nameOf('ada')}/`;
    await admin.rest('POST', path, named('ada'));
    const [editor, manager, stranger] = await Promise.all([
      seedUser(app, `editor_of_${kind}`),
      seedUser(app, `manager_of_${kind}`),
      seedUser(app, `stranger_to_${kind}`),
    ]);
    await seedRuleset(app, uid, { user: `editor_of_${kind}`, permissions: ['edit_dataset'] });
    await seedRuleset(app, uid, { user: `manager_of_${kind}`, permissions: ['edit_dataset', 'manage_dataset'] });
    const narrow = await seedUser(app, `narrow_to_${kind}`, { permissions: ['administer'], key: ['edit_dataset'] });
    const requests = [
      ['POST', path, { permissions: 5 }],
      ['PUT', one, {}],
      ['DELETE', one, undefined],
    ] as const;
    for (const client of [editor, narrow]) {
      for (const read of [path, one]) expect((await client.rest('GET', read)).status).toBe(200);
      for (const [method, to, body] of requests)
        expect(await client.rest(method, to, body)).toMatchObject({
          status: 403,
          body: { error_code: 'permission_denied' },
        });
    }
    for (const [method, to, body] of [['GET', path, undefined], ['GET', one, undefined], ...requests] as const) {
      expect((await stranger.rest(method, to, body)).status).toBe(404);
      expect((await unauthenticated.rest(method, to, body)).status).toBe(401);
      expect((await admin.rest(method, to.replace(uid, 'da_none00'), body)).status).toBe(404);
    }
    expect((await manager.rest('POST', path, named('bob'))).status).toBe(201);
    expect((await manager.rest('PUT', one, { ...named('ada'), permissions: ['publish_dataset'] })).status).toBe(200);
    expect((await manager.rest('DELETE', one)).status).toBe(204);
  },
);

test('a ruleset of another dataset is 404', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  await seedRuleset(app, there, { user: 'ada' });
  const path = `/datasets/${here}/security/users/ada/`;
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { user: { username: 'ada' } }],
    ['DELETE', undefined],
  ] as const) {
    expect((await admin.rest(method, path, body)).status).toBe(404);
  }
  expect((await admin.rest('GET', `/datasets/${there}/security/users/ada/`)).status).toBe(200);
});

test('a caller who removes their own rights gets the written ruleset', async () => {
  const uid = await seedDataset(admin);
  const leaving = await seedUser(app, 'leaving');
  await seedRuleset(app, uid, { user: 'leaving', permissions: ['edit_dataset', 'manage_dataset'] });
  expect(
    await leaving.rest('PUT', `/datasets/${uid}/security/users/leaving/`, { user: { username: 'leaving' } }),
  ).toMatchObject({ status: 200, body: { permissions: [], user: { username: 'leaving' } } });
  expect((await leaving.rest('GET', `/datasets/${uid}/`)).status).toBe(404);
});
