import type { Readable } from 'node:stream';
import type { FieldErrors } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { StoredBlob } from '#platform/storage/storage.ts';
import type { PackedFormat } from '../archives/packed-format.ts';
import { checkParameters, type Parameter, type ParamsOf, type RawParams, requireParameters } from '../parameters.ts';
import type { Columns } from '../records/columns.ts';
import type { DecodingLosses } from '../encodings/text-encoding.ts';
import type { DataRecord } from '../records/record.ts';

/** The beginning of a source, from which its format and parameters are guessed. */
export interface Sample {
  readonly filename: string;
  readonly mimetype: string | null;
  /** The first bytes; 64 to 256 KB are enough. */
  readonly bytes: Buffer;
  /** Whether the source continues after these bytes. */
  readonly truncated: boolean;
  /** The expected language of texts, as an ISO 639-1 code. */
  readonly language?: string | undefined;
  /** Opens the whole source, for formats that cannot be read from their first bytes. The caller destroys the stream. */
  readonly openStream?: () => Promise<Readable>;
}

/** Reports an error in a field of a record; the record is kept. Must be called before the record is yielded. */
export type ReportFieldError = (record: DataRecord, field: string, message: string) => void;

/** Keeps the bytes of a file that a record describes. Fails EXTRACTION_FAILED for a file that is too large. */
export type StoreFile = (content: Readable, filename: string) => Promise<StoredBlob>;

/** The input of an extraction in addition to its parameters. */
export interface Extraction {
  readonly filename: string;
  /** Maps the names of columns in the source to the names of fields in the records. */
  readonly columns: Columns;
  /** Ends the extraction, even while it is not waiting for the content. */
  readonly signal?: AbortSignal;
  /** Optional; without it, errors are dropped. */
  readonly report?: ReportFieldError;
  /** Optional; without it, the bytes of files are not kept. */
  readonly storeFile?: StoreFile | undefined;
  /** Counts what cannot be decoded; optional. */
  readonly losses?: DecodingLosses;
}

/** What the beginning of a file says about parameters, some of which are given. */
export interface Completion {
  /** The parameters that fit the file best with those that are given. */
  readonly guessed: RawParams;
  /** The other values that fit nearly as well, by parameter. */
  readonly alternatives: Readonly<Record<string, readonly string[]>>;
  /** Sentences about given parameters that do not seem to fit the file. */
  readonly doubts: readonly string[];
}

/** An extraction that knows which parameters were given, and which have their default values. */
export interface GivenExtraction extends Extraction {
  readonly givenParameters: ReadonlySet<string>;
}

/** A format that records are extracted from. It validates its parameters; content is unpacked before it is extracted. */
export interface Extractor extends PackedFormat {
  readonly type: string;
  readonly label: string;
  readonly parameters: readonly Parameter[];
  /** How likely the sample is of this format, 0 to 1. */
  confidence(sample: Sample): number | Promise<number>;
  /** The parameters that fit the sample best. */
  guess(sample: Sample): RawParams | Promise<RawParams>;
  /** Guesses what is not given, for formats whose files cannot be read without. The given parameters are valid. */
  complete?(given: RawParams, sample: Sample): Promise<Completion>;
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: unknown): FieldErrors;
  /** The records in batches, as the content arrives. Fails EXTRACTION_FAILED where the content is not of the format. */
  extract(content: Readable, params: unknown, extraction: Extraction): AsyncIterable<DataRecord[]>;
}

/** An extractor whose functions receive typed parameters. */
interface ExtractorSpec<Parameters extends readonly Parameter[]> extends PackedFormat {
  readonly type: string;
  readonly label: string;
  readonly parameters: Parameters;
  confidence(sample: Sample): number | Promise<number>;
  guess(sample: Sample): RawParams | Promise<RawParams>;
  complete?(given: RawParams, sample: Sample): Promise<Completion>;
  check?(params: ParamsOf<Parameters>): FieldErrors;
  extract(content: Readable, params: ParamsOf<Parameters>, extraction: GivenExtraction): AsyncIterable<DataRecord[]>;
}

/** Defines an extractor whose functions receive validated, typed parameters. */
export function defineExtractor<const Parameters extends readonly Parameter[]>(
  spec: ExtractorSpec<Parameters>,
): Extractor {
  const extraCheck = (params: ParamsOf<Parameters>): FieldErrors => spec.check?.(params) ?? {};
  return Object.freeze({
    ...spec,
    check: (input: unknown) => checkParameters(spec.parameters, input, extraCheck).errors,
    extract: (content: Readable, input: unknown, extraction: Extraction) =>
      spec.extract(content, requireParameters(spec.parameters, input, extraCheck), {
        ...extraction,
        givenParameters: givenNames(input),
      }),
  });
}

/** The names of the parameters that have a value; null is no value. */
const givenNames = (input: unknown): ReadonlySet<string> =>
  new Set(isJsonObject(input) ? Object.keys(input).filter((name) => input[name] !== null) : []);

/** Caches the results of a function, because several formats call it with the same sample. */
export function memoizePerSample<Result>(compute: (sample: Sample) => Result): (sample: Sample) => Result {
  const cache = new WeakMap<Sample, { readonly result: Result }>();
  return (sample) => {
    const { result } = cache.get(sample) ?? { result: compute(sample) };
    cache.set(sample, { result });
    return result;
  };
}
