import type { DataRecord } from '../records/record.ts';
import { weightOf } from '../records/weight.ts';
import { batchSize, batchWeight } from './limits.ts';

/** Maps items to records, in batches that end early where records are large. */
export async function* batchBySize<T>(
  items: Iterable<T> | AsyncIterable<T>,
  toRow: (item: T) => DataRecord,
): AsyncGenerator<DataRecord[]> {
  let batch: DataRecord[] = [];
  let weight = 0;
  for await (const item of items) {
    const row = toRow(item);
    weight += weightOf(row);
    if (batch.push(row) < batchSize && weight < batchWeight) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}
