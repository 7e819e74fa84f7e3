import { describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import type { DatasetSecurity } from '#access/index.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const open = { isDataVisible: true, visibleFields: null, filterQuery: '', apiCallsQuota: null };
const closed = { ...open, isDataVisible: false, visibleFields: [] };
const ofDefault = {
  ...open,
  visibleFields: ['city'],
  filterQuery: 'pop < 10',
  apiCallsQuota: { unit: 'day', limit: 10 },
};
const ofUser: DatasetSecurity = {
  ...open,
  visibleFields: ['pop'],
  filterQuery: 'pop >= 10',
  apiCallsQuota: { unit: 'second', limit: 1 },
};
const ofGroup: DatasetSecurity = {
  ...open,
  visibleFields: ['name', 'pop'],
  filterQuery: 'city : "Bern" or city : "Basel"',
  apiCallsQuota: { unit: 'minute', limit: 50 },
};
const ofGroupPrinted = { ...ofGroup, filterQuery: "city = 'Bern' or city = 'Basel'" };
const hidden = { ...open, isDataVisible: false };

const names = ['name', 'city', 'pop'];
const publish = (uid: string) =>
  app.services.db.rows(sql`update dataset set is_published = true, published_metadata = metadata,
  published_fields = '[{"name": "name"}, {"name": "city"}, {"name": "pop"}]' where uid = ${uid}`);

/** A published dataset whose default security shows a little. */
async function published(input: object = {}): Promise<string> {
  const uid = await seedDataset(admin, { defaultSecurity: ofDefault, ...input });
  await publish(uid);
  return uid;
}

const security = '{ isDataVisible visibleFields filterQuery apiCallsQuota { unit limit } }';

/** What the catalog gives a caller; null where they do not find the dataset. The visible fields agree with the security's. */
async function inCatalog(client: Client, uid: string) {
  const { catalogDataset } = await client.data(
    `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name } dataAccess ${security} } }`,
    { uid },
  );
  if (!catalogDataset) return null;
  const { schema, dataAccess } = catalogDataset;
  expect(schema.map(({ name }: { name: string }) => name)).toEqual(
    names.filter((name) => dataAccess.isDataVisible && (dataAccess.visibleFields?.includes(name) ?? true)),
  );
  return dataAccess;
}

async function accessOf(uid: string, username: string, client: Client = admin) {
  const { dataset } = await client.data(
    `query ($uid: ID!, $username: String!) { dataset(by: { uid: $uid }) { effectiveAccess(username: $username) {
    user { username } isActive isInCatalog dataAccess ${security} permissions grants { source groupUid permissions dataAccess ${security} }
  } } }`,
    { uid, username },
  );
  return dataset.effectiveAccess;
}

/** What a person gets, which is what the catalog gives their key. */
async function gets(client: Client, username: string, uid: string) {
  const access = await accessOf(uid, username);
  const shown = await inCatalog(client, uid);
  expect(access.isInCatalog).toBe(shown !== null);
  expect(access.dataAccess).toEqual(shown ?? closed);
  return access;
}

const grant = (
  source: string,
  dataAccess: object | null,
  { groupUid = null, permissions = [] }: { groupUid?: string | null; permissions?: string[] } = {},
) => ({ source, groupUid, permissions, dataAccess });

describe('the effective access of a user to a dataset', () => {
  test('the effective access of a user to a dataset without a ruleset is what default_security shows', async () => {
    const uid = await published();
    const client = await seedUser(app, 'none');
    expect(await gets(client, 'none', uid)).toMatchObject({
      user: { username: 'none' },
      isActive: true,
      isInCatalog: true,
      dataAccess: ofDefault,
      permissions: [],
      grants: [grant('default_security', ofDefault)],
    });
    expect(await inCatalog(unauthenticated, uid)).toEqual(ofDefault);
  });

  test('the effective access of a user to a dataset with a ruleset of their own is what that ruleset shows', async () => {
    const uid = await published();
    const client = await seedUser(app, 'by_user');
    await seedRuleset(app, uid, { user: 'by_user', security: ofUser, permissions: ['edit_form'] });
    expect(await gets(client, 'by_user', uid)).toMatchObject({
      isInCatalog: true,
      dataAccess: ofUser,
      permissions: [],
      grants: [grant('ruleset', ofUser)],
    });
  });

  test('the effective access of a user to a dataset with a ruleset of a group is what that ruleset shows', async () => {
    const uid = await published();
    const client = await seedUser(app, 'by_group', { groups: ['readers'] });
    await seedRuleset(app, uid, { group: 'readers', security: ofGroup });
    expect(await gets(client, 'by_group', uid)).toMatchObject({
      dataAccess: ofGroupPrinted,
      grants: [grant('ruleset', ofGroup, { groupUid: 'readers' })],
    });
  });

  test('the effective access of a user to a dataset with several rulesets is their union, with the most generous quota', async () => {
    const uid = await published();
    const client = await seedUser(app, 'by_both', { groups: ['readers', 'strangers', 'hidden_ones'] });
    await seedRuleset(app, uid, { user: 'by_both', security: ofUser });
    await seedRuleset(app, uid, { group: 'readers', security: ofGroup });
    await seedRuleset(app, uid, { group: 'hidden_ones', security: hidden });
    const access = await gets(client, 'by_both', uid);
    expect(access.dataAccess).toEqual({
      isDataVisible: true,
      visibleFields: ['pop', 'name'],
      filterQuery: "pop >= 10 or city = 'Bern' or city = 'Basel'",
      apiCallsQuota: { unit: 'second', limit: 1 },
    });
    expect(access.grants).toEqual([
      grant('ruleset', ofUser),
      grant('ruleset', hidden, { groupUid: 'hidden_ones' }),
      grant('ruleset', ofGroup, { groupUid: 'readers' }),
    ]);
    await seedRuleset(app, uid, { group: 'strangers' });
    expect((await gets(client, 'by_both', uid)).dataAccess).toEqual(open);
  });

  test('the effective access of a user to a dataset for a restricted dataset is empty without a ruleset, a right or being its creator', async () => {
    const creator = await seedUser(app, 'creator', { permissions: ['create_dataset'] });
    const uid = await seedDataset(creator, { defaultSecurity: ofDefault, isRestricted: true });
    await publish(uid);
    const [outsider, member, explorer, both] = await Promise.all([
      seedUser(app, 'outsider'),
      seedUser(app, 'member', { groups: ['members'] }),
      seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] }),
      seedUser(app, 'explorer_and_member', { permissions: ['explore_restricted_dataset'], groups: ['members'] }),
    ]);
    await seedRuleset(app, uid, { group: 'members', security: ofUser });
    expect(await gets(outsider, 'outsider', uid)).toMatchObject({
      isInCatalog: false,
      dataAccess: closed,
      grants: [],
    });
    expect(await inCatalog(unauthenticated, uid)).toBeNull();
    expect(await gets(member, 'member', uid)).toMatchObject({ isInCatalog: true, dataAccess: ofUser });
    const explores = ['explore_restricted_dataset'];
    expect(await gets(explorer, 'explorer', uid)).toMatchObject({
      dataAccess: open,
      permissions: explores,
      grants: [grant('domain', open, { permissions: explores })],
    });
    expect((await gets(both, 'explorer_and_member', uid)).grants).toEqual([
      grant('domain', null, { permissions: explores }),
      grant('ruleset', ofUser, { groupUid: 'members' }),
    ]);
    expect(await gets(creator, 'creator', uid)).toMatchObject({
      dataAccess: open,
      permissions: ['explore_restricted_dataset', 'edit_dataset', 'publish_dataset', 'manage_dataset'],
      grants: [
        grant('creator', open, {
          permissions: ['edit_dataset', 'publish_dataset', 'manage_dataset', 'explore_restricted_dataset'],
        }),
      ],
    });
  });

  test('is full for a user who may edit or publish it, by a ruleset or domain-wide, directly or through a group', async () => {
    const uid = await published({ isRestricted: true });
    const all = ['explore_restricted_dataset', 'edit_dataset', 'publish_dataset', 'manage_dataset'];
    const publisher = await seedUser(app, 'publisher', { groups: ['publishers'] });
    await seedRuleset(app, uid, {
      group: 'publishers',
      permissions: ['publish_dataset', 'edit_page'],
      security: hidden,
    });
    expect(await gets(publisher, 'publisher', uid)).toMatchObject({
      dataAccess: open,
      permissions: ['publish_dataset'],
      grants: [grant('ruleset', open, { groupUid: 'publishers', permissions: ['publish_dataset'] })],
    });
    const administers = await seedUser(app, 'administers', { groups: ['administrators'], permissions: ['edit_page'] });
    await app.services.db.rows(sql`update user_group set permissions = '{administer}' where uid = 'administrators'`);
    expect(await gets(administers, 'administers', uid)).toMatchObject({
      dataAccess: open,
      permissions: all,
      grants: [grant('domain', open, { groupUid: 'administrators', permissions: ['administer'] })],
    });
    const edits = await seedUser(app, 'edits', { permissions: ['edit_dataset', 'edit_form'] });
    expect(await gets(edits, 'edits', uid)).toMatchObject({
      dataAccess: open,
      permissions: ['edit_dataset'],
      grants: [grant('domain', open, { permissions: ['edit_dataset'] })],
    });
    // alone these rights allow nothing on the dataset (docs/contract/rest.md 1, Who may do what)
    const powerless = await seedUser(app, 'powerless', { permissions: ['publish_dataset', 'manage_dataset'] });
    expect(await gets(powerless, 'powerless', uid)).toMatchObject({
      isInCatalog: false,
      permissions: [],
      grants: [grant('domain', null, { permissions: ['publish_dataset', 'manage_dataset'] })],
    });
  });

  test('is empty while the user is inactive', async () => {
    const uid = await published();
    await seedUser(app, 'inactive', { permissions: ['administer'], groups: ['readers'] });
    await seedRuleset(app, uid, { user: 'inactive', permissions: ['edit_dataset'] });
    await app.services.db.rows(sql`update user_account set is_active = false where username = 'inactive'`);
    expect(await accessOf(uid, 'inactive')).toEqual({
      user: { username: 'inactive' },
      isActive: false,
      isInCatalog: false,
      dataAccess: closed,
      permissions: [],
      grants: [],
    });
  });

  test('has no catalog entry while the dataset is not published', async () => {
    const uid = await seedDataset(admin, { defaultSecurity: ofDefault });
    await seedUser(app, 'early');
    expect(await accessOf(uid, 'early')).toMatchObject({ isInCatalog: false, dataAccess: ofDefault });
  });
});

