import { fail } from '#kernel/fail.ts';
import { type DataRecord, estimateSize } from '../records/record.ts';
import { LRUCache } from 'lru-cache';
import type { RawParams } from '../parameters.ts';
import type { DatasetReference, Processor, ReferencedRecords, Step } from '../processors/processor.ts';

/** Records in an order to which records are only appended. */
export interface RecordSequence {
  /** Equal for the same records, or the same and further ones. */
  readonly id: string;
  /** A number that grows with each change. */
  readonly length: number;
  /** The records that were appended since the sequence had a length. */
  readSince(length: number): AsyncIterable<readonly DataRecord[]>;
}

/** Records that a processor refers to, which are read as they are requested. */
export interface OpenedReference extends ReferencedRecords<AsyncIterable<readonly DataRecord[]>> {
  /** The same records as a sequence; undefined where they may also change or disappear. */
  readonly sequence?: RecordSequence | undefined;
}

/** Opens the records that a processor refers to. Fails EXTRACTION_FAILED when the processor's definer may not see them. */
export type OpenReference = (reference: DatasetReference, processorUid: string) => Promise<OpenedReference>;

/** Fails every reference: no other dataset is available. */
export const noReferences: OpenReference = ({ dataset }) =>
  fail('EXTRACTION_FAILED', { reason: `the dataset ${dataset} is not available` });

/** The remaining budget for records of other datasets in one run. */
interface ReferenceBudget {
  records: number;
  /** The number of bytes that remain. */
  bytes: number;
}

/** The overhead of a record, in bytes. */
const recordOverhead = 64;

/** Creates the budget of one run. The records take two to three times as much memory as their estimated size. */
export const createReferenceBudget = (): ReferenceBudget => ({ records: 1_000_000, bytes: 64 * 1024 * 1024 });

/** Records in memory, and about how many bytes they take. */
interface RecordsInMemory {
  readonly records: readonly DataRecord[];
  readonly bytes: number;
}

/** Reads records that a processor refers to into memory, and reduces the budget by them. Fails EXTRACTION_FAILED when the budget is exhausted. */
async function readIntoMemory(
  batches: AsyncIterable<readonly DataRecord[]>,
  reference: DatasetReference,
  budget: ReferenceBudget,
  signal: AbortSignal,
): Promise<RecordsInMemory> {
  const records: DataRecord[] = [];
  let bytes = 0;
  for await (const batch of batches) {
    signal.throwIfAborted();
    let batchBytes = 0;
    for (const record of batch) {
      records.push(record);
      batchBytes += recordOverhead + estimateSize(record);
    }
    bytes += batchBytes;
    spend(budget, { records: batch, bytes: batchBytes }, reference);
  }
  return { records, bytes };
}

/** Reduces a budget by records. Fails EXTRACTION_FAILED when it is exhausted. */
function spend(budget: ReferenceBudget, { records, bytes }: RecordsInMemory, { dataset }: DatasetReference): void {
  budget.records -= records.length;
  budget.bytes -= bytes;
  if (budget.bytes < 0 || budget.records < 0)
    fail('EXTRACTION_FAILED', {
      reason: `the dataset ${dataset} is too large to be joined; name fewer output fields, or join fewer datasets`,
    });
}

/** A processor that refers to another dataset. */
interface Join {
  readonly processor: Processor;
  readonly params: RawParams;
  readonly reference: DatasetReference;
}

/** What reading the other dataset may cost, and when it must stop. */
interface ReadBounds {
  readonly budget: ReferenceBudget;
  readonly signal: AbortSignal;
}

/** A join that is ready to run on the records of a sequence. */
interface PreparedJoin extends RecordsInMemory {
  readonly step: Step;
  /** The length of the sequence. */
  readonly length: number;
}

/** Reads the other dataset of a join, and prepares the join. */
export async function prepareJoin(
  { processor, params, reference }: Join,
  { fields, records: batches }: OpenedReference,
  { budget, signal }: ReadBounds,
): Promise<Step> {
  const { records } = await readIntoMemory(batches, reference, budget, signal);
  return processor.prepare(params, { fields, records });
}

/** The size of the joins that are remembered: what those of one run may take. */
const maxRememberedBytes = 64 * 1024 * 1024;

/**
 * The joins of earlier runs, so that a short run, such as that of a pushed record, reads only what was appended to the other
 * dataset since. A dataset that was published again is another sequence, and is read again.
 */
export class PreparedJoins {
  readonly #prepared = new LRUCache<string, PreparedJoin>({
    maxSize: maxRememberedBytes,
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length,
  });

  /** Prepares a join. Reads the whole dataset only where it is not a sequence, or no longer remembered. */
  async prepare(join: Join, opened: OpenedReference, bounds: ReadBounds): Promise<Step> {
    const { sequence, fields } = opened;
    if (!sequence) return prepareJoin(join, opened, bounds);
    const { processor, params, reference } = join;
    const key = JSON.stringify([processor.type, params, fields, sequence.id]);
    const found = this.#prepared.get(key);
    const earlier = found && found.length <= sequence.length ? found : undefined;
    if (earlier) spend(bounds.budget, earlier, reference);
    if (earlier?.length === sequence.length) return earlier.step;
    const appended = sequence.readSince(earlier?.length ?? 0);
    const added = await readIntoMemory(appended, reference, bounds.budget, bounds.signal);
    const records: readonly DataRecord[] = earlier ? [...earlier.records, ...added.records] : added.records;
    const step = processor.prepare(params, { fields, records });
    this.#prepared.set(key, { step, records, bytes: (earlier?.bytes ?? 0) + added.bytes, length: sequence.length });
    return step;
  }
}
