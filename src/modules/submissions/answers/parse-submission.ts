import type { RequestContext } from '#api/context.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import { isEmptyAnswer, type StoredImage } from '#engine/blocks/block-type.ts';
import { type AnswerError, blocksOf, sortErrors } from '#engine/blocks/parse-answers.ts';
import { toStorableText } from '#engine/records/record.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { type FormContent, validateSubmission } from '#forms/index.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';
import type { SubmittedImageInput } from '../submission.inputs.ts';
import { findDuplicateAnswers } from './find-duplicate-answers.ts';
import type { Readable } from 'node:stream';

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
export interface NewImage {
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
    return { field, message: `Send an image of at most ${maxImageBytes / 2 ** 20} MiB.` };
  const mediaType = await imageType(file.openStream());
  return mediaType === undefined
    ? { field, message: 'Send an image: a PNG, JPEG, GIF or WebP.' }
    : { fieldId: field, mediaType, file };
}

/** The errors in the number and the names of the sent images. `checkImage` checks their bytes. */
function imagePartErrors(images: readonly SubmittedImageInput[], blocks: readonly string[]): AnswerError[] {
  if (images.length > maxImages) return [{ field: 'data', message: `Send at most ${maxImages} images at a time.` }];
  const names = images.map(({ name }) => name);
  return [...new Set(names)].flatMap((name) => {
    const field = toStorableText(name.slice(0, 100));
    if (!blocks.includes(name)) return [{ field, message: 'The form has no image block with this name.' }];
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [{ field, message: 'Send one image.' }];
  });
}

/**
 * The signatures of the accepted image types: the media type, an offset, and the bytes at that offset in hexadecimal. SVG is not accepted,
 * because an SVG image can contain scripts.
 */
const signatures = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '474946383761'],
  ['image/gif', 0, '474946383961'],
  ['image/webp', 8, '57454250'],
] as const;
/** The first bytes of a WebP file. The name of the format follows at offset 8. */
const riff = '52494646';
const maxSignatureBytes = 12;

/** The media type of an image by its first bytes; undefined for other content. */
async function imageType(content: Readable): Promise<string | undefined> {
  let head = Buffer.alloc(0);
  for await (const chunk of content) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= maxSignatureBytes) break;
  }
  const hex = (start: number, end: number): string => head.toString('hex', start, end);
  const [type] = signatures.find(([, offset, bytes]) => hex(offset, offset + bytes.length / 2) === bytes) ?? [];
  return type === 'image/webp' && hex(0, 4) !== riff ? undefined : type;
}
