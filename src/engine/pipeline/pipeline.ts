import { ExtractionErrors, FileNotes } from '../extractors/extraction.ts';
import { FieldPlan, fieldsOfStep, type PlannedFieldStep } from '../field-steps.ts';
import { type DataRecord, estimateSize, type Field, type FieldType, LimitReached } from '../records/record.ts';
import { type Mismatch, type PriorTypes, Schema } from '../schema/schema.ts';
import {
  type ConfiguredProcessor,
  type MissingFields,
  type OnRecordError,
  ProcessorChain,
  RecordDeadline,
  type RecordError,
} from './processor-chain.ts';
import { type ConfiguredResource, type Counters, ExtractedRecords } from './extracted-records.ts';
import { setImmediate } from 'node:timers/promises';
import type { StoreFile } from '../extractors/extractor.ts';
import { maxBatchBytes } from '../extractors/batches.ts';
import type { Declaration } from '../schema/inference.ts';
import type { StepProposal } from '../schema/propose-steps.ts';
import { noReferences, type OpenReference, type PreparedJoins } from './dataset-reference.ts';
import { fail } from '#kernel/fail.ts';

/** The configuration of a run. */
export interface PipelineOptions extends PriorTypes, ProcessingOptions {
  /** The steps of the field plan, in order of application, after the processors. */
  readonly fields?: readonly PlannedFieldStep[];
  /** The maximum number of records; beyond it, the run fails LimitReached. */
  readonly maxRecords?: number;
  readonly onError?: OnRecordError;
}

/** The number of records from which types are inferred. */
const sampleRecords = 1_000;
/** The size in bytes after which types are inferred from fewer records, so that a sample of large records does not fill the memory. */
const sampleBytes = 4 * 1024 * 1024;

/** One run from sources to typed records. Memory is bounded by a batch: input is read only on demand. */
export class Pipeline {
  readonly counters: Counters = {
    recordsRead: 0,
    recordsWritten: 0,
    recordErrors: 0,
    lostValues: new Map(),
    bytes: 0,
    fractionRead: null,
  };
  /** The messages about whole files; complete when the batches have ended. */
  readonly notes = new FileNotes();
  readonly #options: PipelineOptions;
  readonly #schema: Schema;
  readonly #processed: ProcessedRecords;
  #isComplete = false;
  /** The record that is cast. */
  #casting: DataRecord = {};

  constructor(options: PipelineOptions) {
    const plan = new FieldPlan(options.fields ?? []);
    this.#options = options;
    this.#schema = new Schema(plan, options);
    this.#processed = new ProcessedRecords(options, {
      plan,
      counters: this.counters,
      notes: this.notes,
      report: (error, values) => this.#report(error, values),
    });
  }

  /** The fields so far; complete when the last batch has been read. */
  get fields(): readonly Field[] {
    return this.#schema.fields;
  }

  /** Whether the run waits for the bytes of a source. */
  get isWaiting(): boolean {
    return this.#processed.isWaiting;
  }

  /** The index of the resource that could not be read, which failed the batches; undefined if none did. */
  get failedResource(): number | undefined {
    return this.#processed.failedResource;
  }

  /** The fields that the configuration names and that no record has; none unless all records have been read. */
  get missingFields(): readonly MissingFields[] {
    return this.#isComplete ? this.#processed.missingFields : [];
  }

  /** Steps that would make numbers and dates of texts among the first records. */
  get proposals(): readonly StepProposal[] {
    return this.#schema.proposals;
  }

  /**
   * The types that all values fit. Set once a value does not fit the type inferred from earlier values, and complete when the
   * batches have ended. No records are yielded from that value on; a second run with these types produces all records.
   */
  get widerTypes(): ReadonlyMap<string, FieldType> | undefined {
    return this.#schema.hasWidened ? this.#schema.types : undefined;
  }

  /** The typed records in batches. Can be read once; the sources are closed when the loop ends. Fails LimitReached. */
  async *batches(): AsyncGenerator<DataRecord[]> {
    const { maxRecords = Infinity } = this.#options;
    let count = 0;
    for await (const records of this.#readUntyped()) {
      const remaining = maxRecords - count;
      const typed = this.#castRecords(records.length > remaining ? records.slice(0, remaining) : records);
      if (!this.#schema.hasWidened) yield typed;
      count += records.length;
      if (count > maxRecords) throw new LimitReached('records', maxRecords, count);
    }
    this.#isComplete = true;
  }

  /** The processed records in batches. Types are inferred from the first records before these are yielded. */
  async *#readUntyped(): AsyncGenerator<DataRecord[]> {
    let sample: DataRecord[] | undefined = [];
    let sampleSize = 0;
    for await (const { records, size } of this.#processed.batches()) {
      if (!sample) {
        yield records;
        continue;
      }
      append(sample, records);
      sampleSize += size;
      if (sample.length < sampleRecords && sampleSize < sampleBytes) continue;
      this.#infer(sample);
      yield sample;
      sample = undefined;
    }
    if (sample) this.#infer(sample);
    this.#schema.complete(this.#processed.remainingLabels);
    if (sample && sample.length > 0) yield sample;
  }

  /** Infers the types from the whole sample. No record of the sample has been yielded yet. */
  #infer(sample: readonly DataRecord[]): void {
    this.#schema.infer(sample, this.#processed.labels, this.#processed.takeDeclarations());
  }

  #castRecords(records: DataRecord[]): DataRecord[] {
    const { labels } = this.#processed;
    for (const record of records) {
      this.#casting = record;
      this.#schema.castRecord(record, labels, this.#reportMismatch);
      if (!this.#schema.hasWidened) this.counters.recordsWritten++;
    }
    return records;
  }

  /** Reports a value of the record that is cast, the next to be counted as written. */
  readonly #reportMismatch = ({ field, message, processorUid, isLost }: Mismatch): void => {
    this.#report({ record: this.counters.recordsWritten, field, processorUid, message }, this.#casting);
    if (isLost && !this.#schema.hasWidened)
      this.counters.lostValues.set(field, (this.counters.lostValues.get(field) ?? 0) + 1);
  };

  /** Reports an error, unless a type has been widened: the second run then reports all errors again. */
  #report(error: RecordError, values: DataRecord): void {
    if (this.#schema.hasWidened) return;
    this.counters.recordErrors++;
    this.#options.onError?.(error, values);
  }
}

