import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { RawParams } from '../parameters.ts';
import { processorOf } from '../processors/registry.ts';
import {
  type DatasetReference,
  maxExpandedRecords,
  type Processor,
  type Report,
  type Step,
} from '../processors/processor.ts';
import { createReferenceBudget, type OpenReference, type PreparedJoins, prepareJoin } from './dataset-reference.ts';
import { type DataRecord, estimateSize } from '../records/record.ts';

/** A configured processor of a dataset. */
export interface ConfiguredProcessor {
  readonly uid: string;
  readonly type: string;
  readonly params: RawParams;
}

/** An error in one record; the record is kept. */
export interface RecordError {
  /** The number of the record among those written, from 0. */
  readonly record: number;
  readonly field: string | null;
  /** The uid of the processor or field configuration that caused the error; null when none did. */
  readonly processorUid: string | null;
  readonly message: string;
}

/** Receives an error with its record: as it was read where a processor failed, else before its types are applied. The record changes after the call. */
export type OnRecordError = (error: RecordError, values: DataRecord) => void;

/** A processor of the chain. */
interface PreparedStep {
  readonly uid: string;
  readonly type: string;
  readonly unseen: UnseenFields;
  /** The dataset that must be read before the step is ready. */
  readonly reference: DatasetReference | undefined;
  readonly processor: Processor;
  readonly params: RawParams;
  /** Reports a problem of the current record. */
  readonly report: Report;
  step: Step;
}

/** The step of a processor until the dataset that it refers to has been read. */
const notPrepared: Step = () =>
  fail('EXTRACTION_FAILED', { reason: 'the records of another dataset have not been read' });

/** The maximum size of the records that one record may become. */
const maxBytes = 64 * 2 ** 20;
/** The number of records that may time out before the run fails. */
const maxSlowRecords = 10;

/** The processors of a dataset, in order, ready to run. Fails INVALID_INPUT for an unknown type or invalid parameters. */
export class ProcessorChain {
  readonly #steps: readonly PreparedStep[];
  readonly #onError: OnRecordError;
  readonly #deadline: RecordDeadline;
  #timedOutRecords = 0;
  /** The number of the first record that the current record becomes. */
  #position = 0;
  /** The record as it was read. */
  #record: DataRecord = {};

  constructor(processors: readonly ConfiguredProcessor[], onError: OnRecordError, deadline = new RecordDeadline()) {
    this.#steps = processors.map(({ uid, type, params }) => {
      const processor = processorOf(type);
      const reference = processor.reference(params);
      // One function for all records: a function for each would cost more than most processors.
      const report: Report = ({ field, message }) =>
        this.#onError({ record: this.#position, field, processorUid: uid, message }, this.#record);
      const step = reference ? notPrepared : processor.prepare(params);
      const unseen = new UnseenFields(processor.inputs(params));
      return { uid, type, unseen, reference, processor, params, report, step };
    });
    this.#onError = onError;
    this.#deadline = deadline;
  }

  /** Whether there is any processor. */
  get hasProcessors(): boolean {
    return this.#steps.length > 0;
  }

  /** Whether a field of the sources that no record has left is gone. */
  get replacesFields(): boolean {
    return this.#steps.some(({ processor }) => processor.replacesFields);
  }

  /** For each processor the fields that it names and that none of its records has had so far. */
  get missingFields(): readonly MissingFields[] {
    return this.#steps.map(({ type, unseen: { names } }) => ({ kind: 'processor', type, fields: names }));
  }

  /** Reads the datasets that the processors refer to. Must be called once, before `run`. Fails EXTRACTION_FAILED. */
  async readReferences(openReference: OpenReference, signal: AbortSignal, joins?: PreparedJoins): Promise<void> {
    const bounds = { budget: createReferenceBudget(), signal };
    for (const prepared of this.#steps) {
      const { uid, reference, processor, params } = prepared;
      if (!reference) continue;
      const opened = await openReference(reference, uid);
      const join = { processor, params, reference };
      prepared.step = await (joins ? joins.prepare(join, opened, bounds) : prepareJoin(join, opened, bounds));
    }
  }

  /**
   * Runs the processors on a record and appends the resulting records to `target`. `position` is the number of the first resulting
   * record. A record that times out keeps its current state and is reported. Fails EXTRACTION_FAILED after too many timeouts.
   */
  run(record: DataRecord, position: number, target: DataRecord[]): void {
    let records = [record];
    this.#position = position;
    this.#record = record;
    this.#deadline.start();
    for (const step of this.#steps) {
      const results = this.#deadline.isOver ? undefined : this.#applyStep(step, records);
      if (!results) {
        this.#reportTimeout(step);
        break;
      }
      records = results;
    }
    target.push(...records);
  }

  #reportTimeout({ report }: PreparedStep): void {
    this.#timedOutRecords += 1;
    if (this.#timedOutRecords > maxSlowRecords)
      fail('EXTRACTION_FAILED', {
        reason: `the processors take too long on more than ${maxSlowRecords} records; use fewer of them, simpler patterns or shorter texts`,
      });
    report({
      field: null,
      message: 'The processors take too long on this record; this processor and those after it were not applied.',
    });
  }

  /** Applies a processor to the records so far. Returns the same records when the result is too large; undefined on a timeout. */
  #applyStep(prepared: PreparedStep, records: DataRecord[]): DataRecord[] | undefined {
    const results: DataRecord[] = [];
    let size = 0;
    for (const record of records) {
      if (results.length > 0 && this.#deadline.isOver) return undefined;
      prepared.unseen.observe(record);
      const made = runStep(prepared, record);
      if (made === null) continue;
      // Nearly every step makes one record of one. No list is made for it.
      if (records.length === 1 && !Array.isArray(made) && estimateSize(made) <= maxBytes) {
        records[0] = made;
        return records;
      }
      for (const result of Array.isArray(made) ? made : [made]) {
        results.push(result);
        size += estimateSize(result);
        if (results.length <= maxExpandedRecords && size <= maxBytes) continue;
        const limit =
          results.length > maxExpandedRecords
            ? `more than ${maxExpandedRecords} records`
            : `larger than ${formatByteSize(maxBytes)}`;
        prepared.report({
          field: null,
          message: `The record would become ${limit}; it stays as it was before this processor.`,
        });
        return records;
      }
    }
    return results;
  }
}

