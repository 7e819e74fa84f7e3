import { computed } from '#api/reading/declare-source.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import {
  publicationLimits,
  type LostValues,
  type PublicationProgress,
  type ReachedLimit,
} from './publication-progress.type.ts';
import { publicationStatuses } from './publication-status.source.ts';

/** The field `progress` of a status. */
export const progressOfStatus = computed({
  source: publicationStatuses,
  field: 'progress',
  needs: ['params'],
  value: ({ params }) => toProgress(params),
});

/** The parameters of a status as the graph types them. */
export const toProgress = (params: JsonObject): PublicationProgress => ({
  rowsRead: countOf(params['rows_read']),
  rowsWritten: countOf(params['rows_written']),
  bytesRead: countOf(params['bytes_read']),
  percent: countOf(params['percent']),
  recordErrors: countOf(params['record_errors']) ?? 0,
  lostValues: lostValuesOf(params['lost_values']),
  reachedLimit: reachedLimitOf(params['error']),
});

/** A whole number; null for any other value. */
const countOf = (json: Json | undefined): number | null => (Number.isSafeInteger(json) ? Number(json) : null);

const lostValuesOf = (json: Json | undefined): LostValues[] =>
  Object.entries(isJsonObject(json) ? json : {})
    .map(([field, count]) => ({ field, count: countOf(count) ?? 0 }))
    // jsonb does not keep the order of members
    .toSorted((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1));

function reachedLimitOf(json: Json | undefined): ReachedLimit | null {
  if (!isJsonObject(json)) return null;
  const { limit_type: name, limit, value } = json;
  const type = Object.values(publicationLimits).find((known) => known === name);
  return type ? { type, limit: countOf(limit) ?? 0, value: countOf(value) ?? 0 } : null;
}
