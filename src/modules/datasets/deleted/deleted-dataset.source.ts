import { nodeId } from '#api/node/node.type.ts';
import { relation } from '#api/reading/declare/relation.ts';
import { root } from '#api/reading/declare/root.ts';
import { source } from '#api/reading/declare/source.ts';
import { requireCaller } from '#api/session/session.ts';
import { deletionColumns, latestDeletionFirst, mayRestore } from '#deletions/index.ts';
import { relatedUsers } from '#identity/index.ts';
import type { DeletedDataset } from './deleted-dataset.type.ts';

/** Deleted datasets, visible to callers who may restore them. */
export const deletedDatasets = source<DeletedDataset>({
  type: 'DeletedDataset',
  table: 'deletion',
  key: 'uid',
  columns: { id: nodeId('DeletedDataset', 'uid'), ...deletionColumns, datasetId: 'name' },
  order: latestDeletionFirst,
  visible: (session, deletion) => mayRestore('dataset', session, deletion),
});

/** The root fields that read deleted datasets. */
export const deletedDatasetRoots = Object.freeze({
  deletedDatasets: root({
    field: 'deletedDatasets',
    source: deletedDatasets,
    returns: 'page',
    authorize: requireCaller,
  }),
});

export const deleterOfDataset = relation({
  from: deletedDatasets,
  field: 'deletedBy',
  to: relatedUsers,
  on: ['deleted_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});
