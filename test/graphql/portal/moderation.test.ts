import { beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { changeForm, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { errorCodesAndFields } from '#test/support/datasets/joins.ts';
import { seedUser } from '#test/support/seed.ts';
import { seedSubmissions, type SeededSubmission } from '#test/support/portal/submissions.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const {
  unauthenticated,
  services: { db },
} = app;
const moderator = await seedUser(app, 'moderator', { permissions: ['moderate_form'] });
const author = await seedUser(app, 'author', { permissions: ['edit_form', 'submit_private_form'] });
const limited = await seedUser(app, 'limited', { permissions: ['administer'], key: ['edit_form'] });

let count = 0;
let slug = '';
beforeEach(async () => {
  slug = await seedForm(author, `form-${++count}`, {
    accessType: 'open',
    sections: [
      {
        title: '',
        blocks: [
          { ...nameBlock, isUnique: true },
          { fieldId: 'photo', type: 'image', label: 'Photo' },
        ],
      },
    ],
  });
});
const seed = (...submissions: SeededSubmission[]) => seedSubmissions(app, slug, submissions);
const seedOne = async (submission: SeededSubmission): Promise<string> => (await seed(submission))[0] ?? '';

const inputs = {
  approveSubmission: 'ApproveSubmissionInput',
  rejectSubmission: 'RejectSubmissionInput',
  deleteSubmission: 'ModerationInput',
  approveRevision: 'RevisionInput',
  rejectRevision: 'RevisionInput',
} as const;
type Verdict = keyof typeof inputs;
const judge = (client: Client, verdict: Verdict, uid: string, input: object = {}) =>
  client.graph(
    `mutation ($input: ${inputs[verdict]}!) { ${verdict}(input: $input) { ${verdict === 'deleteSubmission' ? 'uid' : 'submission { uid status rejectionReason content revisedContent }'} } }`,
    { input: { formSlug: slug, uid, ...(verdict === 'rejectSubmission' && { reason: 'No' }), ...input } },
  );
const submissionOf = async (uid: string) =>
  (
    await moderator.data(
      'query ($s: ID!, $u: ID!) { submission(formSlug: $s, uid: $u) { status rejectionReason content revisedContent revisionTag updatedAt } }',
      { s: slug, u: uid },
    )
  ).submission;
const list = async (args = '', client = moderator) =>
  (await client.data(`query ($s: ID!) { submissions(formSlug: $s ${args}) { totalCount nodes { uid } } }`, { s: slug }))
    .submissions;
const found = async (args: string) => (await list(args)).nodes.map(({ uid }: { uid: string }) => uid);

describe('Submissions are moderated', () => {
  test.each<[Verdict, object]>([
    ['approveSubmission', {}],
    ['rejectSubmission', {}],
    ['deleteSubmission', {}],
    ['approveRevision', {}],
    ['rejectRevision', {}],
  ])('Submissions are moderated with moderate_form: %s', async (verdict) => {
    const uid = await seedOne({
      answers: { name: 'a' },
      status: 'pending',
      submittedBy: 'author',
      revision: { name: 'b' },
    });
    for (const client of [author, limited])
      expect(errorCodesAndFields(await judge(client, verdict, uid))).toEqual([['PERMISSION_DENIED']]);
    expect(errorCodesAndFields(await judge(unauthenticated, verdict, uid))).toEqual([['UNAUTHORIZED']]);
    expect(errorCodesAndFields(await judge(moderator, verdict, 'none'))).toEqual([['NOT_FOUND']]);
    expect(errorCodesAndFields(await judge(moderator, verdict, uid, { formSlug: 'none' }))).toEqual([['NOT_FOUND']]);
    await changeForm(author, 'unpublishForm', { slug });
    expect(errorCodesAndFields(await judge(moderator, verdict, uid))).toBeUndefined();
  });

  test('only moderators list submissions', async () => {
    await seed({ answers: { name: 'a' } });
    const query =
      'query ($s: ID!) { submissions(formSlug: $s) { nodes { uid } } submissionTable(formSlug: $s) { columns } }';
    for (const client of [author, limited])
      expect(errorCodesAndFields(await client.graph(query, { s: slug }))?.[0]).toEqual(['PERMISSION_DENIED']);
    expect(errorCodesAndFields(await unauthenticated.graph(query, { s: slug }))?.[0]).toEqual(['UNAUTHORIZED']);
    expect(await list('')).toMatchObject({ totalCount: 1 });
    slug = 'none';
    expect(await list('')).toEqual({ totalCount: 0, nodes: [] });
    expect(await moderator.data('{ submissionTable(formSlug: "none") { columns } }')).toEqual({
      submissionTable: null,
    });
  });
});

describe('A list of submissions', () => {
  test('is ordered newest first, paged, and filtered by its arguments', async () => {
    const [a = '', b = '', c = '', d = ''] = await seed(
      { answers: { name: 'Öak "50%"' }, status: 'pending', createdAt: '2026-01-01T00:00:00Z' },
      {
        answers: { name: 'Elm', list: ['Deep'], n: 1234 },
        submittedBy: 'author',
        revision: { name: 'hidden' },
        createdAt: '2026-01-02T00:00:00Z',
      },
      { answers: { name: 'elm' }, status: 'rejected', createdAt: '2026-01-03T00:00:00Z' },
      { answers: { name: null }, createdAt: '2026-01-03T00:00:00.5Z' },
    );
    expect(await found('')).toEqual([d, c, b, a]);
    expect(await found(', first: 2, offset: 1')).toEqual([c, b]);
    expect(await found(', filter: { status: pending }')).toEqual([a]);
    expect(await found(', filter: { status: approved }')).toEqual([d, b]);
    expect(await found(', filter: { hasRevision: true }')).toEqual([b]);
    expect(await found(', filter: { hasRevision: false, status: approved }')).toEqual([d]);
    expect(await found(', filter: { submittedBy: "author" }')).toEqual([b]);
    expect(await found(', filter: { submittedBy: "nobody" }')).toEqual([]);
    expect(await found(', filter: { createdAt: { from: "2026-01-02T00:00:00Z" } }')).toEqual([d, c, b]);
    expect(await found(', filter: { createdAt: { until: "2026-01-03T01:00:00+01:00" } }')).toEqual([b, a]);
    expect(await found(', filter: { text: "ELM" }')).toEqual([c, b]);
    expect(await found(', filter: { text: "50%" }')).toEqual([a]);
    expect(await found(', filter: { text: "%" }')).toEqual([a]);
    expect(await found(', filter: { text: "deep" }')).toEqual([b]);
    expect(await found(', filter: { text: "123" }')).toEqual([b]);
    expect(await found(', filter: { text: "öAK \\"" }')).toEqual([a]);
    expect(await found(', filter: { text: "name" }')).toEqual([]);
    expect(await list(', first: 1, filter: { status: approved }')).toEqual({ totalCount: 2, nodes: [{ uid: d }] });
    expect(
      errorCodesAndFields(
        await moderator.graph(
          'query ($s: ID!, $t: String) { submissions(formSlug: $s, filter: { text: $t }) { totalCount } }',
          {
            s: slug,
            t: 'a\0',
          },
        ),
      ),
    ).toEqual([['INVALID_INPUT', 't']]);
  });
});

describe('A submission', () => {
  test('is approved, rejected with a reason, and decided again by a moderator who names its current status', async () => {
    const uid = await seedOne({ answers: { name: 'a' }, status: 'pending' });
    expect(
      (await judge(moderator, 'rejectSubmission', uid, { reason: '  Not a tree. ' })).data.rejectSubmission.submission,
    ).toMatchObject({ status: 'rejected', rejectionReason: 'Not a tree.' });
    expect(errorCodesAndFields(await judge(moderator, 'approveSubmission', uid))).toEqual([
      ['INVALID_SUBMISSION_STATUS'],
    ]);
    expect(
      (await judge(moderator, 'approveSubmission', uid, { expectedStatus: 'rejected' })).data.approveSubmission
        .submission,
    ).toMatchObject({ status: 'approved', rejectionReason: null });
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', uid, { expectedStatus: 'approved' })),
    ).toEqual([['INVALID_SUBMISSION_STATUS']]);
    expect(
      (await judge(moderator, 'rejectSubmission', uid, { expectedStatus: 'approved' })).data.rejectSubmission
        .submission,
    ).toMatchObject({ status: 'rejected' });
  });

  test.each(['', ' \n', 'x'.repeat(10_001), 'a\0'])('is not rejected for the reason %j', async (reason) => {
    const uid = await seedOne({ answers: { name: 'a' }, status: 'pending' });
    expect((await judge(moderator, 'rejectSubmission', uid, { reason })).errors?.[0]?.extensions.code).toBe(
      'INVALID_INPUT',
    );
    expect(await submissionOf(uid)).toMatchObject({ status: 'pending' });
  });

  test('A submission that was rejected needs room in the quota again', async () => {
    await changeForm(author, 'updateForm', { slug, submissionsQuota: 2 });
    const [rejected = '', , approved = ''] = await seed(
      { answers: { name: 'a' }, status: 'rejected' },
      { answers: { name: 'b' }, status: 'pending' },
      { answers: { name: 'c' } },
    );
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', rejected, { expectedStatus: 'rejected' })),
    ).toEqual([['SUBMISSIONS_QUOTA_REACHED']]);
    await judge(moderator, 'rejectSubmission', approved, { expectedStatus: 'approved' });
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', rejected, { expectedStatus: 'rejected' })),
    ).toBeUndefined();
  });

  test('A submission that was rejected is approved only when its unique answers are still free', async () => {
    const [rejected = '', other = ''] = await seed(
      { answers: { name: 'same' }, status: 'rejected' },
      { answers: { name: 'same' }, status: 'pending' },
    );
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', rejected, { expectedStatus: 'rejected' })),
    ).toEqual([['INVALID_INPUT', 'content.name']]);
    await judge(moderator, 'deleteSubmission', other);
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', rejected, { expectedStatus: 'rejected' })),
    ).toBeUndefined();
    expect(await submissionOf(other)).toBeNull();
  });

  test('is judged once, however many judge it at a time', async () => {
    const uid = await seedOne({ answers: { name: 'a' }, status: 'pending' });
    const verdicts: Verdict[] = [
      'approveSubmission',
      'rejectSubmission',
      'approveSubmission',
      'rejectSubmission',
      'rejectSubmission',
      'approveSubmission',
    ];
    const answers = await Promise.all(verdicts.map((verdict) => judge(moderator, verdict, uid)));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(answers.flatMap((answer) => errorCodesAndFields(answer) ?? [])).toEqual(
      Array.from({ length: 5 }, () => ['INVALID_SUBMISSION_STATUS']),
    );
  });

  test('does not find the last room in the quota twice', async () => {
    await changeForm(author, 'updateForm', { slug, submissionsQuota: 1 });
    const uids = await seed(
      ...['a', 'b', 'c', 'd'].map((name) => ({ answers: { name }, status: 'rejected' as const })),
    );
    const answers = await Promise.all(
      uids.map((uid) => judge(moderator, 'approveSubmission', uid, { expectedStatus: 'rejected' })),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect((await list(', filter: { status: approved }')).totalCount).toBe(1);
  });
});

