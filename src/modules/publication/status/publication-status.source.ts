import { nodeId } from '#api/node.type.ts';
import { relation, source, timestampColumn } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql } from '#kernel/sql.ts';
import { datasetRights } from '#access/index.ts';
import { datasets } from '#datasets/index.ts';
import type { PublicationStatus } from './publication-status.type.ts';

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
export const publicationStatuses = source<PublicationStatus>({
  type: 'PublicationStatus',
  table: 'dataset',
  key: 'uid',
  columns: {
    id: nodeId('PublicationStatus', 'uid'),
    status: 'status',
    previous: 'previous_status',
    next,
    since: timestampColumn('status_since'),
    isPublished: 'is_published',
    message: 'status_message',
    recordsErrors: 'records_errors',
    params,
  },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: datasetRights.read,
});

export const statusOfDataset = relation({
  from: datasets,
  field: 'status',
  to: publicationStatuses,
  on: ['uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
});
