import type { RequestContext } from '#api/context.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import { isEmptyAnswer, type StoredImage } from '#engine/blocks/block-type.ts';
import { type AnswerError, answerProblem } from '#engine/blocks/answer-errors.ts';
import { blocksOf, sortErrors } from '#engine/blocks/parse-answers.ts';
import { toStorableText } from '#engine/records/record.ts';
import { imageTypeOf, maxSignatureBytes } from '#kernel/images.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { type FormContent, validateSubmission } from '#forms/index.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import type { SubmittedImageInput } from './submission.inputs.ts';
import type { Readable } from 'node:stream';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { randomUUID } from 'node:crypto';
import { type StoredFile, storeFile } from '#blobs/index.ts';

const maxImageBytes = 10 * 2 ** 20;
const maxImages = 20;

/** The answers and images that a client sends for a version of a form. */
interface SubmissionParts {
  readonly formSlug: string;
  readonly form: FormContent;
  /** The submission to change; omitted for a new one. */
  readonly uid?: string;
  readonly data: Json;
  readonly images: readonly SubmittedImageInput[];
  /** The images that the submission already has. */
  readonly stored?: readonly StoredImage[];
}

/** A new image, and the block that it answers. */
interface NewImage {
  readonly fieldId: string;
  readonly mediaType: string;
  readonly file: ReceivedFile;
}

/** The answers, and all errors in the order of the blocks. The answer of a block with a new image is the name of the block. */
interface ParsedSubmission {
  readonly values: SubmissionAnswers;
  readonly errors: readonly AnswerError[];
  readonly images: readonly NewImage[];
}

/** Parses the answers to a form; stores nothing. */
export async function parseSubmission(
  ctx: RequestContext,
  { formSlug, uid, form, data, images, stored = [] }: SubmissionParts,
): Promise<ParsedSubmission> {
  const imageBlocks = blocksOf(form.sections)
    .filter(({ type }) => type === 'image')
    .map(({ fieldId }) => fieldId);
  const filesByName = new Map(images.map(({ name, file }) => [name, file]));
  const blocksWithFile = imageBlocks.filter((fieldId) => filesByName.has(fieldId));
  const { values, errors } = await validateSubmission(form, withImageNames(data, blocksWithFile), {
    ctx,
    images: { parts: new Set(filesByName.keys()), stored: new Map(stored.map((image) => [image.id, image])) },
  });
  const blocksWithNewImage = imageBlocks.filter((fieldId) => values[fieldId] === fieldId);
  const checkedImages = await Promise.all(
    blocksWithNewImage.map((fieldId) => checkImage(fieldId, filesByName.get(fieldId))),
  );
  const duplicates = await findDuplicateAnswers(ctx.db, form, { formSlug, uid, values });
  return {
    values,
    errors: sortErrors(form.sections, [
      ...errors,
      ...checkedImages.flatMap((image) => ('message' in image ? [image] : [])),
      ...imagePartErrors(images, imageBlocks),
      ...duplicates,
    ]),
    images: checkedImages.flatMap((image) => ('file' in image ? [image] : [])),
  };
}

/** Where a block has a sent image but no answer, adds the name of the block as its answer (docs/contract/objects.md, Forms). */
const withImageNames = (data: Json, names: readonly string[]): Json =>
  isJsonObject(data)
    ? {
        ...data,
        ...Object.fromEntries(names.filter((name) => isEmptyAnswer(data[name] ?? null)).map((name) => [name, name])),
      }
    : data;

/** Checks the size and the media type of a sent image. */
async function checkImage(field: string, file: ReceivedFile | undefined): Promise<NewImage | AnswerError> {
  if (!file || file.bytes > maxImageBytes)
    return { field, ...answerProblem('IMAGE_TOO_LARGE', { max: maxImageBytes / 2 ** 20 }) };
  const mediaType = await imageType(file.openStream());
  return mediaType === undefined ? { field, ...answerProblem('NOT_AN_IMAGE') } : { fieldId: field, mediaType, file };
}

