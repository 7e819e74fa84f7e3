import { fail } from '../../kernel/fail.ts';
import type { DataRecord } from '../records/record.ts';
import { weightOf } from '../records/weight.ts';

/** What a processor needs of another dataset. */
export interface DatasetReference {
  /** Its uid or identifier. */
  readonly dataset: string;
  /** The fields without which there is no work to do. */
  readonly needed: readonly string[];
  /** Whether all the other fields are wanted too. */
  readonly isWhole: boolean;
}

/** Published records of another dataset, as somebody sees them. */
export interface Referenced<Rows> {
  /** The names of the fields that were asked for, in the order of the dataset. */
  readonly fields: readonly string[];
  readonly rows: Rows;
}

/** Opens the records that a processor refers to; fails EXTRACTION_FAILED when whoever saved the processor does not see them. */
export type RecordsOf = (
  reference: DatasetReference,
  processorUid: string,
) => Promise<Referenced<AsyncIterable<readonly DataRecord[]>>>;

/** Where no other dataset can be seen. */
export const noRecords: RecordsOf = ({ dataset }) =>
  fail('EXTRACTION_FAILED', { reason: `there is no dataset ${dataset} here` });

/** The room that is left for records of other datasets in one run. */
export interface ReferenceBudget {
  rows: number;
  /** In bytes. */
  weight: number;
}

/** What a record takes beside its values: itself, and its place in an index. */
const perRecord = 64;

/** How much of other datasets one run may hold; in memory it is two or three times as much. */
export const referenceBudget = (): ReferenceBudget => ({ rows: 1_000_000, weight: 64 * 1024 * 1024 });

/** Reads what a processor refers to into memory; fails EXTRACTION_FAILED beyond the room, from which it is taken. */
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