/** Appends records to a list. Spread arguments could exhaust the stack. In the generator itself, the loop variable would keep the last record in memory. */
function append(list: DataRecord[], records: readonly DataRecord[]): void {
  for (const record of records) list.push(record);
}

/** The sources and processors of a run. */
interface ProcessingOptions {
  /** In order; their records follow one another. */
  readonly resources: readonly ConfiguredResource[];
  /** In order of application. */
  readonly processors: readonly ConfiguredProcessor[];
  /** Opens the records of other datasets that processors refer to; without it, every reference fails. */
  readonly openReference?: OpenReference;
  /** Remembers the datasets that processors refer to for further runs; without it, each run reads them. */
  readonly joins?: PreparedJoins;
  /** Whether a source may have no bytes; it then has no records. Otherwise an empty source fails EXTRACTION_FAILED. */
  readonly acceptsEmpty?: boolean;
  /** Keeps the bytes of files that records describe; without it, they are not kept. */
  readonly storeFile?: StoreFile;
  /** The limits of the output, by the number of bytes of the sources. */
  readonly output?: OutputLimits;
  /** How long processors may take on one record, in milliseconds of wall time and then of CPU time; the default limit if absent. */
  readonly maxRecordMs?: number;
  /** The expected language of texts, as an ISO 639-1 code. */
  readonly language?: string | undefined;
  /** Ends the run: the loop over the batches throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The state that processing shares with its run. */
interface ProcessingContext {
  readonly plan: FieldPlan;
  readonly counters: Counters;
  readonly report: OnRecordError;
  readonly notes: FileNotes;
}

/** Records and their total size in bytes, as `estimateSize` computes it. */
interface Batch {
  readonly records: DataRecord[];
  readonly size: number;
}

/** How often the run yields to the event loop, in milliseconds. */
const yieldIntervalMs = 25;

/** The records of a run after its processors, with their final field names. */
class ProcessedRecords {
  readonly #context: ProcessingContext;
  readonly #openReference: OpenReference;
  readonly #joins: PreparedJoins | undefined;
  readonly #signal: AbortSignal;
  readonly #errors = new ExtractionErrors();
  readonly #extracted: ExtractedRecords;
  readonly #chain: ProcessorChain;
  readonly #output: OutputMeter;
  /** Whether the effect of processors on declared types is still tracked. */
  #tracksDeclarations: boolean;
  /** The number of records after the processors so far. */
  #count = 0;

