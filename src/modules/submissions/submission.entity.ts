import { defineEntity, p } from '@mikro-orm/core';
import type { ParsedAnswers } from '#engine/blocks/parse-answers.ts';
import { BlobEntity } from '#blobs/index.ts';
import { FormVersionEntity } from '#forms/index.ts';
import { UserEntity } from '#identity/index.ts';
import type { SubmissionStatus } from './submission-rights.ts';

/** The stored answers: a value or null for every block. */
export type SubmissionAnswers = ParsedAnswers['values'];

/** An index that MikroORM cannot declare, because it uses one column of a composite foreign key or has its own options. */
const index = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on "submission" ${definition}`,
});

/** The answers to a version of a form, and the pending change. */
const submissionSchema = defineEntity({
  name: 'Submission',
  tableName: 'submission',
  properties: {
    /** A random UUID, which is the only credential for an anonymous submission. */
    uid: p.string().primary(),
    version: () =>
      p
        .manyToOne(FormVersionEntity)
        .joinColumns('form_slug', 'form_version')
        .deleteRule('cascade')
        .updateRule('no action')
        .index(),
    answers: p.json<SubmissionAnswers>(),
    status: p.text().$type<SubmissionStatus>(),
    rejectionReason: p.text().nullable(),
    /** Whether the submission was sent without a key. A submission whose user was deleted has no submitter, but is not anonymous. */
    isAnonymous: p.boolean(),
    submittedBy: () => p.manyToOne(UserEntity).joinColumn('submitted_by').nullable().deleteRule('set null').index(),
    /** The answers that the submission will have when the pending change is approved; null without a pending change. */
    revision: p.json<SubmissionAnswers>().nullable(),
    revisedBy: () => p.manyToOne(UserEntity).joinColumn('revised_by').nullable().deleteRule('set null').index(),
    revisedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    index('submission_form_slug_status_created_at_uid_index', '("form_slug", "status", "created_at", "uid")'),
    index('submission_form_slug_created_at_uid_index', '("form_slug", "created_at", "uid")'),
    index('submission_form_slug_updated_at_uid_index', '("form_slug", "updated_at", "uid")'),
    index('submission_answers_index', 'using gin ("answers" jsonb_path_ops) with (fastupdate = off)'),
  ],
});
export class SubmissionEntity extends submissionSchema.class {}
submissionSchema.setClass(SubmissionEntity);

/** An image that a submission's answers or revision names. */
const imageSchema = defineEntity({
  name: 'SubmissionImage',
  tableName: 'submission_image',
  properties: {
    /** The identifier of the image, a random UUID. */
    id: p.string().primary(),
    submission: () => p.manyToOne(SubmissionEntity).joinColumn('submission_uid').deleteRule('cascade').index(),
    filename: p.text(),
    /** The media type, detected from the bytes. */
    mediaType: p.text(),
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
  },
});
export class SubmissionImageEntity extends imageSchema.class {}
imageSchema.setClass(SubmissionImageEntity);

/** The counter of a rate limit; src/platform/rates updates it. */
const rateSchema = defineEntity({
  name: 'RateCount',
  tableName: 'rate_count',
  properties: {
    /** The SHA-256 of the caller and the limited action. */
    key: p.string().length(64).primary(),
    count: p.integer(),
    endsAt: p.datetime().index(),
  },
});
export class RateCountEntity extends rateSchema.class {}
rateSchema.setClass(RateCountEntity);
