import type { Readable } from 'node:stream';
import { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import type { RawParams } from '#engine/parameters/parameter.ts';
import type { DataRecord } from '#engine/records/record.ts';
import type { Extraction, Extractor } from '../extractor.ts';
import { completeParams } from './complete-params.ts';
import type { ExtractionErrors } from './extraction-errors.ts';
import type { FileNotes } from './file-notes.ts';
import { toExtractionFailure } from './library-failure.ts';

/** A file that is read by an extractor. */
interface OpenFile {
  readonly extractor: Extractor;
  readonly content: Readable;
  readonly params: RawParams;
}

/** Where an extraction reports what it finds in addition to records. */
interface ExtractionReport {
  readonly errors: ExtractionErrors;
  readonly notes: FileNotes;
}

/** Extracts the records of a file in batches, and reports their errors. Parameters that are left out are guessed. Built-in JavaScript errors become EXTRACTION_FAILED. */
export async function* extractFile(
  { extractor, content, params: given }: OpenFile,
  extraction: Omit<Extraction, 'report' | 'losses'> & { readonly language?: string | undefined },
  { errors, notes }: ExtractionReport,
): AsyncGenerator<DataRecord[]> {
  const losses = new DecodingLosses();
  const { filename, language } = extraction;
  try {
    const params = await completeParams(extractor, given, { filename, content, language }, notes);
    for await (const records of extractor.extract(content, params, { ...extraction, report: errors.report, losses })) {
      if (losses.count > 0) errors.reportLosses(records, losses, extraction.columns.labels);
      yield records;
    }
  } catch (error) {
    // A failure of the content, such as a lost connection, is not an error of the file.
    throw error === content.errored
      ? error
      : toExtractionFailure(error, `${filename} is damaged, or not of the format "${extractor.label}"`);
  } finally {
    if (losses.count > 0) notes.doubt(losses.summaryOf(filename));
  }
}
