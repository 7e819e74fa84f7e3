import type { Readable } from 'node:stream';
import { DecodingLosses } from '../encodings/text-encoding.ts';
import type { Parameter, RawParams } from '../parameters.ts';
import type { DataRecord, Value } from '../records/record.ts';
import type { Extraction, Extractor, ReportFieldError, Sample } from './extractor.ts';
import { toExtractionFailure } from './library-failure.ts';
import { listNames, truncate } from '#kernel/text.ts';
import { chooseEntries, peekBytes } from '../archives/packed-format.ts';
import { fail } from '#kernel/fail.ts';
import { localEntries } from '../archives/zip-archive.ts';
import type { Columns } from '../records/columns.ts';

/** A file and the extractor that reads it. */
interface GivenFile {
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
  { extractor, content, params: given }: GivenFile,
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

/** The maximum number of sentences of each kind. */
const maxSentences = 5;

/** Sentences about whole files, for the status of a publication. Each is kept once. */
export class FileNotes {
  readonly #assumptions = new Set<string>();
  readonly #doubts = new Set<string>();

  /** What was assumed because parameters were left out. */
  get assumptions(): readonly string[] {
    return [...this.#assumptions];
  }

  /** Why the records may not be what the files hold. */
  get doubts(): readonly string[] {
    return [...this.#doubts];
  }

  /** Adds an assumption; dropped beyond the maximum, because the files of one source are mostly alike. */
  assume(sentence: string): void {
    if (this.#assumptions.size < maxSentences) this.#assumptions.add(sentence);
  }

  /** Adds a doubt; dropped beyond the maximum. */
  doubt(sentence: string): void {
    if (this.#doubts.size < maxSentences) this.#doubts.add(sentence);
  }
}

interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Errors that extractors found in records, kept until the position of each record is known. */
export class ExtractionErrors {
  readonly #errorsByRecord = new Map<DataRecord, FieldError[]>();
  /** The columns whose names have been reported. */
  readonly #reportedColumns = new Set<string>();

  /** Adds an error of a record. */
  readonly report: ReportFieldError = (record, field, message) => {
    const errors = this.#errorsByRecord.get(record);
    if (errors) errors.push({ field, message });
    else this.#errorsByRecord.set(record, [{ field, message }]);
  };

  /**
   * Adds an error for each value in which bytes were replaced when the file was decoded. `labels` has the name of each column in the file
   * by its technical name. A name with replaced bytes is reported once, as an error of the first record.
   */
  reportLosses(records: readonly DataRecord[], losses: DecodingLosses, labels: ReadonlyMap<string, string>): void {
    const [first] = records;
    if (!first) return;
    for (const [name, label] of labels) {
      if (!label.includes('\uFFFD') || this.#reportedColumns.has(name)) continue;
      this.#reportedColumns.add(name);
      this.report(first, name, `In the name of the field: ${losses.message}`);
    }
    for (const record of records) {
      for (const name in record) {
        if (hasReplacement(record[name])) this.report(record, name, losses.message);
      }
    }
  }

  /** Returns the errors of a record and forgets them. */
  take(record: DataRecord): readonly FieldError[] {
    if (this.#errorsByRecord.size === 0) return [];
    const errors = this.#errorsByRecord.get(record) ?? [];
    this.#errorsByRecord.delete(record);
    return errors;
  }
}

/** Whether a value has the character that replaces undecodable bytes (U+FFFD). */
function hasReplacement(value: Value | undefined): boolean {
  if (typeof value === 'string') return value.includes('\uFFFD');
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, part]) => name.includes('\uFFFD') || hasReplacement(part))
  );
}

/** The number of bytes from which parameters are guessed, as for a guess on request. */
const sampleLength = 256 * 1024;
/** How long a publication waits for these bytes, so that a slow source shows progress. */
const sampleTimeoutMs = 1_000;
const maxFilenameLength = 100;

/** A file whose content has not been read. */
interface UnreadFile {
  readonly filename: string;
  readonly content: Readable;
  readonly language?: string | undefined;
}

/**
 * The parameters that a file is read with: those given, and for those left out what its beginning suggests. `notes` receives what was
 * assumed, where it differs from the default, and doubts about what was given.
 */
async function completeParams(
  extractor: Extractor,
  params: RawParams,
  { filename, content, language }: UnreadFile,
  notes: FileNotes,
): Promise<RawParams> {
  if (!extractor.complete || Object.keys(extractor.check(params)).length > 0) return params;
  const start = performance.now();
  const bytes = await peekBytes(content, sampleLength, sampleTimeoutMs);
  const truncated = bytes.length >= sampleLength || performance.now() - start >= sampleTimeoutMs;
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const shortName = truncate(filename, maxFilenameLength);
  const sample = { filename, mimetype: null, bytes, truncated, language };
  const { guessed, alternatives, doubts } = await extractor.complete(given, sample);
  const assumed = extractor.parameters
    .filter(
      ({ name, default: fallback = '' }) => !(name in given) && name in guessed && textOf(guessed[name]) !== fallback,
    )
    .map(({ name }) => name + ' ' + JSON.stringify(guessed[name]) + describeAlternatives(alternatives[name]));
  if (assumed.length > 0) notes.assume(`Assumed from the content of ${shortName}: ${assumed.join(', ')}.`);
  for (const doubt of doubts) notes.doubt(`${shortName}: ${doubt}`);
  return { ...guessed, ...given };
}

/** A parameter as the text of its default is written. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const describeAlternatives = (values: readonly string[] = []): string =>
  values.length > 0 ? ` (${values.join(' or ')} would fit nearly as well)` : '';

/** The parameter of formats of tables that chooses one file of an archive. */
export const archiveFile = {
  name: 'archive_file',
  type: 'text',
  label: 'File of the archive',
  description:
    'The name of the only file of a zip that is read; without it, all files of the format, which must have the same columns.',
  isMandatory: false,
  default: '',
} as const;

/** The file that parameters choose; empty when they choose none, or when the extractor has no such parameter. */
export const wantedFile = ({ parameters }: Extractor, params: RawParams): string => {
  const wanted = parameters.some(({ name }) => name === archiveFile.name) ? params[archiveFile.name] : undefined;
  return typeof wanted === 'string' ? wanted : '';
};

/** Fails EXTRACTION_FAILED for a file whose columns are those of another table than the files before it: their records would be mixed. */
export function requireSameTable(columns: Columns, filename: string, siblings: readonly string[]): void {
  if (siblings.length < 2 || !columns.areOfAnotherTable) return;
  fail('EXTRACTION_FAILED', {
    reason: `${filename} has other columns than the files before it in its archive: these are several tables; choose one of them by ${archiveFile.name}: ${listNames(siblings)}`,
  });
}

/** The parameters of an extractor for a sample: of an archive with several files, `archive_file` has them as choices. */
export function parametersFor({ parameters, extensions }: Extractor, { bytes }: Sample): readonly Parameter[] {
  const choices = chooseEntries([...localEntries(bytes)], { extensions }).map(({ name }) => name);
  return choices.length > 1
    ? parameters.map((parameter) =>
        parameter.name === archiveFile.name ? { ...parameter, choices, acceptsOthers: true } : parameter,
      )
    : parameters;
}

/** The parameter of all formats that adds the name of the file to every record. */
export const extractFilename = {
  name: 'extract_filename',
  type: 'boolean',
  label: 'Extract the file name',
  description: 'Adds a field that holds the name of the file.',
  isMandatory: false,
  default: 'false',
} as const;

const filenameColumn = 'Source filename';

/** Adds the name of the file to records in an extra column when the parameter is set. */
export function withFilename(
  records: DataRecord[],
  isWanted: boolean,
  filename: string,
  columns: Columns,
): DataRecord[] {
  if (!isWanted || records.length === 0) return records;
  const name = columns.nameOf(filenameColumn);
  for (const record of records) record[name] = filename;
  return records;
}
