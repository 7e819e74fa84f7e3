import { setImmediate } from 'node:timers/promises';
import type { FileNotes } from '../extractors/extraction/file-notes.ts';
import type { StoreFile } from '../extractors/extractor.ts';
import { ExtractionErrors } from '../extractors/extraction/extraction-errors.ts';
import { maxBatchBytes } from '../extractors/batches/limits.ts';
import type { FieldPlan } from '../field-steps/field-plan.ts';
import { fieldsOfStep } from '../field-steps/registry.ts';
import type { DataRecord } from '../records/record.ts';
import { estimateSize } from '../records/estimate-size.ts';
import type { Declaration } from '../schema/inference.ts';
import { noReferences, type OpenReference } from './dataset-reference.ts';
import { ExtractedRecords, type ConfiguredResource } from './extracted-records.ts';
import type { MissingFields } from './missing-fields.ts';
import { OutputMeter, defaultOutputLimits, type OutputLimits } from './output-limits.ts';
import type { PreparedJoins } from './prepared-joins.ts';
import { ProcessorChain, type ConfiguredProcessor, type RecordError } from './processor-chain.ts';
import type { Counters } from './progress.ts';

/** The sources and processors of a run. */
export interface ProcessingOptions {
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
  /** The expected language of texts, as an ISO 639-1 code. */
  readonly language?: string | undefined;
  /** Ends the run: the loop over the batches throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The state that processing shares with its run. */
interface ProcessingContext {
  readonly plan: FieldPlan;
  readonly counters: Counters;
  readonly report: (error: RecordError) => void;
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
export class ProcessedRecords {
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
    this.#chain = new ProcessorChain(processors, report);
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
    for (const error of this.#errors.take(record)) report({ record: this.#count, processorUid: null, ...error });
    this.#chain.run(record, this.#count, target);
    if (this.#tracksDeclarations) this.#extracted.declarations.compare(record, target.slice(first));
    this.#count += target.length - first;
    for (let index = first; index < target.length; index++) target[index] = plan.withFinalNames(target[index] ?? {});
  }
}
