import type { DataRecord } from '#engine/records/record.ts';
import { estimateSize } from '#engine/records/estimate-size.ts';
import { maxBatchRecords, maxBatchBytes } from './limits.ts';

/** Maps items to records, in batches that end early where records are large. */
export async function* batchBySize<T>(
  items: Iterable<T> | AsyncIterable<T>,
  toRecord: (item: T) => DataRecord,
): AsyncGenerator<DataRecord[]> {
  let batch: DataRecord[] = [];
  let size = 0;
  for await (const item of items) {
    const record = toRecord(item);
    size += estimateSize(record);
    if (batch.push(record) < maxBatchRecords && size < maxBatchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}
