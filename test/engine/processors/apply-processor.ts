import { processorOf } from '../../../src/engine/processors/registry.ts';
import type { ReferencedRecords } from '../../../src/engine/pipeline/dataset-reference.ts';
import type { DataRecord } from '../../../src/engine/records/record.ts';

type Params = Readonly<Record<string, unknown>>;

/** The result of a processor for a row, and the problems that it reports. */
export function applyProcessor(
  type: string,
  params: Params,
  row: DataRecord,
  referenced?: ReferencedRecords<readonly DataRecord[]>,
) {
  const problems: { field: string | null; message: string }[] = [];
  const result = processorOf(type).prepare(params, referenced)({ ...row }, (problem) => problems.push(problem));
  return { result, problems };
}

/** The names of the parameters that a processor rejects. */
export const invalidParameters = (type: string, params: Params): string[] =>
  Object.keys(processorOf(type).check(params));
