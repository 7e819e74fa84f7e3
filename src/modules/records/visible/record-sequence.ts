import type { RecordSequence } from '#engine/pipeline/dataset-reference.ts';
import type { RequestContext } from '#api/context.ts';
import { readVisibleRecords } from './read-records.ts';
import type { ReadableRecords } from './visible-records.ts';

/**
 * The visible records as a sequence: only pushes append to a generation, and its records never change. Undefined while a filter of the
 * caller depends on the time. The caller's filters are part of the identity, so that callers with different rights share no records.
 */
export function sequenceOf(
  ctx: RequestContext,
  readable: ReadableRecords,
  names: readonly string[],
): RecordSequence | undefined {
  const { generation, recordCount, condition, isTimeDependent } = readable;
  if (isTimeDependent) return undefined;
  const { text, values } = condition?.render() ?? { text: '', values: [] };
  return {
    id: JSON.stringify([generation, text, values]),
    length: recordCount,
    readSince: (from) => readVisibleRecords(ctx, readable, { from, names }),
  };
}
