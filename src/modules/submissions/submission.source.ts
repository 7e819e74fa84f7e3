import { ArgsType, Field, ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, timeRange } from '#api/reading/declare-list.ts';
import { rowTotal, source } from '#api/reading/declare-source.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { forms, isQuotaReached } from '#forms/index.ts';
import { userRelation } from '#identity/index.ts';
import { requireModerator, submissionRights } from './submission-rights.ts';
import { FormQuota, Submission, SubmissionImage, submissionStatusEnum } from './submission.type.ts';

/** SQL: a text that identifies the pending change of a submission, or null; `submission` is the alias of its table. */
export const revisionTag = (submission: Sql): Sql =>
  sql`md5(${submission}.revision::text || ' ' || ${submission}.revised_at::text)`;

/** Submissions, the newest first. */
export const submissions = source(Submission, {
  table: 'submission',
  key: 'uid',
  columns: {
    content: 'answers',
    revisedContent: 'revision',
    revisionTag,
  },
  order: {
    by: [
      { column: 'created_at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
    descending: true,
  },
  visible: submissionRights.read,
});

/** An image is visible to callers who may read its submission. */
const visibleImage: TypeSource['visible'] = (session, image) => {
  const s = sqlText('s');
  return sql`exists (select 1 from submission s where s.uid = ${image}.submission_uid and ${submissionRights.read(session, s)})`;
};

/** The images of submissions. */
export const submissionImages = source(SubmissionImage, {
  table: 'submission_image',
  key: 'id',
  columns: {
    imageId: 'id',
    mimetype: 'media_type',
    bytes: (image) => sql`${image}.bytes::float8`,
    sha256: 'blob_key',
  },
  order: { by: [{ column: 'id', type: 'text' }] },
  visible: visibleImage,
});

/** Whether the quotas of published forms are reached, visible to everyone. */
const formQuotas = source(FormQuota, {
  table: 'form',
  key: 'slug',
  columns: { isReached: isQuotaReached },
  order: { by: [{ column: 'slug', type: 'text' }] },
  visible: (_session, form) => sql`${form}.published_version is not null`,
});

/** The root fields that read single submissions and images. */
export const submissionRoots = [
  root({
    field: 'submission',
    source: submissions,
    returns: 'one',
    where: ({ formSlug, uid }) => sql`t.form_slug = ${formSlug} and t.uid = ${uid}`,
    description:
      'The submission with this uid; null where you may not read it: you may read your own, with `moderate_form` every one, and an anonymous one by its uid.',
    keys: { formSlug: [ID, 'The slug of the form.'], uid: [ID, 'The uid of the submission.'] },
  }),
  root({
    field: 'submissionImage',
    isForRest: true,
    source: submissionImages,
    returns: 'one',
    where: ({ formSlug, id }) =>
      sql`
        t.id = ${id}
          and exists (select 1 from submission s where s.uid = t.submission_uid and s.form_slug = ${formSlug})`,
    description: 'An image of a submission; null when you may not read the submission or there is no such image.',
    keys: {
      formSlug: [ID, 'The slug of the form.'],
      id: [ID, 'The identifier that the content of the submission refers to.'],
    },
  }),
];

relation({
  from: forms,
  field: 'quota',
  to: formQuotas,
  on: ['form_slug', 'slug'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
  description: 'The remaining quota.',
  isRequired: true,
});
userRelation(
  submissions,
  'submittedBy',
  'Who sent the submission; null when it is anonymous or that user was deleted.',
);
userRelation(
  submissions,
  'revisedBy',
  'Who requested the pending change; null without one, or when that user was deleted.',
);

/** How moderators find submissions to a form; each order has an index. */
const submissionList = listCriteria({
  source: submissions,
  name: 'Submission',
  items: 'submissions',
  filter: {
    status: equalTo('status', () => submissionStatusEnum, 'The status.'),
    hasRevision: {
      type: () => Boolean,
      description: 'Whether a change is pending.',
      where: (hasRevision, submission) => sql`(${submission}.revision is not null) = ${hasRevision}::boolean`,
    },
    submittedBy: equalTo('submitted_by', () => String, 'The username of the submitter.'),
    createdAt: timeRange('created_at', 'When the submission was sent.'),
    updatedAt: timeRange('updated_at', 'When the submission was last changed.'),
    text: {
      type: () => String,
      description: 'An answer contains this text, ignoring case.',
      where: (text, submission) => sql`exists (
        select 1 from jsonb_path_query(${submission}.answers, 'strict $.**') answer
        where jsonb_typeof(answer) in ('string', 'number')
          and position(lower(${text}::text) in lower(answer #>> '{}')) > 0)`,
    },
  },
  orders: {
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the submission was sent.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the submission was last changed.' },
  },
});

/** The form whose submissions are listed. */
@ArgsType()
class SubmissionsArgs {
  @Field(() => ID, { description: 'The slug of the form.' })
  formSlug!: string;
}

/** The submissions to a form, visible to moderators. */
export const submissionsOfForm = root({
  field: 'submissions',
  source: submissions,
  returns: 'page',
  authorize: requireModerator,
  list: submissionList,
  total: (_session, { formSlug, 'filter.status': status, ...others }) =>
    Object.keys(others).length > 0 ? undefined : rowTotal('submission', { owner: formSlug, state: status }),
  where: ({ formSlug }) => sql`t.form_slug = ${formSlug}::text`,
  description:
    'The submissions to a form, by default the newest first; empty for an unknown form. Needs `moderate_form`, else null with an error.',
  args: SubmissionsArgs,
});
