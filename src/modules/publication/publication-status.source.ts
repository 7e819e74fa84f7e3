import { computed, relation } from '#api/reading/declare-fields.ts';
import { source, timestampColumn } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { datasets } from '#datasets/index.ts';
import {
  type LostValues,
  type ProcessorProposal,
  publicationLimits,
  PublicationProgress,
  PublicationStatus,
  type ReachedLimit,
} from './publication.type.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** The next state if nothing fails: the requested work, then idle. */
const next: ColumnExpression = (dataset) => sql`case
  when ${dataset}.status in ('processing', 'aborting_processing', 'deleting', 'saving_version') then 'idle'
  when ${dataset}.status = 'queued' then (
    select case r.kind when 'publish' then 'processing' when 'unpublish' then 'deleting' else 'saving_version' end
    from publication_run r where r.dataset_uid = ${dataset}.uid)
  end`;

/**
 * The progress of the run while a run exists, otherwise the stored parameters of the status. The progress is stored in the run, so that
 * writing records does not update the dataset.
 */
const params: ColumnExpression = (dataset) => sql`coalesce(
  (select r.progress -> 'params' from publication_run r where r.dataset_uid = ${dataset}.uid), ${dataset}.status_params)`;

/** The statuses of datasets, for callers who may read their configuration. */
export const publicationStatuses = source(PublicationStatus, {
  table: 'dataset',
  key: 'uid',
  columns: {
    previous: 'previous_status',
    next,
    changedAt: timestampColumn('status_since'),
    message: 'status_message',
    params,
    history: 'publication_history',
  },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: datasetRights.read,
});

relation({
  from: datasets,
  field: 'status',
  to: publicationStatuses,
  on: ['uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
  description: 'The state of the publication; null if the dataset was deleted meanwhile.',
});

computed({
  source: publicationStatuses,
  field: 'progress',
  type: () => PublicationProgress,
  description: 'What the publication counts: `params` with types.',
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
  proposals: proposalsOf(params['proposed_processors']),
});

/** A whole number; null for any other value. */
const countOf = (json: Json | undefined): number | null => (Number.isSafeInteger(json) ? Number(json) : null);

const lostValuesOf = (json: Json | undefined): LostValues[] =>
  Object.entries(isJsonObject(json) ? json : {})
    .map(([field, count]) => ({ field, count: countOf(count) ?? 0 }))
    // jsonb does not keep the order of members
    .toSorted((a, b) => b.count - a.count || (a.field < b.field ? -1 : 1));

/** The proposals that a publication stored (`errorsReport`). */
const proposalsOf = (json: Json | undefined): readonly ProcessorProposal[] =>
  (Array.isArray(json) ? json : []).filter(isProposal);

const isProposal = (json: Json): json is Json & ProcessorProposal =>
  isJsonObject(json) &&
  isJsonObject(json['params']) &&
  ['field', 'type', 'reason', 'exampleText', 'convertedText'].every((name) => typeof json[name] === 'string');

function reachedLimitOf(json: Json | undefined): ReachedLimit | null {
  if (!isJsonObject(json)) return null;
  const { limit_type: name, limit, value } = json;
  const type = Object.values(publicationLimits).find((known) => known === name);
  return type ? { type, maximum: countOf(limit) ?? 0, reached: countOf(value) ?? 0 } : null;
}
