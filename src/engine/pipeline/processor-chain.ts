import { fail } from '../../kernel/fail.ts';
import { formatByteSize } from '../../kernel/text.ts';
import type { RawParams } from '../parameters/parameter.ts';
import { processorOf } from '../processors/registry.ts';
import { maxExpandedRecords, type Processor, type Step } from '../processors/processor.ts';
import { RecordDeadline } from './record-deadline.ts';
import {
  readReference,
  createReferenceBudget,
  type OpenReference,
  type DatasetReference,
} from './dataset-reference.ts';
import type { DataRecord } from '../records/record.ts';
import { estimateSize } from '../records/estimate-size.ts';

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

/** A processor of the chain. */
interface PreparedStep {
  readonly uid: string;
  /** The dataset that must be read before the step is ready. */
  readonly reference: DatasetReference | undefined;
  readonly processor: Processor;
  readonly params: RawParams;
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
  readonly #onError: (error: RecordError) => void;
  readonly #deadline: RecordDeadline;
  #timedOutRecords = 0;

  constructor(
    processors: readonly ConfiguredProcessor[],
    onError: (error: RecordError) => void,
    deadline = new RecordDeadline(),
  ) {
    this.#steps = processors.map(({ uid, type, params }) => {
      const processor = processorOf(type);
      const reference = processor.reference(params);
      return { uid, reference, processor, params, step: reference ? notPrepared : processor.prepare(params) };
    });
    this.#onError = onError;
    this.#deadline = deadline;
  }

  /** Whether there is any processor. */
  get hasProcessors(): boolean {
    return this.#steps.length > 0;
  }

  /** Reads the datasets that the processors refer to. Must be called once, before `run`. Fails EXTRACTION_FAILED. */
  async readReferences(openReference: OpenReference, signal: AbortSignal): Promise<void> {
    const budget = createReferenceBudget();
    for (const prepared of this.#steps) {
      const { uid, reference, processor, params } = prepared;
      if (reference)
        prepared.step = processor.prepare(
          params,
          await readReference(await openReference(reference, uid), reference, budget, signal),
        );
    }
  }

  /**
   * Runs the processors on a record and appends the resulting records to `target`. `position` is the number of the first resulting
   * record. A record that times out keeps its current state and is reported. Fails EXTRACTION_FAILED after too many timeouts.
   */
  run(record: DataRecord, position: number, target: DataRecord[]): void {
    let records = [record];
    this.#deadline.start();
    for (const step of this.#steps) {
      const results = this.#deadline.isOver ? undefined : this.#applyStep(step, records, position);
      if (!results) {
        this.#reportTimeout(step, position);
        break;
      }
      records = results;
    }
    target.push(...records);
  }

  #reportTimeout({ uid }: PreparedStep, position: number): void {
    this.#timedOutRecords += 1;
    if (this.#timedOutRecords > maxSlowRecords)
      fail('EXTRACTION_FAILED', {
        reason: `the processors take too long on more than ${maxSlowRecords} records; use fewer of them, simpler patterns or shorter texts`,
      });
    this.#onError({
      record: position,
      field: null,
      processorUid: uid,
      message: 'The processors take too long on this record; this processor and those after it were not applied.',
    });
  }

  /** Applies a processor to the records so far. Returns these records unchanged when the result is too large; undefined on a timeout. */
  #applyStep(prepared: PreparedStep, records: DataRecord[], position: number): DataRecord[] | undefined {
    const results: DataRecord[] = [];
    let size = 0;
    for (const record of records) {
      if (results.length > 0 && this.#deadline.isOver) return undefined;
      for (const result of this.#runStep(prepared, record, position)) {
        results.push(result);
        size += estimateSize(result);
        if (results.length <= maxExpandedRecords && size <= maxBytes) continue;
        const limit =
          results.length > maxExpandedRecords
            ? `more than ${maxExpandedRecords} records`
            : `larger than ${formatByteSize(maxBytes)}`;
        this.#onError({
          record: position,
          field: null,
          processorUid: prepared.uid,
          message: `The record would become ${limit}; it stays as it was before this processor.`,
        });
        return records;
      }
    }
    return results;
  }

  #runStep({ step, uid }: PreparedStep, record: DataRecord, position: number): readonly DataRecord[] {
    try {
      // The step receives a copy, because it may change its input before it fails.
      const result = step({ ...record }, ({ field, message }) =>
        this.#onError({ record: position, field, processorUid: uid, message }),
      );
      if (result === null) return [];
      return Array.isArray(result) ? result : [result];
    } catch (error) {
      // A RangeError means that one value exceeds a limit, which must not fail the other records.
      if (!(error instanceof RangeError)) throw error;
      this.#onError({ record: position, field: null, processorUid: uid, message: error.message });
      return [record];
    }
  }
}
