import { assertTextKind } from '../datasource/content-kind.ts';
import {
  detectUnsupportedFormat,
  failUnsupported,
  type UnsupportedFormat,
} from '../datasource/detect-unsupported-format.ts';
import type { PackedFormat } from './packed-format.ts';

/** Fails EXTRACTION_FAILED for a file of a recognised kind that the format does not accept. */
export function assertSupported(
  unsupported: UnsupportedFormat | undefined,
  { acceptsAnyFile = false, acceptsMarkup = false }: PackedFormat,
): void {
  const isAccepted = acceptsAnyFile || (acceptsMarkup && unsupported?.isMarkup === true);
  if (unsupported && !isAccepted) failUnsupported(unsupported);
}

/** Fails EXTRACTION_FAILED when the beginning of unpacked content does not match the format. */
export function assertContentMatches(beginning: Buffer, format: PackedFormat): void {
  assertSupported(detectUnsupportedFormat(beginning), format);
  if (format.content !== undefined) assertTextKind(beginning, format.content);
}
