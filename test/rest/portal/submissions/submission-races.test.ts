import { expect, test } from '@jest/globals';
import pg from 'pg';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, type RestAnswer } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { seedKey } from '#test/support/seed.ts';
import { images, sendParts, submitForm, submitForUid, type SentPart } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '100000' });
const {
  admin,
  services: { db },
} = app;
const ada = await seedKey(app, 'ada');
const open = { accessType: 'open', isModerated: false, isEditingEnabled: true };
const outcome = ({ status, body }: RestAnswer) => [
  status,
  body.error_code ?? body.errors?.map(({ field }: { field: string }) => field).join(),
];
const change = (slug: string, uid: string, data: object, key = ada, parts: readonly SentPart[] = []) =>
  sendParts(app, `/forms/${slug}/submissions/${uid}/`, [['data', JSON.stringify(data)], ...parts], { key });
const judge = (verdict: string, input: object, type = `${verdict[0]?.toUpperCase()}${verdict.slice(1)}Input`) =>
  admin.graph(`mutation ($input: ${type}!) { ${verdict}(input: $input) { __typename } }`, { input });

/** What a request answers that has to wait for the form while something else happens to it. */
async function meanwhile(
  slug: string,
  request: () => Promise<RestAnswer>,
  happens: (other: pg.Client) => Promise<unknown>,
): Promise<RestAnswer> {
  const other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from form where slug = $1 for update', [slug]);
  const answer = request();
  const isWaiting = async () => (await db.rows(sql`select 1 from pg_locks where not granted`)).length > 0;
  while (!(await isWaiting()))
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  await happens(other);
  await other.query('commit');
  await other.end();
  return answer;
}
const set = (slug: string, what: string) => (other: pg.Client) =>
  other.query(`update form set ${what} where slug = $1`, [slug]);

// one run moderates the submissions, the other does not
const runs = Array.from({ length: 2 * repetitions }, (_, index) => index + 1);

test.each(runs)('concurrent changes of submissions neither exceed nor lose a quota (%s)', async (run) => {
  const slug = `storm-${run}`;
  await seedForm(admin, slug, {
    ...open,
    isModerated: run % 2 === 0,
    submissionsQuota: 8,
    sections: [{ title: '', blocks: [{ ...nameBlock, isUnique: true }] }],
  });
  const uids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => submitForUid(app, slug, { name: String(index) }, { key: ada })),
  );
  const seen = run % 2 === 0 ? 'pending' : 'approved';
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => submitForm(app, slug, { name: `late ${index % 6}` }, { key: ada })),
    ...uids.flatMap((uid, index) => [
      judge('rejectSubmission', { formSlug: slug, uid, expectedStatus: seen, reason: 'No' }),
      judge('approveSubmission', { formSlug: slug, uid, expectedStatus: 'rejected' }),
      change(slug, uid, { name: `late ${index}` }),
      ...(index < 3 ? [judge('deleteSubmission', { formSlug: slug, uid }, 'ModerationInput')] : []),
      judge('approveRevision', { formSlug: slug, uid }, 'RevisionInput'),
    ]),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const [counted] = await db.rows<{ counted: number; real: number; names: number }>(sql`
    select (select counted_submissions from form where slug = ${slug}) as counted, count(*)::int as real, count(distinct answers ->> 'name')::int as names
    from submission where form_slug = ${slug} and status <> 'rejected'`);
  expect(counted?.counted).toBe(counted?.real);
  expect(counted?.names).toBe(counted?.real);
  expect(counted?.real).toBeLessThanOrEqual(8);
});

test.each<readonly [what: string, change: string, expected: readonly [number, string]]>([
  ['unpublished', 'published_version = null', [404, 'not_found']],
  ['restricted', "access_type = 'restricted'", [403, 'permission_denied']],
  ['full', 'submissions_quota = 0', [403, 'submissions_quota_reached']],
  ['gone', '', [404, 'not_found']],
])('a form that is %s during a submission stores nothing', async (what, changes, expected) => {
  await seedForm(admin, `meanwhile-${what}`, open);
  const happens =
    what === 'gone'
      ? (other: pg.Client) => other.query('delete from form where slug = $1', [`meanwhile-${what}`])
      : set(`meanwhile-${what}`, changes);
  expect(
    outcome(
      await meanwhile(
        `meanwhile-${what}`,
        () => submitForm(app, `meanwhile-${what}`, { name: 'A' }, { key: ada }),
        happens,
      ),
    ),
  ).toEqual(expected);
  expect(await db.rows(sql`select 1 from submission where form_slug = ${`meanwhile-${what}`}`)).toEqual([]);
});