test("a key with fewer scopes than its owner finds no restricted dataset by a ruleset, and does not change the owner's access", async () => {
  const uid = await published({ isRestricted: true });
  const narrow = await seedUser(app, 'narrow', { permissions: ['edit_dataset'], key: ['publish_dataset'] });
  await seedRuleset(app, uid, { user: 'narrow', security: ofUser });
  expect(await inCatalog(narrow, uid)).toBeNull();
  await app.services.db.rows(sql`update dataset set is_restricted = false where uid = ${uid}`);
  expect(await inCatalog(narrow, uid)).toEqual(ofUser);
  expect(await accessOf(uid, 'narrow')).toMatchObject({ isInCatalog: true, dataAccess: open });
});

test('only callers who may manage the dataset see the access of others; every reader sees their own', async () => {
  const uid = await published();
  const editor = await seedUser(app, 'editor');
  const manager = await seedUser(app, 'manager', { groups: ['managers'] });
  await seedRuleset(app, uid, { user: 'editor', permissions: ['edit_dataset'] });
  await seedRuleset(app, uid, { group: 'managers', permissions: ['edit_dataset', 'manage_dataset'] });
  const asking = (username: string) =>
    editor.graph(
      'query ($uid: ID!, $username: String!) { dataset(by: { uid: $uid }) { effectiveAccess(username: $username) { isActive } } }',
      { uid, username },
    );
  for (const username of ['manager', 'nobody_at_all']) {
    expect(await asking(username)).toMatchObject({
      data: { dataset: { effectiveAccess: null } },
      errors: [{ extensions: { code: 'PERMISSION_DENIED' } }],
    });
  }
  expect((await accessOf(uid, 'editor', editor)).permissions).toEqual(['edit_dataset']);
  expect((await accessOf(uid, 'editor', manager)).permissions).toEqual(['edit_dataset']);
  expect((await accessOf(uid, 'manager', manager)).permissions).toEqual(['edit_dataset', 'manage_dataset']);
  expect(await accessOf(uid, 'nobody_at_all', manager)).toBeNull();
});

