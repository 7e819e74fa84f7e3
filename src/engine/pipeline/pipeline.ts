import { setImmediate } from 'node:timers/promises';
import type { Counters } from './counters.ts';
import { ExtractedRecords, type ConfiguredResource } from './extracted-records.ts';
import { Faults } from '../extractors/faults.ts';
import { batchWeight } from '../extractors/limits.ts';
import type { Field, FieldType } from '../records/field.ts';
import { FieldPlan } from '../field-steps/field-plan.ts';
import type { ConfiguredFieldStep } from '../field-steps/registry.ts';
import { LimitReached } from '../records/limit-reached.ts';
import { OutputMeter, defaultOutputLimits, type OutputLimits } from './output-limits.ts';
import { noRecords, type RecordsOf } from './dataset-reference.ts';
import type { DataRecord } from '../records/record.ts';
import { Schema, type TypesBefore } from '../schema/schema.ts';
import { ProcessorChain, type ConfiguredProcessor, type RecordError } from './processor-chain.ts';
import { weightOf } from '../records/weight.ts';

export interface PipelineOptions extends TypesBefore {
  /** In order; their records follow one another. */
  readonly resources: readonly ConfiguredResource[];
  /** In order of application. */
  readonly processors: readonly ConfiguredProcessor[];
  /** In order of application, after the processors. */
  readonly fields?: readonly ConfiguredFieldStep[];
  /** Opens the records of other datasets that processors refer to; without it, every reference fails. */
  readonly recordsOf?: RecordsOf;
  /** Whether a source may be empty, without a record. Otherwise an empty source fails EXTRACTION_FAILED. */
  readonly acceptsEmpty?: boolean;
  /** The most records; after them, the run fails LimitReached. */
  readonly maxRecords?: number;
  /** The most that may be produced from the sources' bytes. */
  readonly output?: OutputLimits;
  /** Ends the run: the loop over the batches throws the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: RecordError) => void;
}

/** The count of records from which types are inferred. */
const sampleSize = 1_000;
/** The size in bytes after which types are inferred from fewer records, so that large records are not held in memory by the thousand. */
const sampleWeight = 4 * 1024 * 1024;
/** How often the run yields to the event loop, in milliseconds. */
const yieldIntervalMs = 25;

/** Records and their size together. */
interface Batch {
  readonly rows: DataRecord[];
  readonly weight: number;
}

/** One run from sources to typed records. Memory is bounded by a batch: input is read only on demand. */
export class Pipeline {
  readonly counters: Counters = {
    recordsRead: 0,
    recordsWritten: 0,
    recordErrors: 0,
    lostValues: new Map(),
    bytes: 0,
    share: null,
  };
  readonly #options: PipelineOptions;
  readonly #signal: AbortSignal;
  readonly #plan: FieldPlan;
  readonly #schema: Schema;
  readonly #stack: ProcessorChain;
  readonly #extracted: ExtractedRecords;
  readonly #faults = new Faults();
  readonly #output: OutputMeter;
  #rowsProcessed = 0;
  /** Whether the types of fields have been inferred. */
  #isInferred = false;

