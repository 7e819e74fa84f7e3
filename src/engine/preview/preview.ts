import { bindFilter } from '../odsql/bind/bind-filter.ts';
import { compileTest } from '../odsql/evaluate/compile-test.ts';
import { recordScope } from '../odsql/evaluate/stored-record.ts';
import type { Filter } from '../odsql/tree.ts';
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts';
import type { RecordError } from '../pipeline/processor-chain.ts';
import { type DataRecord, type Field, LimitReached } from '../records/record.ts';
import type { StepProposal } from '../schema/propose-steps.ts';

/** The maximum number of records in a preview (docs/contract/specification.md 8, Limits). */
const previewSize = 20;
/** The maximum number of records that a preview tests against its condition. */
const maxTested = 10_000;

/** The configuration of a preview. */
export interface PreviewOptions extends Omit<PipelineOptions, 'maxRecords' | 'onError'> {
  /** The condition on the records that the preview shows; null for all records. It must fit the fields and types of the first records. */
  readonly where?: Filter | null;
}

/** The fields and the first records of a dataset, and the errors in those records. */
export interface Preview {
  readonly fields: readonly Field[];
  readonly records: readonly DataRecord[];
  readonly errors: readonly RecordError[];
  /** Processors that would make numbers and dates of texts. */
  readonly proposals: readonly StepProposal[];
}

/**
 * Runs the pipeline of a publication until the first records are found, or the first records that match a condition. Returns the records
 * as the publication would store them.
 * Fails ODSQL_ERROR and INCOMPATIBLE_TYPES for a condition that does not fit the fields.
 */
export async function runPreview({ where = null, ...options }: PreviewOptions): Promise<Preview> {
  const errors: RecordError[] = [];
  const pipeline = new Pipeline({
    ...options,
    maxRecords: maxTested,
    onError: (error) => {
      if (error.record < previewSize) errors.push(error);
    },
  });
  const records = await firstRecords(pipeline, where);
  // As in a publication, a second run gives all records types that every value fits.
  const { widerTypes } = pipeline;
  if (where && widerTypes && records.length < previewSize) return runPreview({ ...options, where, types: widerTypes });
  return { fields: pipeline.fields, records, errors, proposals: pipeline.proposals };
}

async function firstRecords(pipeline: Pipeline, where: Filter | null): Promise<DataRecord[]> {
  const records: DataRecord[] = [];
  try {
    for await (const batch of pipeline.batches()) {
      // The filter is bound for each batch, because later batches may have more fields.
      const matching = where ? batch.filter(compileTest(bindFilter(where, recordScope(pipeline.fields)))) : batch;
      records.push(...matching.slice(0, previewSize - records.length));
      if (records.length === previewSize) break;
    }
  } catch (error) {
    if (!(error instanceof LimitReached && error.limitType === 'records')) throw error;
  }
  return records;
}
