import { expect, test } from '@jest/globals';
import { sql, sqlText } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const { admin, services } = app;

test('batches over the same people at one moment end each item whole, with a result for each', async () => {
  const names = Array.from({ length: 6 }, (_each, index) => `racer-${String(index)}`);
  for (const name of names) await seedUser(app, name);
  for (const title of ['Left', 'Right']) await admin.rest('POST', '/groups/', { title, permissions: [] });
  const outcomes = (body: Record<string, { status_code: string }>) =>
    Object.values(body).map((result) => result.status_code);
  const add = (group: string, usernames: readonly string[]) =>
    admin.rest(
      'POST',
      `/groups/${group}/users/batch/`,
      usernames.map((username) => ({ username })),
    );
  const [leaving = '', ...staying] = names.toReversed();
  const [removed, ...added] = await Promise.all([
    admin.rest('DELETE', `/users/${leaving}/`),
    add('left', names),
    add('left', names.toReversed()),
    add('right', names.toReversed()),
    add('right', names),
  ]);
  expect(removed.status).toBe(204);
  for (const { status, body } of added) {
    expect([status, Object.keys(body).length]).toEqual([200, names.length]);
    // a user who is deleted at the moment is found or not
    const failed = Object.values<{ error?: string }>(body).flatMap(({ error }) => error ?? []);
    expect([[], [`username: There is no user ${leaving}.`]]).toContainEqual(failed);
  }
  const members = await services.db.rows(
    sql`select group_uid as "group", count(*)::int as count from membership group by 1 order by 1`,
  );
  expect(members).toEqual(['left', 'right'].map((group) => ({ group, count: staying.length })));

  const { createIdentityProvider } = await admin.data(`mutation { createIdentityProvider(input: {
    type: OIDC, name: "Race", loginLink: "/", labels: [{ language: "en", text: "Sign in" }] }) { identityProvider { uid } } }`);
  const { uid } = createIdentityProvider.identityProvider;
  const people = Array.from({ length: 5 }, (_each, index) => ({
    username: `new-${String(index)}`,
    email: `new-${String(index)}@example.org`,
    groups: ['left', 'right'],
    identity_provider: { uid },
    identity_provider_attributes: { subject: String(index) },
  }));
  const [one, other] = await Promise.all([
    admin.rest('POST', '/users/provision/', people),
    admin.rest('POST', '/users/provision/', people.toReversed()),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  const [first, second] = [outcomes(one.body), outcomes(other.body).toReversed()];
  for (const [index] of people.entries())
    expect([first[index], second[index]].toSorted()).toEqual(['error', 'success']);
  const whole = await services.db
    .rows(sql`select u.username, (select count(*)::int from membership m where m.username = u.username) as groups,
      (select count(*)::int from external_identity x where x.username = u.username) as links
    from user_account u where u.username like 'new-%' order by 1`);
  expect(whole).toEqual(people.map(({ username }) => ({ username, groups: 2, links: 1 })));
});

test('what fails in the middle of a batch loses no result: those before are done, those after not attempted', async () => {
  await services.db.rows(sql`create function fail_for_some() returns trigger language plpgsql as $$ begin
    if new.username like 'odd-%' then raise exception 'The secret reason.'; end if;
    if new.username like 'late-%' then raise exception using errcode = '57014', message = 'canceling statement'; end if;
    if new.username like 'lost-%' then raise exception using errcode = '57P01', message = 'terminating connection'; end if;
    return new; end $$`);
  await services.db.rows(
    sql`create trigger fail_for_some before insert on user_account for each row execute function fail_for_some()`,
  );
  const invite = (...names: readonly string[]) =>
    admin.rest(
      'POST',
      '/users/invite/',
      names.map((username) => ({ username, email: `${username}@example.org` })),
    );
  const results = ({ body }: Awaited<ReturnType<typeof invite>>) =>
    Object.values<{ data?: { username: string }; error?: string }>(body).map(
      ({ data, error }) => data?.username ?? error,
    );
  const notAttempted = expect.stringMatching(/^Not attempted/);
  const unexpected = expect.stringMatching(/^An unexpected error occurred\. .* trace_id: [\da-f-]{36}$/);
  expect(results(await invite('odd-1', 'whole-1', 'odd-2', 'whole-2'))).toEqual([
    unexpected,
    'whole-1',
    unexpected,
    'whole-2',
  ]);
  expect(results(await invite('whole-3', 'late-1', 'whole-4'))).toEqual([
    'whole-3',
    expect.stringMatching(/^The database did not finish/),
    notAttempted,
  ]);
  expect(results(await invite('', 'whole-5', 'lost-1', 'whole-6', ''))).toEqual([
    expect.stringMatching(/^username: /),
    'whole-5',
    expect.stringMatching(/^The database is out of reach/),
    notAttempted,
    notAttempted,
  ]);
  // nothing is done: the failure is that of the request, and the client may repeat all of it
  expect([await invite('late-1', 'whole-7'), await invite('', 'lost-1')].map(({ status }) => status)).toEqual([
    504, 503,
  ]);
  const whole = await services.db.rows(sql`select u.username from user_account u join invitation using (username)
    where u.username ~ '^(whole|odd|late|lost)-' order by 1`);
  expect(whole).toEqual([1, 2, 3, 5].map((n) => ({ username: `whole-${String(n)}` })));
});

/** How many audit entries each object of a type has, of the given actions. */
const countEntries = async (type: string, actions: readonly string[]) =>
  Object.fromEntries(
    (
      await services.db.rows<{ key: string; count: number }>(sql`select object_key as key, count(*)::int as count
        from audit_entry where object_type = ${type} and action = any(${actions}::text[]) group by 1`)
    ).map(({ key, count }) => [key, count]),
  );

test('pages that are deleted together while others change them are each gone once, or there as they were changed', async () => {
  const slugs = Array.from({ length: 8 }, (_each, index) => `race-${String(index)}`);
  const paths = slugs.map((slug) => `/code_editor_pages/${slug}/`);
  for (const slug of slugs)
    await admin.rest('POST', '/code_editor_pages/', {
      slug,
      title: { en: 'Race' },
      content: { html: { en: '<p>Race</p>' }, css: {} },
    });
  const pages = await services.db.rows<{ uid: string; slug: string }>(
    sql`select uid, slug from portal_page where slug like 'race-%' order by slug`,
  );
  expect(pages.map(({ slug }) => slug)).toEqual(slugs);
  const [one, other, renamed, archived, alone] = await Promise.all([
    admin.rest('DELETE', `/code_editor_pages/?slug=${slugs.slice(0, 6).join(',')}`),
    admin.rest('DELETE', `/code_editor_pages/?search=race&slug=${slugs.toReversed().slice(2).join(',')}`),
    admin.rest('PUT', paths[1] ?? '', { slug: 'kept' }),
    admin.rest('POST', `${paths[2] ?? ''}archive/`),
    admin.rest('DELETE', paths[3] ?? ''),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect([200, 404]).toContain(renamed.status);
  expect([200, 404]).toContain(archived.status);
  expect([204, 404]).toContain(alone.status);
  const left = await services.db.rows<{ uid: string; slug: string }>(
    sql`select uid, slug from portal_page where uid = any(${pages.map(({ uid }) => uid)}::text[]) order by slug`,
  );
  // a page that was renamed in time is not among the named ones; one that was deleted in time answers 404
  const stays = renamed.status === 200 && !JSON.stringify([one.body, other.body]).includes('kept') ? ['kept'] : [];
  expect(left.map(({ slug }) => slug)).toEqual([...stays, 'race-6', 'race-7']);
  const gone = pages.map(({ uid }) => uid).filter((uid) => !left.some((page) => page.uid === uid));
  const entries = await countEntries('Page', ['deletePage', 'deleteCodeEditorPages']);
  expect(entries).toEqual(Object.fromEntries(gone.map((uid) => [uid, 1])));
  const answered = [one.body, other.body, alone.status === 204 ? ['race-3'] : []].flat();
  expect(answered).toHaveLength(gone.length);
});

test('datasets to which two editors do different things end each as one of the answers says', async () => {
  const uids: string[] = [];
  for (let index = 0; index < 5; index += 1)
    uids.push(await seedDataset(admin, { datasetId: `race-${String(index)}` }));
  const eachOf = (list: readonly string[], method: 'DELETE' | 'PUT' | 'POST', path = '', body?: object) =>
    Promise.all(list.map(async (uid) => (await admin.rest(method, `/datasets/${uid}/${path}`, body)).status));
  const [deleted, again, changed, published] = await Promise.all([
    eachOf(uids, 'DELETE'),
    eachOf(uids.toReversed(), 'DELETE'),
    eachOf(uids, 'PUT', 'metadata/default/title/', { value: 'Changed' }),
    eachOf(uids, 'POST', 'publish/'),
  ]);
  // each is deleted by one of the two; a change came before that, or found nothing
  for (const [index, status] of deleted.entries())
    expect([status, again.toReversed()[index]].toSorted()).toEqual([204, 404]);
  for (const status of [...changed, ...published]) expect([200, 400, 404]).toContain(status);
  const entries = await countEntries('Dataset', ['deleteDataset']);
  expect(uids.map((uid) => entries[uid])).toEqual(uids.map(() => 1));
  expect(await services.db.rows(sql`select 1 from dataset where uid = any(${uids}::text[])`)).toEqual([]);
  const pending = await services.db.rows(sql`select 1 from publication_run where dataset_uid = any(${uids}::text[])`);
  expect(pending).toEqual([]);
});

test('an order for all datasets of a harvester reaches each that others did not delete, and does not end with one that fails', async () => {
  const harvester = await admin.rest('POST', '/harvesters/', {
    type: 'ods',
    name: 'Race',
    domain: 'https://example.org',
  });
  const path = `/harvesters/${String(harvester.body.uid)}/`;
  const uids: string[] = [];
  for (let index = 0; index < 6; index += 1) uids.push(await seedDataset(admin));
  const [odd = '', deleted = '', edited = '', ...others] = uids;
  await services.db.rows(
    sql`update dataset set harvester_uid = ${harvester.body.uid} where uid = any(${uids}::text[])`,
  );
  await services.db.rows(sql`create function fail_for_one() returns trigger language plpgsql as $$ begin
    if new.dataset_uid = tg_argv[0] then raise exception 'The secret reason.'; end if; return new; end $$`);
  await services.db.rows(
    sqlText(
      `create trigger fail_for_one before insert on publication_run for each row execute function fail_for_one('${odd}')`,
    ),
  );
  const statusOf = async (uid: string) => (await admin.rest('GET', `/datasets/${uid}/status/`)).body.status;
  const [ordered, gone, changed] = await Promise.all([
    admin.rest('POST', `${path}publish/`),
    admin.rest('DELETE', `/datasets/${deleted}/`),
    admin.rest('PUT', `/datasets/${edited}/metadata/default/title/`, { value: 'Changed' }),
  ]);
  expect([ordered.status, gone.status, changed.status]).toEqual([500, 204, 200]);
  expect(JSON.stringify(ordered.body)).not.toContain('secret');
  expect(await Promise.all([odd, edited, ...others].map(statusOf))).toEqual([
    'idle',
    'queued',
    ...others.map(() => 'queued'),
  ]);
});
