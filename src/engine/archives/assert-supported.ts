import { requireKind } from '../datasource/content-kind.ts';
import { recogniseFormat, refuseForeign, type ForeignFormat } from '../datasource/recognise-format.ts';
import type { PackedFormat } from './packed-format.ts';

/** Fails EXTRACTION_FAILED for a file of a known kind that the format does not read. */
export function assertSupported(
  foreign: ForeignFormat | undefined,
  { takesAnyFile = false, takesMarkup = false }: PackedFormat,
): void {
  if (foreign && !takesAnyFile && !(takesMarkup && foreign.isMarkup === true)) refuseForeign(foreign);
}

/** Fails EXTRACTION_FAILED for unpacked content that is not of the format, as its beginning shows. */
export function assertContentMatches(beginning: Buffer, format: PackedFormat): void {
  assertSupported(recogniseFormat(beginning), format);
  if (format.content !== undefined) requireKind(beginning, format.content);
}