  constructor(options: PipelineOptions) {
    const { resources, processors, fields = [], signal = new AbortController().signal, acceptsEmpty = false } = options;
    this.#options = options;
    this.#signal = signal;
    this.#output = new OutputMeter(options.output ?? defaultOutputLimits);
    this.#plan = new FieldPlan(fields);
    this.#schema = new Schema(this.#plan, options);
    this.#stack = new ProcessorChain(processors, (error) => this.#report(error));
    this.#extracted = new ExtractedRecords(resources, {
      plan: this.#plan,
      counters: this.counters,
      faults: this.#faults,
      signal,
      acceptsEmpty,
    });
  }

  /** The fields so far; complete when the last batch has been read. */
  get fields(): readonly Field[] {
    return this.#schema.fields;
  }

  /**
   * Set once a value does not fit the type inferred from the values before: the types that all values fit, complete when the
   * batches have ended. The batches end before that value; a second run with these types produces all records.
   */
  get widerTypes(): ReadonlyMap<string, FieldType> | undefined {
    return this.#schema.isOutgrown ? this.#schema.types : undefined;
  }

  /** The typed records in batches. To be read once; the sources are closed when the loop ends. Fails LimitReached. */
  async *batches(): AsyncGenerator<DataRecord[]> {
    const { maxRecords = Infinity } = this.#options;
    let count = 0;
    for await (const rows of this.#toType()) {
      const room = maxRecords - count;
      const typed = this.#typed(rows.length > room ? rows.slice(0, room) : rows);
      if (!this.#schema.isOutgrown) yield typed;
      count += rows.length;
      if (count > maxRecords) throw new LimitReached('records', maxRecords, count);
    }
  }

  /** The processed records in batches. Types are inferred from the first ones before these are yielded. */
  async *#toType(): AsyncGenerator<DataRecord[]> {
    let sample: DataRecord[] | undefined = [];
    let held = 0;
    for await (const { rows, weight } of this.#processed()) {
      if (!sample) {
        yield rows;
        continue;
      }
      append(sample, rows);
      held += weight;
      if (sample.length < sampleSize && held < sampleWeight) continue;
      this.#infer(sample);
      yield sample;
      sample = undefined;
    }
    if (sample) this.#infer(sample);
    this.#schema.complete(this.#extracted.labels);
    if (sample && sample.length > 0) yield sample;
  }

  async *#processed(): AsyncGenerator<Batch> {
    for await (const batch of this.#runStack()) {
      this.#output.count(batch.rows.length, batch.weight, this.counters.bytes);
      yield batch;
    }
  }

  async *#runStack(): AsyncGenerator<Batch> {
    await this.#stack.readReferences(this.#options.recordsOf ?? noRecords, this.#signal);
    let yieldAt = performance.now() + yieldIntervalMs;
    for await (const rows of this.#extracted.batches()) {
      let processed: DataRecord[] = [];
      let weight = 0;
      for (const row of rows) {
        const first = processed.length;
        for (const fault of this.#faults.take(row))
          this.#report({ record: this.#rowsProcessed, processorUid: null, ...fault });
        this.#stack.run(row, this.#rowsProcessed, processed);
        if (!this.#isInferred && this.#stack.hasProcessors)
          this.#extracted.declarations.compare(row, processed.slice(first));
        this.#rowsProcessed += processed.length - first;
        for (let at = first; at < processed.length; at++) {
          const record = this.#plan.named(processed[at] ?? {});
          processed[at] = record;
          weight += weightOf(record);
        }
        if (weight >= batchWeight) {
          yield { rows: processed, weight };
          processed = [];
          weight = 0;
        }
        if (performance.now() < yieldAt) continue;
        await setImmediate();
        this.#signal.throwIfAborted();
        yieldAt = performance.now() + yieldIntervalMs;
      }
      if (processed.length > 0) yield { rows: processed, weight };
    }
  }

  /** Infers from the whole sample, of which no record has been yielded yet. */
  #infer(sample: readonly DataRecord[]): void {
    const { labels, declarations } = this.#extracted;
    this.#schema.infer(sample, labels, declarations.ofFields(this.#plan));
    this.#isInferred = true;
  }

  #typed(rows: DataRecord[]): DataRecord[] {
    const { labels } = this.#extracted;
    for (const row of rows) {
      const record = this.counters.recordsWritten;
      this.#schema.fit(row, labels, (field, message, processorUid, isLost) => {
        this.#report({ record, field, processorUid, message });
        if (isLost && !this.#schema.isOutgrown)
          this.counters.lostValues.set(field, (this.counters.lostValues.get(field) ?? 0) + 1);
      });
      if (!this.#schema.isOutgrown) this.counters.recordsWritten++;
    }
    return rows;
  }

  /** Errors after a type was outgrown are not reported: the second run reports them again. */
  #report(error: RecordError): void {
    if (this.#schema.isOutgrown) return;
    this.counters.recordErrors++;
    this.#options.onError?.(error);
  }
}

/** Not by spread arguments, which could exhaust the stack; and not inline, as a generator keeps its loop variables alive. */
function append(list: DataRecord[], rows: readonly DataRecord[]): void {
  for (const row of rows) list.push(row);
}
