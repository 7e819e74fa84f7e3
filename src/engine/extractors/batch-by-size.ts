import type { DataRecord } from '../records/record.ts';
import { weightOf } from '../records/weight.ts';
import { batchSize, batchWeight } from './limits.ts';

/** Maps items to records, in batches that end early where records are large. */
export async function* batchBySize<T>(
  items: Iterable<T> | AsyncIterable<T>,
  toRecord: (item: T) => DataRecord,
): AsyncGenerator<DataRecord[]> {
  let batch: DataRecord[] = [];
  let weight = 0;
  for await (const item of items) {
    const record = toRecord(item);
    weight += weightOf(record);
    if (batch.push(record) < batchSize && weight < batchWeight) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}
