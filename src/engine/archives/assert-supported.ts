import { assertTextKind } from '../datasource/content-kind.ts';
import { recogniseFormat, failForFormat } from '../datasource/recognise-format.ts';
import type { RecognisedFormat } from '../datasource/recognised-format.ts';
import type { PackedFormat } from './packed-format.ts';

/** Fails EXTRACTION_FAILED for a file of a recognised kind that the format does not accept. */
export function assertSupported(recognised: RecognisedFormat | undefined, format: PackedFormat): void {
  if (recognised && !isAccepted(recognised, format)) failForFormat(recognised);
}

/** Whether a format reads a file of a recognised kind. */
export const isAccepted = (
  { kind, isMarkup = false }: RecognisedFormat,
  { acceptsAnyFile = false, acceptsMarkup = false, accepts }: PackedFormat,
): boolean => acceptsAnyFile || (acceptsMarkup && isMarkup) || (kind !== undefined && kind === accepts);

/** Fails EXTRACTION_FAILED when the beginning of unpacked content does not match the format. */
export function assertContentMatches(beginning: Buffer, format: PackedFormat): void {
  assertSupported(recogniseFormat(beginning), format);
  if (format.content !== undefined) assertTextKind(beginning, format.content);
}
