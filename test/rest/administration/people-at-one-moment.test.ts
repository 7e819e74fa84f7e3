import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { seedUser } from '#test/support/seed.ts';

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
