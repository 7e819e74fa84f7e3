import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testApp } from '#test/support/app.ts';
import { seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { untilLockWaits } from '#test/support/database/table-locks.ts';

const app = await testApp();
const { admin } = app;
const beside = new pg.Client({ connectionString: app.databaseUrl });
// the database may be dropped before it is closed
beside.on('error', () => undefined);
await beside.connect();
afterAll(() => beside.end());

/** Asks for a change while the dataset is locked beside it, and revokes something before the lock is given up. */
async function whileWaiting(
  uid: string,
  revocation: string,
  change: () => Promise<{ status: number }>,
  table = 'dataset',
): Promise<number> {
  await beside.query('begin');
  await beside.query(`select 1 from ${table} where uid = $1 for update`, [uid]);
  const waiting = change();
  await untilLockWaits(app);
  await beside.query(revocation);
  await beside.query('commit');
  return (await waiting).status;
}

const schedules = async (uid: string) => (await admin.rest('GET', `/datasets/${uid}/schedules/`)).body.total_count;

test.each([
  ['a ruleset', "delete from ruleset where username = 'editor-0'", 404],
  ['a membership', "delete from membership where username = 'editor-1'", 404],
  ['a right for the whole domain', "update user_account set permissions = '{}' where username = 'editor-2'", 404],
  ['a key', "update api_key set revoked_at = now() where username = 'editor-3'", 401],
  ['a user', "update user_account set is_active = false where username = 'editor-4'", 401],
] as const)(
  '%s that is revoked while a change waits for the lock does not let it through',
  async (what, revocation, expected) => {
    const name = /editor-\d/.exec(revocation)?.[0] ?? '';
    const editor = await seedUser(app, name, {
      ...(what.includes('domain') && { permissions: ['edit_dataset'] }),
      ...(what === 'a membership' && { groups: ['editors'] }),
    });
    const uid = await seedDataset(admin);
    if (!what.includes('domain')) {
      await seedRuleset(app, uid, {
        ...(what === 'a membership' ? { group: 'editors' } : { user: name }),
        permissions: ['edit_dataset'],
      });
    }

    const status = await whileWaiting(uid, revocation, () =>
      editor.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' }),
    );

    expect([status, await schedules(uid)]).toEqual([expected, 0]);
  },
);

test('a change that waited goes through where nothing was revoked', async () => {
  const editor = await seedUser(app, 'editor-5');
  const uid = await seedDataset(admin);
  await seedRuleset(app, uid, { user: 'editor-5', permissions: ['edit_dataset'] });
  expect(
    await whileWaiting(uid, 'select 1', () =>
      editor.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' }),
    ),
  ).toBe(201);
});

test('a page is changed with the rights that are there once its lock is held', async () => {
  const editor = await seedUser(app, 'editor-6');
  const uid = await seedStudioPage(admin, { slug: 'waiting', title: 'Waiting' });
  await admin.data(replacePageRuleset, {
    input: { uid, grantee: { username: 'editor-6' }, permissions: ['edit_page'] },
  });
  const rename = async () => {
    const { errors } = await editor.graph(
      'mutation ($input: UpdateStudioPageInput!) { updateStudioPage(input: $input) { configuration { uid } } }',
      { input: { uid, title: 'Changed' } },
    );
    return { status: errors?.[0]?.extensions.code === 'NOT_FOUND' ? 404 : 200 };
  };
  expect(await whileWaiting(uid, "delete from page_ruleset where username = 'editor-6'", rename, 'portal_page')).toBe(
    404,
  );
  expect((await admin.portal('GET', '/studio_pages/waiting/')).body.title).toBe('Waiting');
});