/** Runs a step on a record; the record stays as it is when the step fails. */
function runStep({ step, report }: PreparedStep, record: DataRecord): ReturnType<Step> {
  try {
    // The step receives a copy, because it may change its input before it fails.
    return step({ ...record }, report);
  } catch (error) {
    // A RangeError means that one value exceeds a limit, which must not fail the other records.
    if (!(error instanceof RangeError)) throw error;
    report({ field: null, message: error.message });
    return record;
  }
}

/** Reads wall time and CPU time, in milliseconds. */
interface DeadlineClock {
  /** The time on the clock, which passes even while this process is suspended. */
  wall(): number;
  /** The CPU time of this thread. */
  cpu(): number;
}

const systemTime: DeadlineClock = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/** How long processors may take on one record, in wall time and then in CPU time. */
const maxRecordMs = 250;

/**
 * Measures whether the work on a record has taken too long. Only CPU time counts, because a suspended process does no work. Wall time is
 * cheaper to read, so CPU time is measured only once a record has taken its limit in wall time.
 */
export class RecordDeadline {
  readonly #time: DeadlineClock;
  readonly #maxMs: number;
  /** The wall time after which CPU time is measured. */
  #end = 0;
  /** The CPU time at which the record times out; undefined while CPU time is not measured. */
  #cpuEnd: number | undefined;

  constructor(time: DeadlineClock = systemTime, maxMs = maxRecordMs) {
    this.#time = time;
    this.#maxMs = maxMs;
  }

  /** Starts the work on a record. */
  start(): void {
    this.#end = this.#time.wall() + this.#maxMs;
    this.#cpuEnd = undefined;
  }

  /** Whether the record has timed out. */
  get isOver(): boolean {
    if (this.#time.wall() < this.#end) return false;
    this.#cpuEnd ??= this.#time.cpu() + this.#maxMs;
    return this.#time.cpu() >= this.#cpuEnd;
  }
}

/** The names that a processor or a field configuration gives, of fields that no record has: a misspelt name has no other effect. */
export interface MissingFields {
  readonly kind: 'processor' | 'field configuration';
  readonly type: string;
  readonly fields: readonly string[];
}

/** The fields that a processor reads and that none of its records has had so far. */
class UnseenFields {
  readonly #names: Set<string>;
  #hasRecords = false;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  /** The names; none as long as the processor had no record. */
  get names(): readonly string[] {
    return this.#hasRecords ? [...this.#names] : [];
  }

  observe(record: DataRecord): void {
    this.#hasRecords = true;
    for (const name of this.#names) if (Object.hasOwn(record, name)) this.#names.delete(name);
  }
}