  constructor(options: ProcessingOptions, context: ProcessingContext) {
    const { resources, processors, signal = new AbortController().signal, acceptsEmpty = false, storeFile } = options;
    const { plan, counters, report } = context;
    this.#context = context;
    this.#openReference = options.openReference ?? noReferences;
    this.#joins = options.joins;
    this.#signal = signal;
    this.#extracted = new ExtractedRecords(resources, {
      plan,
      counters,
      errors: this.#errors,
      notes: context.notes,
      language: options.language,
      signal,
      acceptsEmpty,
      storeFile,
    });
    this.#chain = new ProcessorChain(processors, report, new RecordDeadline(undefined, options.maxRecordMs));
    this.#output = new OutputMeter(options.output ?? defaultOutputLimits);
    this.#tracksDeclarations = this.#chain.hasProcessors;
  }

  /** The names in the sources by the final names of the fields. */
  get labels(): ReadonlyMap<string, string> {
    return this.#extracted.labels;
  }

  /** The labels of columns that are fields although no record has them; none where processors have replaced the columns. */
  get remainingLabels(): ReadonlyMap<string, string> {
    return this.#chain.replacesFields && this.#count > 0 ? new Map() : this.labels;
  }

  /** Whether the run waits for the bytes of a source. */
  get isWaiting(): boolean {
    return this.#extracted.isWaiting;
  }

  /** The index of the resource that could not be read; undefined if none failed. */
  get failedResource(): number | undefined {
    return this.#extracted.failedResource;
  }

  /** The fields that the configuration names and that no record has had so far. */
  get missingFields(): readonly MissingFields[] {
    const steps = this.#context.plan.ineffectiveSteps.map((step) => ({
      kind: 'field configuration' as const,
      type: step.type,
      fields: fieldsOfStep(step),
    }));
    return [...this.#chain.missingFields, ...steps].filter(({ fields }) => fields.length > 0);
  }

  /** The types that the sources declare for the fields, unless a processor has changed a value. Later changes are not tracked. */
  takeDeclarations(): ReadonlyMap<string, Declaration | undefined> {
    this.#tracksDeclarations = false;
    return this.#extracted.declarations.ofFields(this.#context.plan);
  }

  /** The records in batches. Can be read once; the sources are closed when the loop ends. Fails EXTRACTION_FAILED. */
  async *batches(): AsyncGenerator<Batch> {
    await this.#chain.readReferences(this.#openReference, this.#signal, this.#joins);
    for await (const batch of this.#processed()) {
      this.#output.count(batch.records.length, batch.size, this.#context.counters.bytes);
      yield batch;
    }
  }

  async *#processed(): AsyncGenerator<Batch> {
    let yieldAt = performance.now() + yieldIntervalMs;
    for await (const extracted of this.#extracted.batches()) {
      let records: DataRecord[] = [];
      let size = 0;
      for (const record of extracted) {
        const first = records.length;
        this.#process(record, records);
        for (let index = first; index < records.length; index++) size += estimateSize(records[index] ?? {});
        if (size >= maxBatchBytes) {
          yield { records, size };
          records = [];
          size = 0;
        }
        if (performance.now() < yieldAt) continue;
        await setImmediate();
        this.#signal.throwIfAborted();
        yieldAt = performance.now() + yieldIntervalMs;
      }
      if (records.length > 0) yield { records, size };
    }
  }

  /** Runs the processors on a record and appends the resulting records to `target`. */
  #process(record: DataRecord, target: DataRecord[]): void {
    const { plan, report } = this.#context;
    const first = target.length;
    for (const error of this.#errors.take(record))
      report({ record: this.#count, processorUid: null, ...error }, record);
    this.#chain.run(record, this.#count, target);
    if (this.#tracksDeclarations) this.#extracted.declarations.compare(record, target.slice(first));
    this.#count += target.length - first;
    for (let index = first; index < target.length; index++) target[index] = plan.withFinalNames(target[index] ?? {});
  }
}

/** The output that a run may produce: a base amount, plus an amount for each byte received from the sources. */
export interface OutputLimits {
  readonly baseRecords: number;
  readonly recordsPerByte: number;
  /** Characters are counted approximately, here and in `charactersPerByte`. */
  readonly baseCharacters: number;
  readonly charactersPerByte: number;
}

/** The default limits. Real data has at least one byte for two records, and compresses by a factor far below 200. */
const defaultOutputLimits: OutputLimits = Object.freeze({
  baseRecords: 1_000_000,
  recordsPerByte: 2,
  baseCharacters: 2 ** 30,
  charactersPerByte: 200,
});

/** Counts the output of a run, because decompression and processors can multiply a small source until it fills the database. */
class OutputMeter {
  readonly #limits: OutputLimits;
  #records = 0;
  #characters = 0;

  constructor(limits: OutputLimits) {
    this.#limits = limits;
  }

  /** Counts more records and their size. Fails EXTRACTION_FAILED when the totals exceed the limits for the bytes read so far. */
  count(records: number, characters: number, bytes: number): void {
    this.#records += records;
    this.#characters += characters;
    const { baseRecords, recordsPerByte, baseCharacters, charactersPerByte } = this.#limits;
    const maxRecords = baseRecords + recordsPerByte * bytes;
    const maxCharacters = baseCharacters + charactersPerByte * bytes;
    if (this.#records > maxRecords)
      fail('EXTRACTION_FAILED', {
        reason: `more than ${maxRecords} records were produced from ${bytes} bytes. ${advice}`,
      });
    if (this.#characters > maxCharacters) {
      fail('EXTRACTION_FAILED', {
        reason: `records of more than ${maxCharacters} characters were produced from ${bytes} bytes. ${advice}`,
      });
    }
  }
}

const advice = 'If this is intended, publish the data uncompressed; otherwise remove the processor that multiplies it';
