import { fail } from '#kernel/fail.ts';
import { type DataRecord, estimateSize } from '../records/record.ts';

/** Which data of another dataset a processor reads. */
export interface DatasetReference {
  /** The uid or identifier of the dataset. */
  readonly dataset: string;
  /** The fields that the processor requires. */
  readonly requiredFields: readonly string[];
  /** Whether all other fields are read too. */
  readonly includesAllFields: boolean;
}

/** Published records of another dataset that are visible to the definer of a processor. */
export interface ReferencedRecords<Records> {
  /** The names of the requested fields, in the order of the dataset. */
  readonly fields: readonly string[];
  readonly records: Records;
}

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
export interface ReferenceBudget {
  records: number;
  /** The number of bytes that remain. */
  bytes: number;
}

/** The overhead of a record, in bytes. */
const recordOverhead = 64;

/** Creates the budget of one run. The records take two to three times as much memory as their estimated size. */
export const createReferenceBudget = (): ReferenceBudget => ({ records: 1_000_000, bytes: 64 * 1024 * 1024 });

/** Records in memory, and about how many bytes they take. */
export interface RecordsInMemory {
  readonly records: readonly DataRecord[];
  readonly bytes: number;
}

/** Reads records that a processor refers to into memory, and reduces the budget by them. Fails EXTRACTION_FAILED when the budget is exhausted. */
export async function readIntoMemory(
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
export function spend(
  budget: ReferenceBudget,
  { records, bytes }: RecordsInMemory,
  { dataset }: DatasetReference,
): void {
  budget.records -= records.length;
  budget.bytes -= bytes;
  if (budget.bytes < 0 || budget.records < 0)
    fail('EXTRACTION_FAILED', {
      reason: `the dataset ${dataset} is too large to be joined; name fewer output fields, or join fewer datasets`,
    });
}
