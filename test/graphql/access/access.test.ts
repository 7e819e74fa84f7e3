import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

/** Which datasets a caller finds in a view: by list, by count, by lookup and by node; all four must agree. */
async function found(client: Client, view: 'datasets' | 'catalog', uids: readonly string[]): Promise<string[]> {
  const [type, one] = view === 'datasets' ? ['Dataset', 'dataset'] : ['CatalogDataset', 'catalogDataset'];
  const { [view]: list } = await client.data(`{ ${view}(first: 1000) { totalCount nodes { uid } } }`);
  const listed: string[] = list.nodes.map(({ uid }: { uid: string }) => uid);
  expect(list.totalCount).toBe(listed.length);
  for (const uid of uids) {
    const id = Buffer.from(`${type}:${uid}`).toString('base64url');
    const looked = await client.data(`{ one: ${one}(by: { uid: "${uid}" }) { uid } node(id: "${id}") { id } }`);
    expect(looked).toEqual(listed.includes(uid) ? { one: { uid }, node: { id } } : { one: null, node: null });
  }
  return listed;
}

const publish = (uid: string) =>
  app.services.db.rows(sql`update dataset set is_published = true, published_metadata = metadata,
  published_fields = '[{"name": "city"}, {"name": "salary"}]' where uid = ${uid}`);

test('the administration list has the datasets that the caller may edit or publish', async () => {
  const creator = await seedUser(app, 'creator', { permissions: ['create_dataset'] });
  const [mine, other] = [await seedDataset(creator), await seedDataset(admin)];
  const editor = await seedUser(app, 'editor', { groups: ['editors'] });
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, other, { group: 'editors', permissions: ['edit_dataset'] });
  await seedRuleset(app, other, { user: 'publisher', permissions: ['publish_dataset'] });
  const everywhere = await seedUser(app, 'everywhere', { permissions: ['edit_dataset'] });
  const publishes = await seedUser(app, 'publishes', { permissions: ['publish_dataset'] });

  expect(await found(creator, 'datasets', [mine, other])).toEqual([mine]);
  expect(await found(editor, 'datasets', [mine, other])).toEqual([other]);
  expect(await found(publisher, 'datasets', [mine, other])).toEqual([other]);
  expect(await found(everywhere, 'datasets', [mine, other])).toEqual(expect.arrayContaining([mine, other]));
  expect(await found(publishes, 'datasets', [mine, other])).toEqual([]);
  expect((await unauthenticated.graph('{ datasets { totalCount } }')).errors?.[0]?.extensions.code).toBe(
    'UNAUTHORIZED',
  );
});

test('a change needs the right to edit, and a change of the security the right to manage', async () => {
  const uid = await seedDataset(admin);
  const publisher = await seedUser(app, 'only_publishes');
  await seedRuleset(app, uid, { user: 'only_publishes', permissions: ['publish_dataset'] });
  const editor = await seedUser(app, 'only_edits');
  await seedRuleset(app, uid, { user: 'only_edits', permissions: ['edit_dataset'] });
  const stranger = await seedUser(app, 'stranger');
  const put = (client: Client, body: object) => client.rest('PUT', `/datasets/${uid}/`, body);

  expect(await put(stranger, { is_restricted: true })).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await put(publisher, { dataset_id: 'x' })).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  expect(await put(editor, { is_restricted: true })).toMatchObject({ status: 403 });
  expect(await editor.rest('PUT', `/datasets/${uid}/`, { is_restricted: true }, { 'if-match': '"7"' })).toMatchObject({
    status: 403,
  });
  expect(await put(editor, { default_security: { filter_query: 'x =' } })).toMatchObject({ status: 403 });
  expect(await put(editor, { is_restricted: false, default_security: {} })).toMatchObject({ status: 200 });
  expect(await put(admin, { is_restricted: true })).toMatchObject({ status: 200 });
});

test('a key never exceeds its owner, and its scopes also limit the rights of rulesets and creators', async () => {
  const narrow = await seedUser(app, 'narrow', { permissions: ['administer'], key: ['publish_dataset'] });
  const uid = await seedDataset(admin);
  expect(await narrow.rest('POST', '/datasets/', { metadata: {} })).toMatchObject({ status: 403 });
  expect(await narrow.rest('GET', `/datasets/${uid}/`)).toMatchObject({ status: 404 });
  const wide = await seedUser(app, 'wide', { permissions: [], key: ['administer'] });
  expect(await wide.rest('POST', '/datasets/', { metadata: {} })).toMatchObject({ status: 403 });
});

describe('the catalog', () => {
  test('shows an unrestricted dataset to everyone once it is published', async () => {
    const uid = await seedDataset(admin);
    expect(await found(unauthenticated, 'catalog', [uid])).not.toContain(uid);
    await publish(uid);
    expect(await found(unauthenticated, 'catalog', [uid])).toContain(uid);
    expect(
      (await unauthenticated.data(`{ catalogDataset(by: { uid: "${uid}" }) { configuration { uid } } }`)).catalogDataset
        .configuration,
    ).toBeNull();
    expect(
      (await admin.data(`{ catalogDataset(by: { uid: "${uid}" }) { configuration { uid } } }`)).catalogDataset
        .configuration,
    ).toEqual({ uid });
  });

  test('shows a restricted dataset only to those with a ruleset, direct or through a group', async () => {
    const uid = await seedDataset(admin, { isRestricted: true });
    await publish(uid);
    const byUser = await seedUser(app, 'by_user');
    const byGroup = await seedUser(app, 'by_group', { groups: ['readers'] });
    const nobody = await seedUser(app, 'nobody');
    const explorer = await seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] });
    await seedRuleset(app, uid, { user: 'by_user' });
    await seedRuleset(app, uid, { group: 'readers' });
    for (const client of [byUser, byGroup, explorer, admin])
      expect(await found(client, 'catalog', [uid])).toContain(uid);
    for (const client of [nobody, unauthenticated]) expect(await found(client, 'catalog', [uid])).not.toContain(uid);
  });

  test("shows the fields that default_security or the union of the caller's rulesets leave visible", async () => {
    const uid = await seedDataset(admin, { defaultSecurity: { visibleFields: ['city'] } });
    await publish(uid);
    const [one, both, hidden] = [
      await seedUser(app, 'sees_one'),
      await seedUser(app, 'sees_both', { groups: ['cities'] }),
      await seedUser(app, 'sees_none'),
    ];
    await seedRuleset(app, uid, { user: 'sees_one', security: { visibleFields: ['salary'] } });
    await seedRuleset(app, uid, { user: 'sees_both', security: { visibleFields: ['salary'] } });
    await seedRuleset(app, uid, { group: 'cities', security: { visibleFields: ['city'] } });
    await seedRuleset(app, uid, { user: 'sees_none', security: { isDataVisible: false } });
    const fields = async (client: Client) =>
      (await client.data(`{ catalogDataset(by: { uid: "${uid}" }) { schema { name } } }`)).catalogDataset.schema.map(
        ({ name }: { name: string }) => name,
      );
    expect(await fields(unauthenticated)).toEqual(['city']);
    expect(await fields(one)).toEqual(['salary']);
    expect(await fields(both)).toEqual(['city', 'salary']);
    expect(await fields(hidden)).toEqual(['city', 'salary']);
    expect(await fields(admin)).toEqual(['city', 'salary']);
  });
});
