import { processorOf } from '#engine/processors/registry.ts';
import type { ReferencedRecords } from '#engine/processors/processor.ts';
import type { DataRecord } from '#engine/records/record.ts';

type Params = Readonly<Record<string, unknown>>;

/** What a processor makes of a row, and what it reports. */
export function treat(
  type: string,
  params: Params,
  row: DataRecord,
  referenced?: ReferencedRecords<readonly DataRecord[]>,
) {
  const problems: { field: string | null; message: string }[] = [];
  const result = processorOf(type).prepare(params, referenced)({ ...row }, (problem) => problems.push(problem));
  return { result, problems };
}

/** The parameters that a processor finds fault with. */
export const faultsWith = (type: string, params: Params): string[] => Object.keys(processorOf(type).check(params));