test('a submission without a key does not wait for a locked form until the time limit of a statement', async () => {
  await seedForm(admin, 'busy', open);
  let answer: Promise<RestAnswer> | undefined;
  const submit = () => (answer = submitForm(app, 'busy', { name: 'A' }));
  expect(outcome(await meanwhile('busy', submit, async () => answer))).toEqual([503, 'unavailable']);
  expect((await submitForm(app, 'busy', { name: 'A' })).status).toBe(201);
});

test('a form that takes over the slug of another form does not get its pending submission', async () => {
  await seedForm(admin, 'reborn', open);
  await changeForm(admin, 'publishForm', { slug: 'reborn' });
  const again = async (other: pg.Client) => {
    await other.query(`create temporary table old on commit drop as select * from form where slug = 'reborn'`);
    await other.query(`delete from form where slug = 'reborn'`);
    await other.query(`update old set created_at = now(), published_version = 1, last_version = 1`);
    await other.query('insert into form select * from old');
    await other.query(`insert into form_version select slug, 1, content, now() from old`);
  };
  expect(outcome(await meanwhile('reborn', () => submitForm(app, 'reborn', { name: 'A' }), again))).toEqual([
    404,
    'not_found',
  ]);
});

test('a submission sent while a version is published belongs to the earlier version, and is moderated by the new settings', async () => {
  await seedForm(admin, 'next', open);
  const publish = async (other: pg.Client) => {
    await other.query(
      `insert into form_version select form_slug, 2, content, now() from form_version where form_slug = 'next'`,
    );
    await set('next', 'published_version = 2, last_version = 2, is_moderated = true')(other);
  };
  expect((await meanwhile('next', () => submitForm(app, 'next', { name: 'A' }), publish)).status).toBe(201);
  expect(await db.rows(sql`select form_version as version, status from submission where form_slug = 'next'`)).toEqual([
    { version: 1, status: 'pending' },
  ]);
});

test('a key that is revoked, or whose user is deleted, during a submission submits either before or not at all', async () => {
  await seedForm(admin, 'leaving', open);
  for (const name of ['key', 'user']) {
    const key = await seedKey(app, `leaving-${name}`);
    let gone: Promise<unknown> = Promise.resolve();
    const leave =
      name === 'user'
        ? () =>
            admin.data('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { username } }', {
              input: { username: 'leaving-user' },
            })
        : () => db.rows(sql`update api_key set revoked_at = now() where username = 'leaving-key'`);
    const answer = await meanwhile(
      'leaving',
      () => submitForm(app, 'leaving', { name }, { key }),
      async () => {
        gone = leave();
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      },
    );
    await gone;
    const stored = await db.rows(
      sql`select submitted_by, is_anonymous from submission where form_slug = 'leaving' and answers ->> 'name' = ${name}`,
    );
    if (answer.status === 201)
      expect(stored).toEqual([{ submitted_by: name === 'user' ? null : 'leaving-key', is_anonymous: false }]);
    else expect([answer.status, stored]).toEqual([401, []]);
    expect((await submitForm(app, 'leaving', { name: 'again' }, { key })).status).toBe(401);
  }
});

test('a submission that is deleted during a change is 404', async () => {
  await seedForm(admin, 'vanishing', open);
  const uid = await submitForUid(app, 'vanishing', { name: 'A' }, { key: ada });
  expect(
    outcome(
      await meanwhile(
        'vanishing',
        () => change('vanishing', uid, { name: 'B' }),
        (other) => other.query('delete from submission where uid = $1', [uid]),
      ),
    ),
  ).toEqual([404, 'not_found']);
});

test('a change that keeps an image which another change has removed is refused', async () => {
  await seedForm(admin, 'faces', {
    ...open,
    sections: [{ title: '', blocks: [nameBlock, { fieldId: 'face', type: 'image', label: 'Face' }] }],
  });
  const uid = await submitForUid(app, 'faces', { name: 'A' }, { key: ada, parts: [['face', images.png, 'a.png']] });
  const read = async () => (await clientOf(app, ada).portal('GET', `/forms/faces/submissions/${uid}/`)).body;
  const { face } = await read();
  const removed = async (other: pg.Client) => {
    await other.query(`update submission set answers = '{"name": "B", "face": null}' where uid = $1`, [uid]);
    await other.query('delete from submission_image where submission_uid = $1', [uid]);
  };
  expect(outcome(await meanwhile('faces', () => change('faces', uid, { name: 'C', face }), removed))).toEqual([
    400,
    'face',
  ]);
  expect(await read()).toEqual({ name: 'B', face: null });
});