/** The errors in the number and the names of the sent images. `checkImage` checks their bytes. */
function imagePartErrors(images: readonly SubmittedImageInput[], blocks: readonly string[]): AnswerError[] {
  if (images.length > maxImages) return [{ field: 'data', ...answerProblem('TOO_MANY_IMAGES', { max: maxImages }) }];
  const names = images.map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => {
    const field = toStorableText(name.slice(0, 100));
    if (!blocks.includes(name)) return [{ field, ...answerProblem('UNKNOWN_IMAGE_BLOCK') }];
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [{ field, ...answerProblem('SEVERAL_IMAGES') }];
  });
}

/** The media type of an image by its first bytes; undefined for other content. */
async function imageType(content: Readable): Promise<string | undefined> {
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= maxSignatureBytes) break;
  }
  return imageTypeOf(head);
}

/** The answers to store. */
interface AnswersToStore {
  readonly formSlug: string;
  /** The uid of the submission, when it already exists. */
  readonly uid?: string | undefined;
  readonly values: SubmissionAnswers;
}

/** Finds the answers to `unique` blocks that a submission already has, unless rejected. Reliable only while the form is locked. */
export async function findDuplicateAnswers(
  db: DatabaseClient,
  { sections }: Pick<FormContent, 'sections'>,
  { formSlug, uid, values }: AnswersToStore,
): Promise<readonly AnswerError[]> {
  const uniqueAnswers = blocksOf(sections).flatMap(({ fieldId, unique }) =>
    unique && values[fieldId] != null ? [[fieldId, values[fieldId]] as const] : [],
  );
  if (uniqueAnswers.length === 0) return [];
  const taken = await db.rows<{ field: string }>(sql`
    select given.key as field
    from jsonb_each(${JSON.stringify(Object.fromEntries(uniqueAnswers))}::jsonb) given
    where exists (
      select 1
      from submission s
      where s.form_slug = ${formSlug} and s.status <> 'rejected' and s.uid is distinct from ${uid ?? null}::text
        and s.answers @> jsonb_build_object(given.key, given.value) and s.answers -> given.key = given.value)`);
  const fields = new Set(taken.map(({ field }) => field));
  return uniqueAnswers.flatMap(([field]) => (fields.has(field) ? [{ field, ...answerProblem('NOT_UNIQUE') }] : []));
}

/** An image whose bytes are in the storage. */
interface SavedImage extends Omit<StoredFile, 'mimetype'> {
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
    .map((field) => ({ field, ...answerProblem('IMAGE_DELETED') }));
};

/** Adds images to a submission. */
export async function addImages({ db }: RequestContext, uid: string, images: readonly SavedImage[]): Promise<void> {
  for (const { id, filename, mediaType, blobKey, bytes } of images) {
    await db.rows(sql`
      insert into submission_image (id, submission_uid, filename, media_type, blob_key, bytes)
      values (${id}, ${uid}, ${filename}, ${mediaType}, ${blobKey}, ${bytes})`);
  }
}

/** Deletes the images of a submission that neither its answers nor its revision references. */
export const deleteUnreferencedImages = ({ db }: RequestContext, uid: string): Promise<unknown> =>
  db.rows(sql`
  delete from submission_image i using submission s where s.uid = ${uid} and i.submission_uid = s.uid
    and not exists (select 1 from jsonb_each(s.answers) named where named.value ->> 'id' = i.id)
    and not exists (select 1 from jsonb_each(s.revision) named where named.value ->> 'id' = i.id)`);

/** Replaces the answers of a submission and clears its pending change. */
export const replaceAnswers = (
  { db, app: { clock } }: RequestContext,
  uid: string,
  answers: SubmissionAnswers,
): Promise<unknown> =>
  db.rows(sql`
  update submission
  set answers = ${JSON.stringify(answers)}::jsonb, revision = null, revised_by = null, revised_at = null,
    updated_at = ${clock.now()}
  where uid = ${uid}`);
