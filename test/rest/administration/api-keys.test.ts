import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { limitedKeyOf, seedDataset, seedUser } from '#test/support/seed.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const denied = { status: 403, body: { error_code: 'permission_denied' } };
const path = '/apikeys/';

/** A new key of a caller: its body and a client with it. */
async function create(client: typeof admin, body: object = {}) {
  const { status, body: made } = await client.rest('POST', path, body);
  expect(status).toBe(201);
  return { made, one: `${path}${made.uid}/`, client: clientOf(app, made.key) };
}
const datasetsOf = async (client: typeof admin) => (await client.rest('POST', '/datasets/', { metadata: {} })).status;

describe('A key', () => {
  test('is created with its text, which is in no other answer and in no row, and read with the user', async () => {
    const ada = await seedUser(app, 'ada', { permissions: ['edit_dataset', 'create_dataset'], groups: ['editors'] });
    const { made, one, client } = await create(ada, {
      label: 'nightly',
      permissions: ['edit_dataset', 'edit_dataset'],
    });
    const { key, ...read } = made;
    expect(made).toEqual({
      uid: expect.stringMatching(/^ak_[0-9a-z]{6}$/),
      label: 'nightly',
      permissions: ['edit_dataset'],
      created_at: instant,
      user: { username: 'ada' },
      is_revoked: false,
      revocation_status: { revoked_at: null, revocation_reason: '' },
      key: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await ada.rest('GET', one)).body).toEqual(read);
    const listed = (await ada.rest('GET', path)).body;
    expect(listed.results.at(-1)).toEqual(read);
    expect((await ada.rest('GET', `${one}?expand=user,unknown`)).body).toEqual({
      ...read,
      user: expect.objectContaining({ username: 'ada', is_active: true }),
    });
    expect((await client.rest('GET', '/datasets/')).status).toBe(200);
    const rows = await app.services.db.rows(
      sql`select to_jsonb(k) from api_key k union all select to_jsonb(a) from audit_entry a`,
    );
    expect(JSON.stringify([listed, rows])).not.toContain(key);
  });

  test('has the scopes of the key in use, or with `edit_domain` all rights, where none are named; [] are none', async () => {
    const free = await create(admin);
    expect(free.made).not.toHaveProperty('permissions');
    // sending back what was read keeps it
    expect((await admin.rest('PUT', free.one, (await admin.rest('GET', free.one)).body)).body).not.toHaveProperty(
      'permissions',
    );
    expect(await datasetsOf(free.client)).toBe(201);
    const none = await create(admin, { permissions: [] });
    expect(none.made.permissions).toEqual([]);
    expect(await datasetsOf(none.client)).toBe(403);
    const narrow = await create(admin, { permissions: ['create_dataset', 'edit_reuse'] });
    const child = await create(narrow.client, { label: 'child' });
    expect(child.made.permissions.toSorted()).toEqual(['create_dataset', 'edit_reuse']);
  });

  test('never exceeds the key in use, by its creation or by a change, nor changes one that does', async () => {
    const whole = await create(admin, { label: 'whole' });
    const narrow = await create(admin, { permissions: ['create_dataset'] });
    expect(await narrow.client.rest('POST', path, { permissions: ['edit_domain'] })).toMatchObject(denied);
    expect(await narrow.client.rest('POST', path, { permissions: ['create_dataset', 'edit_dataset'] })).toMatchObject(
      denied,
    );
    expect(await narrow.client.rest('PUT', narrow.one, { permissions: ['edit_dataset'] })).toMatchObject(denied);
    expect(await narrow.client.rest('PUT', whole.one, { permissions: [] })).toMatchObject(denied);
    expect(await narrow.client.rest('POST', `${whole.one}revoke/`, {})).toMatchObject(denied);
    expect((await narrow.client.rest('PUT', narrow.one, { label: 'own' })).body).toMatchObject({
      label: 'own',
      permissions: ['create_dataset'],
    });
  });

  test('changes and is revoked with effect from the next request; the first time and reason stay', async () => {
    const { one, client } = await create(admin, { label: 'nightly', permissions: ['create_dataset', 'edit_dataset'] });
    expect(await datasetsOf(client)).toBe(201);
    expect((await admin.rest('PUT', one, { permissions: ['edit_dataset'] })).body).toMatchObject({
      label: 'nightly',
      permissions: ['edit_dataset'],
    });
    expect(await datasetsOf(client)).toBe(403);
    expect((await admin.rest('PUT', one)).body).toMatchObject({ label: 'nightly', permissions: ['edit_dataset'] });
    const revoked = await admin.rest('POST', `${one}revoke/`, { reason: 'Leaked' });
    expect(revoked).toMatchObject({
      status: 200,
      body: { is_revoked: true, revocation_status: { revoked_at: instant, revocation_reason: 'Leaked' } },
    });
    expect((await client.rest('GET', '/datasets/')).status).toBe(401);
    await app.services.db.rows(
      sql`update api_key set revoked_at = revoked_at - interval '1 day' where uid = ${revoked.body.uid}`,
    );
    const earlier = (await admin.rest('GET', one)).body;
    expect((await admin.rest('POST', `${one}revoke/`, { reason: 'Again' })).body).toEqual(earlier);
    expect(await admin.rest('PUT', one, { label: 'x' })).toMatchObject(invalid('uid'));
    expect((await admin.rest('GET', `${path}?limit=1000`)).body.results).toContainEqual(earlier);
  });

  test.each([
    ['POST', '', { permissions: ['administer'] }, ['permissions.0']],
    ['POST', '', { permissions: ['no_right'], label: 'a'.repeat(201) }, ['permissions.0']],
    ['POST', '', { label: 'a'.repeat(201) }, ['label']],
    ['PUT', 'own', { label: 'a'.repeat(201), permissions: ['edit_dataset'] }, ['label']],
    ['POST', 'own/revoke', { reason: 'a'.repeat(201) }, ['reason']],
    ['POST', 'search_key', {}, ['key']],
    ['POST', 'search_key', { key: ' ' }, ['key']],
  ] as const)('is refused when it is invalid: %s %s %j', async (method, below, body, fields) => {
    const { made } = await create(admin, { permissions: [] });
    const address = `${path}${below === '' ? '' : `${below.replace('own', made.uid)}/`}`;
    expect(await admin.rest(method, address, body)).toMatchObject(invalid(...fields));
  });

  test('is found by its text by administrators alone, revoked or not', async () => {
    const ben = await seedUser(app, 'ben');
    const { made, one } = await create(ben, { label: 'of ben' });
    const { key, ...read } = made;
    const search = (text: string, client = admin) => client.rest('POST', `${path}search_key/`, { key: text });
    expect(await search(key)).toMatchObject({ status: 200, body: { found: true, result: read } });
    expect((await search(key)).body).toEqual({ found: true, result: read });
    expect((await search(`${key}x`)).body).toEqual({ found: false, result: null });
    expect(await search(key, ben)).toMatchObject(denied);
    expect(await ben.rest('POST', `${path}search_key/`, {})).toMatchObject(denied);
    const { body: revoked } = await ben.rest('POST', `${one}revoke/`);
    expect((await search(key)).body).toEqual({ found: true, result: revoked });
  });

  test('of another user is for administrators alone, who list only their own', async () => {
    const eve = await seedUser(app, 'eve');
    const cleo = await seedUser(app, 'cleo');
    const { made, one } = await create(cleo, { label: 'of cleo' });
    for (const method of ['GET', 'PUT'] as const)
      expect((await eve.rest(method, one, method === 'PUT' ? {} : undefined)).status).toBe(404);
    expect((await eve.rest('POST', `${one}revoke/`, {})).status).toBe(404);
    expect((await admin.rest('PUT', one, { label: 'checked' })).body).toMatchObject({
      label: 'checked',
      user: { username: 'cleo' },
    });
    const own = (await admin.rest('GET', `${path}?limit=1000`)).body.results;
    expect(own.map(({ uid }: { uid: string }) => uid)).not.toContain(made.uid);
    expect((await cleo.rest('GET', path)).body.total_count).toBe(2);
  });

  test('that is limited to datasets, or only reads, manages no keys', async () => {
    const dan = await seedUser(app, 'dan');
    const dataset = await seedDataset(admin);
    const limited = await limitedKeyOf(app, dan, { datasetUids: [dataset] });
    const reading = await limitedKeyOf(app, dan, { isReadOnly: true });
    const uids = (await dan.rest('GET', path)).body.results.map(({ uid }: { uid: string }) => uid) as string[];
    expect(await limited.rest('GET', path)).toMatchObject(denied);
    expect(await limited.rest('POST', path, { label: 5 })).toMatchObject(denied);
    for (const client of [limited, reading])
      for (const uid of uids) {
        const status = client === reading ? 403 : 404;
        expect((await client.rest('PUT', `${path}${uid}/`, { label: 'x' })).status).toBe(status);
        expect((await client.rest('POST', `${path}${uid}/revoke/`, {})).status).toBe(status);
      }
    expect(await reading.rest('POST', path, {})).toMatchObject(denied);
    expect((await dan.rest('GET', path)).body.results).toEqual(
      uids.map((uid) => expect.objectContaining({ uid, is_revoked: false })),
    );
  });

  test('is one of at most 50 valid keys of its user', async () => {
    const fay = await seedUser(app, 'fay');
    const made = await Promise.all(Array.from({ length: 49 }, () => fay.rest('POST', path, {})));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await fay.rest('POST', path, {})).status).toBe(400);
    await fay.rest('POST', `${path}${made[0]?.body.uid}/revoke/`, {});
    expect((await fay.rest('POST', path, {})).status).toBe(201);
  });
});
