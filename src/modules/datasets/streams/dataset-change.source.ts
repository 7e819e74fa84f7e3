import { source, timestampColumn } from '#api/reading/declare/source.ts';
import { datasetRights } from '#access/index.ts';
import type { DatasetChange } from './dataset-change.type.ts';

/** What `datasetChanged` reports of datasets, for callers who may read their configuration. */
export const datasetChanges = source<DatasetChange>({
  type: 'DatasetChange',
  table: 'dataset',
  key: 'uid',
  columns: {
    uid: 'uid',
    datasetId: 'dataset_id',
    revision: 'revision',
    updatedAt: timestampColumn('updated_at'),
    updatedBy: 'updated_by',
    isPublished: 'is_published',
  },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: datasetRights.read,
});
