import type { Field } from '../records/field.ts';
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts';
import type { DataRecord } from '../records/record.ts';
import type { RecordError } from '../pipeline/processor-chain.ts';

/** Records in a preview, at most (docs/contract/specification.md 8, Limits). */
const previewSize = 20;

export interface Preview {
  readonly fields: readonly Field[];
  readonly records: readonly DataRecord[];
  readonly errors: readonly RecordError[];
}

/** The first records as a publication would store them: the same run, stopped after its first batch. */
export async function preview(options: Omit<PipelineOptions, 'onError'>): Promise<Preview> {
  const errors: RecordError[] = [];
  const pipeline = new Pipeline({
    ...options,
    onError: (error) => {
      if (error.record < previewSize) errors.push(error);
    },
  });
  const records: DataRecord[] = [];
  for await (const batch of pipeline.batches()) {
    records.push(...batch.slice(0, previewSize));
    break;
  }
  return { fields: pipeline.fields, records, errors };
}
