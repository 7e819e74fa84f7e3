import { expect, test } from '@jest/globals';
import { sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;
const run = (statement: string) => app.services.db.rows(sqlText(statement));

await run(`create function revoke_rights() returns trigger language plpgsql as $$ begin
  delete from ruleset where username like 'editor-%'; delete from page_ruleset where username like 'editor-%'; return null; end $$`);

/** Makes a change, and revokes the rulesets of all editors when it commits, before its payload is read. */
async function whileRevoked<T>(change: () => Promise<T>, table = 'dataset'): Promise<T> {
  await run(`create constraint trigger revoke_rights after update on ${table}
    deferrable initially deferred for each row execute function revoke_rights()`);
  try {
    return await change();
  } finally {
    await run(`drop trigger revoke_rights on ${table}`);
  }
}

/** A user who edits a dataset by a ruleset, and the dataset. */
async function editor(name: string) {
  const client = await seedUser(app, name, { permissions: ['create_dataset'] });
  const uid = await seedDataset(admin);
  await seedRuleset(app, uid, { user: name, permissions: ['edit_dataset', 'publish_dataset'] });
  return { client, uid };
}

test.each([
  ['PUT', '/', { dataset_id: 'renamed-late' }, 200, { dataset_id: 'renamed-late' }],
  ['POST', '/schedules/', { cron_schedule: '0 0 * * *' }, 201, { cron_schedule: '0 0 * * *' }],
  ['POST', '/resources/', { type: 'csvfile', title: 'Late', params: {} }, 201, { title: 'Late' }],
  ['POST', '/publish/', undefined, 200, { detail: 'ok' }],
] as const)(
  '%s %s of a caller whose right is revoked after the change is answered with what it has made',
  async (method, path, body, status, expected) => {
    const { client, uid } = await editor(`editor-${path.replaceAll('/', '')}`);
    const change = () => client.rest(method, `/datasets/${uid}${path}`, body);
    expect(await whileRevoked(change)).toMatchObject({ status, body: expected });
    expect((await client.rest('GET', `/datasets/${uid}/`)).status).toBe(404);
  },
);

test('resolvers show the changed dataset as plans do', async () => {
  const { client, uid } = await editor('editor-graph');
  const own = await seedDataset(client);
  const update = (name: string, changed: string) =>
    `${name}: updateDataset(input: { uid: "${changed}", isFeedbackEnabled: true }) { dataset { uid } datasetEdge { node { uid } } }`;
  // plans answer mutations of one field
  const { data } = await whileRevoked(() => client.graph(`mutation { ${update('late', uid)} ${update('next', own)} }`));
  const shown = (shownUid: string) => ({ dataset: { uid: shownUid }, datasetEdge: { node: { uid: shownUid } } });
  expect(data).toEqual({ late: shown(uid), next: shown(own) });
});

test('a page is shown after a change by a caller whose right is revoked then', async () => {
  const client = await seedUser(app, 'editor-page');
  const uid = await seedStudioPage(admin, { slug: 'late' });
  await admin.data(replacePageRuleset, {
    input: { uid, grantee: { username: 'editor-page' }, permissions: ['edit_page'] },
  });
  const update = () =>
    client.graph(
      'mutation ($uid: ID!) { updateStudioPage(input: { uid: $uid, title: "Late" }) { configuration { uid } } }',
      {
        uid,
      },
    );
  expect(await whileRevoked(update, 'portal_page')).toMatchObject({
    data: { updateStudioPage: { configuration: { uid } } },
  });
  expect((await update()).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('a caller who removes their own rights does not see the dataset', async () => {
  const client = await seedUser(app, 'leaving');
  const uid = await seedDataset(admin);
  await seedRuleset(app, uid, { user: 'leaving', permissions: ['edit_dataset', 'manage_dataset'] });
  expect(
    await client.data(
      'mutation ($uid: ID!) { deleteUserRuleset(input: { datasetUid: $uid, username: "leaving" }) { username dataset { uid } } }',
      { uid },
    ),
  ).toEqual({ deleteUserRuleset: { username: 'leaving', dataset: null } });
});
