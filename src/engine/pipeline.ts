import { setImmediate } from 'node:timers/promises';
import { unpacked } from './archives/unpacked.ts';
import { Columns } from './columns.ts';
import type { Counters } from './counters.ts';
import { Faults } from './extractors/faults.ts';
import { batchWeight } from './extractors/limits.ts';
import { extractorOf } from './extractors/registry.ts';
import type { Field } from './field.ts';
import { FieldPlan } from './field-steps/field-plan.ts';
import type { ConfiguredFieldStep } from './field-steps/registry.ts';
import { openCounted } from './open-counted.ts';
import type { RawParams } from './parameters.ts';
import { noRecords, type RecordsOf } from './reference.ts';
import type { Row } from './row.ts';
import { Schema, type KnownField } from './schema.ts';
import type { Source } from './source.ts';
import { shareRead } from './share-read.ts';
import { Stack, type ConfiguredProcessor, type RecordError } from './stack.ts';
import { weightOf } from './weight.ts';

/** A source and how its records are read. */
export interface ConfiguredResource {
  readonly source: Source;
  /** Type of the extractor. */
  readonly type: string;
  readonly params: RawParams;
}

export interface PipelineOptions {
  /** In order; their records follow one another. */
  readonly resources: readonly ConfiguredResource[];
  /** In order of application. */
  readonly processors: readonly ConfiguredProcessor[];
  /** In order of application, after the processors. */
  readonly fields?: readonly ConfiguredFieldStep[];
  /** Fields that are settled already, by earlier records. */
  readonly known?: readonly KnownField[];
  /** Opens the records of other datasets that processors refer to; without it they refer to none that can be seen. */
  readonly recordsOf?: RecordsOf;
  /** Ends the run at once: the loop over the batches throws the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onError?: (error: RecordError) => void;
}

/** Rows that the types of fields are inferred from. */
const sampleSize = 1_000;
/** Weight after which the types are inferred from fewer rows: very long or wide records are not held back by the thousand. */
const sampleWeight = 4 * 1024 * 1024;
/** Time after which other work of the process gets its turn, in milliseconds. */
const turn = 25;

/** Rows and what they weigh together. */
interface Batch {
  readonly rows: Row[];
  readonly weight: number;
}

/** One run from sources to typed records. Memory is bounded by a batch: nothing is read before it is asked for. */
export class Pipeline {
  readonly counters: Counters = { rowsRead: 0, rowsWritten: 0, recordErrors: 0, bytes: 0, share: null };
  readonly #options: PipelineOptions;
  readonly #signal: AbortSignal;
  readonly #plan: FieldPlan;
  readonly #schema: Schema;
  readonly #stack: Stack;
  /** The sources' own names by technical name. */
  readonly #labels = new Map<string, string>();
  readonly #faults = new Faults();
  #rowsProcessed = 0;
  /** Columns of the present source that are in the labels. */
  #learnt = 0;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#plan = new FieldPlan(options.fields ?? []);
    this.#schema = new Schema(this.#plan, options.known);
    this.#stack = new Stack(options.processors, (error) => this.#report(error));
  }

  /** The fields so far; complete when the last batch has been read. */
  get fields(): readonly Field[] {
    return this.#schema.fields;
  }

  /** The typed records in batches. To be read once; leaving the loop closes the sources. */
  async *batches(): AsyncGenerator<Row[]> {
    let sample: Row[] | undefined = [];
    let held = 0;
    for await (const { rows, weight } of this.#processed()) {
      if (!sample) {
        yield this.#typed(rows);
        continue;
      }
      append(sample, rows);
      held += weight;
      if (sample.length < sampleSize && held < sampleWeight) continue;
      yield this.#inferred(sample);
      sample = undefined;
    }
    const last = sample ? this.#inferred(sample) : [];
    this.#schema.complete(this.#labels);
    if (last.length > 0) yield last;
  }

  async *#processed(): AsyncGenerator<Batch> {
    await this.#stack.readReferences(this.#options.recordsOf ?? noRecords, this.#signal);
    let turnEnds = performance.now() + turn;
    for await (const rows of this.#extracted()) {
      let processed: Row[] = [];
      let weight = 0;
      for (const row of rows) {
        const first = processed.length;
        for (const fault of this.#faults.take(row)) this.#report({ record: this.#rowsProcessed, processorUid: null, ...fault });
        this.#stack.run(row, this.#rowsProcessed, processed);
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
        if (performance.now() < turnEnds) continue;
        await setImmediate();
        this.#signal.throwIfAborted();
        turnEnds = performance.now() + turn;
      }
      if (processed.length > 0) yield { rows: processed, weight };
    }
  }

  async *#extracted(): AsyncGenerator<Row[]> {
    const { resources } = this.#options;
    for (const [finished, { source, type, params }] of resources.entries()) {
      const columns = new Columns();
      this.#learnt = 0;
      const begin = this.counters.bytes;
      const extractor = extractorOf(type);
      const open = await openCounted(source, this.#signal, (bytes, size) => {
        this.counters.bytes += bytes;
        this.counters.share = shareRead({ sources: resources.length, finished, read: this.counters.bytes - begin, size });
      });
      try {
        for await (const { filename, content } of unpacked(open, extractor, this.#signal)) {
          columns.nextFile();
          for await (const rows of extractor.extract(content, params, { filename, columns, signal: this.#signal, report: this.#faults.report })) {
            this.#learn(columns);
            this.counters.rowsRead += rows.length;
            yield rows;
            this.#signal.throwIfAborted();
          }
        }
        this.#learn(columns);
      } catch (error) {
        this.#signal.throwIfAborted();
        throw error;
      } finally {
        open.content.destroy();
      }
    }
  }

  /** Columns of the same technical name in several sources are one field, labelled by the first. */
  #learn({ labels }: Columns): void {
    if (labels.size === this.#learnt) return;
    this.#learnt = labels.size;
    for (const [original, label] of labels) {
      const name = this.#plan.nameOf(original);
      if (name !== undefined && !this.#labels.has(name)) this.#labels.set(name, label);
    }
  }

  #inferred(rows: Row[]): Row[] {
    this.#schema.infer(rows.slice(0, sampleSize), this.#labels);
    return this.#typed(rows);
  }

  #typed(rows: Row[]): Row[] {
    for (const row of rows) {
      const record = this.counters.rowsWritten++;
      this.#schema.fit(row, this.#labels, (field, message, processorUid) => this.#report({ record, field, processorUid, message }));
    }
    return rows;
  }

  #report(error: RecordError): void {
    this.counters.recordErrors++;
    this.#options.onError?.(error);
  }
}

/** One by one, as very many arguments would not fit on the stack; and here, as a generator holds what its loops met last. */
function append(list: Row[], rows: readonly Row[]): void {
  for (const row of rows) list.push(row);
}
