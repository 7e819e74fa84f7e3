import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { seedDataset, seedKey, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;
const ada = {
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  permissions: ['edit_domain', 'manage_glossary', 'edit_domain'],
  groups: ['designers'],
  explore_limits: { api_calls: { limit: 5, unit: 'year' } },
};

test('a portal gets its groups and people by REST alone, with the names of the contract', async () => {
  const designers = { title: 'Designers', permissions: ['create_page', 'edit_page', 'create_page'] };
  const { status, body: group } = await admin.rest('POST', '/groups/', designers);
  expect([status, group]).toEqual([
    201,
    {
      uid: 'designers',
      title: 'Designers',
      description: '',
      user_count: 0,
      permissions: ['create_page', 'edit_page'],
      explore_limits: {},
      management_limits: {},
      created_at: expect.any(String),
      updated_at: group.created_at,
      created_by: { username: 'admin' },
      updated_by: { username: 'admin' },
    },
  ]);
  expect((await admin.rest('POST', '/groups/', designers)).body.uid).toBe('designers_2');
  const invited = await admin.rest('POST', '/users/invite/', [
    ada,
    { ...ada, email: 'ADA@example.org' },
    { email: 'nowhere' },
    { email: 'ada@example.net', permissions: ['administer'] },
    { email: 'ada@example.net', groups: [{ uid: 'nobody' }] },
    'ada',
    {},
    { email: 'ada@example.net' },
  ]);
  expect(invited.status).toBe(200);
  expect(Object.keys(invited.body)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(invited.body[0]).toEqual({
    status_code: 'success',
    data: {
      username: 'ada',
      display_name: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.org',
      is_active: true,
      is_ods: false,
      account_type: 'local',
      permissions: ['edit_domain', 'manage_glossary'],
      groups: [{ uid: 'designers' }],
      joined_at: expect.stringMatching(/Z$/),
      expires_at: null,
      explore_limits: { api_calls: { limit: 5, unit: 'year' } },
      management_limits: {},
      gravatar_url: '',
      identity_providers: [],
    },
  });
  expect([1, 2, 3, 4, 5, 6].map((index) => invited.body[index])).toEqual(
    [
      /^email: Another user/,
      /^email: Send an/,
      /^permissions.*: Choose one of.*edit_domain/,
      /^groups: There is no group nobody/,
      /object/,
      /^email: /,
    ].map((error) => ({ status_code: 'error', error: expect.stringMatching(error) })),
  );
  expect(invited.body[7].data).toMatchObject({ username: 'ada_2', email: 'ada@example.net', permissions: [] });
  expect((await admin.rest('POST', '/users/invite/', { email: 'one@example.org' })).body).toMatchObject({
    0: { data: { username: 'one' } },
  });
  expect((await admin.rest('POST', '/users/invite/', [])).body).toEqual({});
  for (const body of ['"ada"', '1', 'null'])
    expect(await admin.rest('POST', '/users/invite/', body, { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error' },
    });
  expect(
    (
      await admin.rest(
        'POST',
        '/users/invite/',
        Array.from({ length: 101 }, () => ({})),
      )
    ).status,
  ).toBe(400);
});

test('a user is changed as a whole body or a part of it, and found by parts of names and by rights', async () => {
  const { body: read } = await admin.rest('GET', '/users/ada/');
  expect((await admin.rest('PUT', '/users/ada/', read)).body).toEqual(read);
  expect((await admin.rest('PUT', '/users/ada/', { last_name: 'Byron' })).body).toEqual({
    ...read,
    last_name: 'Byron',
  });
  for (const [body, field] of [
    [{ username: 'bob' }, 'username'],
    [{ groups: [{ uid: 'nobody' }] }, 'groups'],
    [{ email: 'ada@example.net' }, 'email'],
    [{ explore_limits: { api_calls: { limit: -1, unit: 'day' } } }, 'explore_limits.api_calls.limit'],
    [{ permissions: ['administer'] }, 'permissions.0'],
  ] as const) {
    const { status, body: answer } = await admin.rest('PUT', '/users/ada/', body);
    expect([body, status, Object.keys(answer.detail ?? {})]).toEqual([body, 400, [field]]);
  }
  const found = async (query: string) =>
    (await admin.rest('GET', `/users/?${query}`)).body.results?.map(({ username }: { username: string }) => username);
  expect(await found('search=BYR%C3%94N')).toEqual(['ada']);
  expect(await found('search=example.org&sort=-username')).toEqual(['one', 'ada']);
  expect(await found('sort=-last_name,username&limit=1')).toEqual(['ada']);
  expect(await found('sort=last_name&sort=-username&search=example')).toEqual(['one', 'ada_2', 'ada']);
  expect(await found('permissions=edit_domain,manage_glossary')).toEqual(['ada']);
  expect(await found('permissions=create_page')).toEqual([]);
  expect(await found('all_permissions=create_page&all_permissions=edit_domain')).toEqual(['ada']);
  expect((await admin.rest('GET', '/users/?permissions=administer')).body.detail).toHaveProperty('permissions');
  expect((await admin.rest('GET', '/users/?sort=email')).body.detail).toHaveProperty('sort');
  const { body: expanded } = await admin.rest('GET', '/users/ada/?expand=groups,unknown');
  expect(expanded).toEqual({
    ...read,
    last_name: 'Byron',
    groups: [(await admin.rest('GET', '/groups/designers/')).body],
  });
});

test('members come and go at once, alone and in batches, and groups are sorted by what they have', async () => {
  const bob = await seedUser(app, 'bob');
  const rights = async () => (await bob.data('{ viewer { permissions groups { totalCount } } }')).viewer;
  expect(await admin.rest('POST', '/groups/designers/users/', { username: 'bob' })).toMatchObject({
    status: 201,
    body: { username: 'bob' },
  });
  expect((await rights()).permissions).toEqual(['edit_page', 'create_page']);
  expect((await admin.rest('POST', '/groups/designers/users/', { username: 'bob' })).status).toBe(201);
  expect((await admin.rest('POST', '/groups/designers/users/', { username: 'x' })).body.detail).toHaveProperty(
    'username',
  );
  expect((await admin.rest('POST', '/groups/designers/users/', {})).body.detail).toHaveProperty('username');
  expect(
    (await admin.rest('POST', '/groups/designers_2/users/batch/', [{ username: 'bob' }, { username: 'x' }, {}])).body,
  ).toEqual({
    0: { status_code: 'success', data: expect.objectContaining({ username: 'bob' }) },
    1: { status_code: 'error', error: 'username: There is no user x.' },
    2: { status_code: 'error', error: expect.stringMatching(/^username: /) },
  });
  expect((await admin.rest('POST', '/groups/nothing/users/batch/', [{ username: 'bob' }])).status).toBe(404);
  const sorted = async (sort: string) =>
    (await admin.rest('GET', `/groups/?sort=${sort}`)).body.results.map(({ uid }: { uid: string }) => uid);
  expect(await sorted('-user_count')).toEqual(['designers', 'designers_2']);
  expect(await sorted('user_count')).toEqual(['designers_2', 'designers']);
  for (const name of ['created_at', 'updated_at', 'created_by__username', '-updated_by__username', 'group__title'])
    expect((await sorted(name)).toSorted()).toEqual(['designers', 'designers_2']);
  expect((await admin.rest('GET', '/groups/?search=NERS_2')).body.results).toMatchObject([{ uid: 'designers_2' }]);
  expect((await admin.rest('GET', '/groups/designers/users/?limit=1')).body).toMatchObject({
    total_count: 2,
    results: [{ username: 'ada' }],
  });
  expect((await admin.rest('DELETE', '/groups/designers/users/bob/')).status).toBe(204);
  expect((await admin.rest('DELETE', '/groups/designers/users/bob/')).status).toBe(404);
  expect((await rights()).groups.totalCount).toBe(1);
});

test('people are provisioned at a provider, whose account leads to them', async () => {
  const { createIdentityProvider } = await admin.data(`mutation { createIdentityProvider(input: {
    type: OIDC, name: "Company", loginLink: "/", labels: [{ language: "en", text: "Sign in" }] }) { identityProvider { uid } } }`);
  const { uid } = createIdentityProvider.identityProvider;
  const { body } = await admin.rest('POST', '/users/provision/', [
    {
      email: 'grace@example.org',
      identity_provider: { uid },
      identity_provider_attributes: { subject: '1', other: 1 },
    },
    { username: 'linus', identity_provider: { uid } },
    { username: 'mallory', identity_provider: { uid }, identity_provider_attributes: { subject: '1' } },
    { username: 'mallory', identity_provider: { uid: 'nothing' } },
    { identity_provider: { uid } },
    { username: 'mallory' },
  ]);
  expect(body[0].data).toMatchObject({ username: 'grace', account_type: 'linked', identity_providers: [{ uid }] });
  expect(Object.values(body).map((result) => (result as { error?: string }).error?.split(':')[0])).toEqual([
    undefined,
    undefined,
    'identity_provider_attributes.subject',
    'identity_provider.uid',
    'username',
    'identity_provider',
  ]);
  expect((await admin.rest('GET', '/users/mallory/')).status).toBe(404);
  const links = await services.db.rows(sql`select username, subject from external_identity order by username`);
  expect(links).toEqual([
    { username: 'grace', subject: '1' },
    { username: 'linus', subject: 'linus' },
  ]);
});

test('the export has all users as a table, quoted for its delimiter, and runs no formulas', async () => {
  await admin.rest('PUT', '/users/one/', {
    first_name: '=1+1',
    last_name: 'One, "the" first',
    groups: ['designers', 'designers_2'],
    permissions: ['edit_domain', 'edit_form'],
  });
  const { status, headers, body } = await admin.rest('GET', '/users/export/');
  expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
  const lines = String(body).trimEnd().split('\r\n');
  expect(lines[0]).toBe('username,last_name,first_name,email,date_joined,last_seen,groups,permissions');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
    'ada',
    'ada_2',
    'admin',
    'bob',
    'grace',
    'linus',
    'one',
  ]);
  expect(lines.at(-1)).toMatch(
    /^one,"One, ""the"" first",'=1\+1,one@example.org,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00,,Designers;Designers,edit_domain;edit_form$/,
  );
  expect(lines.find((line) => line.startsWith('admin,'))).toMatch(/\+00:00,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00,/);
  expect(String((await admin.rest('GET', '/users/export/?delimiter=;&subdomains=true')).body)).toContain(
    ';"Designers;Designers";"edit_domain;edit_form"',
  );
  for (const delimiter of ['', 'ab', '%22', '%0A'])
    expect((await admin.rest('GET', `/users/export/?delimiter=${delimiter}`)).body.detail).toHaveProperty('delimiter');
});

test('administrators keep their right, and who is none sees no people', async () => {
  for (const [method, path, body] of [
    ['DELETE', '/users/admin/', undefined],
    ['PUT', '/users/admin/', { permissions: [] }],
  ] as const)
    expect([path, (await admin.rest(method, path, body)).body.error_code]).toEqual([path, 'validation_error']);
  const bob = clientOf(app, await seedKey(app, 'carol', ['manage_dataset']));
  for (const [method, path, body, status] of [
    ['GET', '/users/', undefined, 403],
    ['GET', '/users/export/', undefined, 403],
    ['POST', '/users/invite/', [], 403],
    ['POST', '/users/provision/', [{}], 403],
    ['GET', '/users/ada/', undefined, 404],
    ['PUT', '/users/ada/', { first_name: 'A' }, 404],
    ['PUT', '/users/ada/', { first_name: 5 }, 404],
    ['DELETE', '/users/ada/', undefined, 404],
    ['POST', '/groups/', { title: 'A' }, 403],
    ['GET', '/groups/designers/', undefined, 404],
    ['POST', '/groups/designers/users/batch/', [], 404],
    ['DELETE', '/groups/designers/users/ada/', undefined, 404],
  ] as const)
    expect([method, path, (await bob.rest(method, path, body)).status]).toEqual([method, path, status]);
});

test('a deletion says what referred to the user or the group, and what became of it', async () => {
  const dora = await seedUser(app, 'dora', { permissions: ['create_dataset'], groups: ['designers'] });
  await seedDataset(dora);
  const { deleteUser } = await admin.data(
    'mutation { deleteUser(input: { username: "dora" }) { username dependents { kind objectCount isDeleted } } }',
  );
  expect(deleteUser.dependents).toEqual(
    expect.arrayContaining([
      { kind: 'ApiKey', objectCount: 1, isDeleted: true },
      { kind: 'Membership', objectCount: 1, isDeleted: true },
      { kind: 'Dataset', objectCount: expect.any(Number), isDeleted: false },
    ]),
  );
  const { deleteGroup } = await admin.data(
    'mutation { deleteGroup(input: { uid: "designers_2" }) { uid dependents { kind objectCount isDeleted } } }',
  );
  expect(deleteGroup.dependents).toEqual([{ kind: 'Membership', objectCount: 2, isDeleted: true }]);
});

test('a user who was there is stored once in a while, not with each request', async () => {
  const erin = await seedUser(app, 'erin');
  const seen = async () => (await admin.rest('GET', '/users/erin/')).body.last_seen_at as string | undefined;
  expect(await seen()).toBeUndefined();
  await erin.data('{ viewer { username } }');
  expect(await seen()).toMatch(/Z$/);
  await services.db.rows(sql`delete from user_activity where username = 'erin'`);
  await erin.data('{ viewer { username } }');
  expect(await seen()).toBeUndefined();
});

test('an account that ends takes its keys with it at once, and does not count as the last administrator', async () => {
  const frank = await seedUser(app, 'frank', { permissions: ['administer'] });
  const expire = (username: string, expiresAt: string | null) =>
    admin.graph('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { expiresAt } } }', {
      input: { username, expiresAt },
    });
  await expire('frank', '2999-01-01T00:00:00Z');
  expect((await frank.rest('GET', '/users/frank/')).body.expires_at).toBe('2999-01-01T00:00:00Z');
  await expire('frank', '2020-01-01T00:00:00Z');
  expect((await frank.rest('GET', '/users/frank/')).status).toBe(401);
  await expire('frank', null);
  expect((await frank.rest('GET', '/users/frank/')).status).toBe(200);
  await services.db.rows(sql`update user_account set permissions = '{}' where username = 'frank'`);
  await services.db.rows(sql`update user_account set permissions = '{}' where username in ('ada', 'one')`);
  expect((await expire('admin', '2999-01-01T00:00:00Z')).errors?.[0]?.extensions.code).toBe('LAST_ADMINISTRATOR');
});
