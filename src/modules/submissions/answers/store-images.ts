import { randomUUID } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import type { StoredImage } from '#engine/blocks/block-type.ts';
import type { AnswerError } from '#engine/blocks/parse-answers.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { storeFile, type StoredFile } from '#blobs/index.ts';
import type { NewImage } from './parse-submission.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';

/** An image whose bytes are in the storage. */
export interface SavedImage extends Omit<StoredFile, 'mimetype'> {
  readonly id: string;
  readonly fieldId: string;
  readonly mediaType: string;
}

/** Stores the bytes of images. They are deleted after a day unless a row references them. */
export const storeImages = (ctx: RequestContext, images: readonly NewImage[]): Promise<readonly SavedImage[]> =>
  Promise.all(
    images.map(async ({ fieldId, mediaType, file }) => ({
      ...(await storeFile(ctx, file)),
      id: randomUUID(),
      fieldId,
      mediaType,
    })),
  );

/** Replaces the answers of image blocks with references to the stored images. */
export const withImageReferences = (values: SubmissionAnswers, images: readonly SavedImage[]): SubmissionAnswers => ({
  ...values,
  ...Object.fromEntries(images.map(({ fieldId, id, filename }) => [fieldId, { id, filename }])),
});

/** The errors of answers that keep an image that was deleted after the submission was read. */
export const deletedImageErrors = (
  values: SubmissionAnswers,
  { before, now }: { readonly before: readonly StoredImage[]; readonly now: readonly StoredImage[] },
): AnswerError[] => {
  const existing = new Set(now.map(({ id }) => id));
  const deleted = new Set(before.map(({ id }) => id).filter((id) => !existing.has(id)));
  const isDeleted = (value: Json | undefined): boolean =>
    isJsonObject(value) && typeof value['id'] === 'string' && deleted.has(value['id']);
  return Object.keys(values)
    .filter((field) => isDeleted(values[field]))
    .map((field) => ({ field, message: 'This image no longer exists. Send it again or omit it.' }));
};

/** Adds images to a submission. */
export async function addImages({ db }: RequestContext, uid: string, images: readonly SavedImage[]): Promise<void> {
  for (const { id, filename, mediaType, blobKey, bytes } of images) {
    await db.rows(sql`
      insert into submission_image (id, submission_uid, filename, media_type, blob_key, bytes) values (${id}, ${uid}, ${filename}, ${mediaType}, ${blobKey}, ${bytes})`);
  }
}

/** Deletes the images of a submission that neither its answers nor its revision references. */
export const deleteUnreferencedImages = ({ db }: RequestContext, uid: string): Promise<unknown> =>
  db.rows(sql`
  delete from submission_image i using submission s where s.uid = ${uid} and i.submission_uid = s.uid
    and not exists (select 1 from jsonb_each(s.answers) named where named.value ->> 'id' = i.id)
    and not exists (select 1 from jsonb_each(s.revision) named where named.value ->> 'id' = i.id)`);
