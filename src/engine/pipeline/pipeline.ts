import { FileNotes } from '../extractors/extraction/file-notes.ts';
import { FieldPlan } from '../field-steps/field-plan.ts';
import type { PlannedFieldStep } from '../field-steps/registry.ts';
import type { Field, FieldType } from '../records/field.ts';
import { LimitReached } from '../records/limit-reached.ts';
import type { DataRecord } from '../records/record.ts';
import { Schema, type Mismatch, type PriorTypes } from '../schema/schema.ts';
import type { MissingFields } from './missing-fields.ts';
import { ProcessedRecords, type ProcessingOptions } from './processed-records.ts';
import type { RecordError } from './processor-chain.ts';
import type { Counters } from './progress.ts';

/** The configuration of a run. */
export interface PipelineOptions extends PriorTypes, ProcessingOptions {
  /** The steps of the field plan, in order of application, after the processors. */
  readonly fields?: readonly PlannedFieldStep[];
  /** The maximum number of records; beyond it, the run fails LimitReached. */
  readonly maxRecords?: number;
  readonly onError?: (error: RecordError) => void;
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
  /** What is to be said about whole files; complete when the batches have ended. */
  readonly notes = new FileNotes();
  readonly #options: PipelineOptions;
  readonly #schema: Schema;
  readonly #processed: ProcessedRecords;
  #isComplete = false;

  constructor(options: PipelineOptions) {
    const plan = new FieldPlan(options.fields ?? []);
    this.#options = options;
    this.#schema = new Schema(plan, options);
    this.#processed = new ProcessedRecords(options, {
      plan,
      counters: this.counters,
      notes: this.notes,
      report: (error) => this.#report(error),
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
      this.#schema.castRecord(record, labels, this.#reportMismatch);
      if (!this.#schema.hasWidened) this.counters.recordsWritten++;
    }
    return records;
  }

  /** Reports a value of the record that is cast, the next to be counted as written. */
  readonly #reportMismatch = ({ field, message, processorUid, isLost }: Mismatch): void => {
    this.#report({ record: this.counters.recordsWritten, field, processorUid, message });
    if (isLost && !this.#schema.hasWidened)
      this.counters.lostValues.set(field, (this.counters.lostValues.get(field) ?? 0) + 1);
  };

  /** Reports an error, unless a type has been widened: the second run then reports all errors again. */
  #report(error: RecordError): void {
    if (this.#schema.hasWidened) return;
    this.counters.recordErrors++;
    this.#options.onError?.(error);
  }
}

/** Appends records to a list. Spread arguments could exhaust the stack. In the generator itself, the loop variable would keep the last record in memory. */
function append(list: DataRecord[], records: readonly DataRecord[]): void {
  for (const record of records) list.push(record);
}