test('a manager of a single dataset sees what its own security grants another user, and nothing else of that user', async () => {
  const uid = await published();
  const local = await seedUser(app, 'asking', { groups: ['local_managers'] });
  const wide = await seedUser(app, 'wide', { permissions: ['edit_dataset', 'manage_dataset'] });
  await seedRuleset(app, uid, { group: 'local_managers', permissions: ['edit_dataset', 'manage_dataset'] });
  await seedUser(app, 'plain', { groups: ['guests'] });
  await seedUser(app, 'powerful', { permissions: ['administer'], groups: ['guests', 'secret_group'] });
  await app.services.db.rows(sql`update user_group set permissions = '{edit_dataset}' where uid = 'secret_group'`);
  await seedUser(app, 'gone', { permissions: ['edit_dataset'], groups: ['guests'] });
  await app.services.db.rows(sql`update user_account set is_active = false where username = 'gone'`);
  const same = async () => {
    const [plain, ...others] = await Promise.all(
      ['plain', 'powerful', 'gone'].map(async (username) => ({
        ...(await accessOf(uid, username, local)),
        user: null,
      })),
    );
    for (const other of others) expect(other).toEqual(plain);
    return plain;
  };
  expect(await same()).toMatchObject({
    isActive: null,
    dataAccess: ofDefault,
    permissions: [],
    grants: [grant('default_security', ofDefault)],
  });
  await seedRuleset(app, uid, { group: 'guests', security: ofUser });
  expect(await same()).toMatchObject({
    isActive: null,
    dataAccess: ofUser,
    grants: [grant('ruleset', ofUser, { groupUid: 'guests' })],
  });
  await app.services.db.rows(sql`update dataset set is_restricted = true where uid = ${uid}`);
  await same();
  expect(await accessOf(uid, 'powerful', wide)).toMatchObject({
    isActive: true,
    dataAccess: open,
    grants: expect.arrayContaining([grant('domain', open, { permissions: ['administer'] })]),
  });
  expect(await accessOf(uid, 'gone', wide)).toMatchObject({ isActive: false, grants: [] });
  expect(await accessOf(uid, 'asking', local)).toMatchObject({ isActive: true });
});
