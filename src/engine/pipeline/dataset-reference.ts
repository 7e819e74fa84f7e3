import { fail } from '../../kernel/fail.ts';
import type { DataRecord } from '../records/record.ts';
import { estimateSize } from '../records/estimate-size.ts';

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

/** Opens the records that a processor refers to. Fails EXTRACTION_FAILED when the processor's definer may not see them. */
export type OpenReference = (
  reference: DatasetReference,
  processorUid: string,
) => Promise<ReferencedRecords<AsyncIterable<readonly DataRecord[]>>>;

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

/** Reads the records that a processor refers to into memory, and reduces the budget by them. Fails EXTRACTION_FAILED when the budget is exhausted. */
export async function readReference(
  { fields, records: batches }: ReferencedRecords<AsyncIterable<readonly DataRecord[]>>,
  { dataset }: DatasetReference,
  budget: ReferenceBudget,
  signal: AbortSignal,
): Promise<ReferencedRecords<readonly DataRecord[]>> {
  const records: DataRecord[] = [];
  for await (const batch of batches) {
    signal.throwIfAborted();
    for (const record of batch) {
      records.push(record);
      budget.bytes -= recordOverhead + estimateSize(record);
    }
    budget.records -= batch.length;
    if (budget.bytes >= 0 && budget.records >= 0) continue;
    fail('EXTRACTION_FAILED', {
      reason: `the dataset ${dataset} is too large to be joined; name fewer output fields, or join fewer datasets`,
    });
  }
  return { fields, records };
}
