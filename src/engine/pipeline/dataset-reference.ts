import { fail } from '../../kernel/fail.ts';
import type { DataRecord } from '../records/record.ts';
import { weightOf } from '../records/weight.ts';

/** What a processor reads of another dataset. */
export interface DatasetReference {
  /** Its uid or identifier. */
  readonly dataset: string;
  /** The fields that the processor requires. */
  readonly needed: readonly string[];
  /** Whether all other fields are read too. */
  readonly isWhole: boolean;
}

/** Published records of another dataset that are visible to the definer of a processor. */
export interface Referenced<Rows> {
  /** The names of the requested fields, in the order of the dataset. */
  readonly fields: readonly string[];
  readonly rows: Rows;
}

/** Opens the records that a processor refers to. Fails EXTRACTION_FAILED when the processor's definer may not see them. */
export type RecordsOf = (
  reference: DatasetReference,
  processorUid: string,
) => Promise<Referenced<AsyncIterable<readonly DataRecord[]>>>;

/** Fails every reference: no other dataset is available. */
export const noRecords: RecordsOf = ({ dataset }) =>
  fail('EXTRACTION_FAILED', { reason: `there is no dataset ${dataset} here` });

/** What remains of the budget for records of other datasets in one run. */
export interface ReferenceBudget {
  rows: number;
  /** In bytes. */
  weight: number;
}

/** The bytes that a record takes in addition to its values. */
const perRecord = 64;

/** How much of other datasets one run may hold; it takes two to three times as much memory. */
export const referenceBudget = (): ReferenceBudget => ({ rows: 1_000_000, weight: 64 * 1024 * 1024 });

/** Reads what a processor refers to into memory, at the expense of the budget. Fails EXTRACTION_FAILED beyond it. */
export async function readReference(
  { fields, rows: batches }: Referenced<AsyncIterable<readonly DataRecord[]>>,
  { dataset }: DatasetReference,
  room: ReferenceBudget,
  signal: AbortSignal,
): Promise<Referenced<readonly DataRecord[]>> {
  const rows: DataRecord[] = [];
  for await (const batch of batches) {
    signal.throwIfAborted();
    for (const row of batch) {
      rows.push(row);
      room.weight -= perRecord + weightOf(row);
    }
    room.rows -= batch.length;
    if (room.weight >= 0 && room.rows >= 0) continue;
    fail('EXTRACTION_FAILED', {
      reason: `the dataset ${dataset} is too large to be joined; name fewer output fields, or join fewer datasets`,
    });
  }
  return { fields, rows };
}