describe('A change that waits', () => {
  const images = (uid: string) =>
    db
      .rows(sql`select id from submission_image where submission_uid = ${uid} order by id`)
      .then((rows) => rows.map(({ id }) => id));
  const withImages = async () => {
    const [old, fresh] = [
      { id: `old-${slug}`, filename: 'a.png' },
      { id: `new-${slug}`, filename: 'b.png' },
    ];
    const uid = await seedOne({
      answers: { name: 'a', photo: old },
      submittedBy: 'author',
      revision: { name: 'b', photo: fresh },
    });
    await db.rows(sql`insert into blob (key) values (${'0'.repeat(64)}) on conflict do nothing`);
    for (const { id, filename } of [old, fresh])
      await db.rows(
        sql`insert into submission_image (id, submission_uid, filename, media_type, blob_key, bytes) values (${id}, ${uid}, ${filename}, 'image/png', ${'0'.repeat(64)}, 0)`,
      );
    return { uid, old, fresh };
  };

  test('becomes the content when it is approved, with its images and no others', async () => {
    const { uid, fresh } = await withImages();
    expect((await judge(moderator, 'approveRevision', uid)).data.approveRevision.submission).toMatchObject({
      status: 'approved',
      content: { name: 'b', photo: fresh },
      revisedContent: null,
    });
    expect(await images(uid)).toEqual([fresh.id]);
    expect(errorCodesAndFields(await judge(moderator, 'approveRevision', uid))).toEqual([['NO_REVISION']]);
  });

  test('is discarded when it is rejected', async () => {
    const { uid, old } = await withImages();
    expect((await judge(moderator, 'rejectRevision', uid)).data.rejectRevision.submission).toMatchObject({
      content: { name: 'a', photo: old },
      revisedContent: null,
    });
    expect(await images(uid)).toEqual([old.id]);
    expect(errorCodesAndFields(await judge(moderator, 'rejectRevision', uid))).toEqual([['NO_REVISION']]);
  });

  test('is decided once, and only by the revision tag that the moderator saw', async () => {
    const uid = await seedOne({ answers: { name: 'a' }, submittedBy: 'author', revision: { name: 'b' } });
    const { revisionTag } = await submissionOf(uid);
    await db.rows(sql`update submission set revision = '{"name": "c"}' where uid = ${uid}`);
    expect(
      errorCodesAndFields(await judge(moderator, 'approveRevision', uid, { expectedRevisionTag: revisionTag })),
    ).toEqual([['REVISION_MISMATCH']]);
    const seen = { expectedRevisionTag: (await submissionOf(uid)).revisionTag };
    const answers = await Promise.all(
      (['approveRevision', 'rejectRevision', 'approveRevision', 'rejectRevision'] as const).map((verdict) =>
        judge(moderator, verdict, uid, seen),
      ),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(answers.flatMap((answer) => errorCodesAndFields(answer) ?? [])).toEqual([
      ['NO_REVISION'],
      ['NO_REVISION'],
      ['NO_REVISION'],
    ]);
  });

  test('needs unique answers that are still free, except in a rejected submission', async () => {
    const [uid = '', other = ''] = await seed(
      { answers: { name: 'a' }, submittedBy: 'author', revision: { name: 'b' } },
      { answers: { name: 'b' } },
    );
    expect(errorCodesAndFields(await judge(moderator, 'approveRevision', uid))).toEqual([
      ['INVALID_INPUT', 'content.name'],
    ]);
    await judge(moderator, 'rejectSubmission', uid, { expectedStatus: 'approved' });
    expect((await judge(moderator, 'approveRevision', uid)).data.approveRevision.submission).toMatchObject({
      status: 'rejected',
      content: { name: 'b' },
    });
    await judge(moderator, 'rejectSubmission', other, { expectedStatus: 'approved' });
    expect(
      errorCodesAndFields(await judge(moderator, 'approveSubmission', uid, { expectedStatus: 'rejected' })),
    ).toBeUndefined();
  });
});
