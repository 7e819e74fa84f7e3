import { nodeId } from '#api/node.type.ts';
import { relation, source, timestampColumn } from '#api/reading/declare-source.ts';
import { sql } from '#kernel/sql.ts';
import { datasets, visibleWithDataset } from '#datasets/index.ts';
import { relatedUsers } from '#identity/index.ts';
import { restoreBlockedReason } from './restore-version.ts';
import type { DatasetVersion } from './version.type.ts';

/** Versions, newest first, visible to callers who may read the dataset's configuration. */
export const versions = source<DatasetVersion>({
  type: 'DatasetVersion',
  table: 'dataset_version',
  key: 'uid',
  columns: {
    id: nodeId('DatasetVersion', 'uid'),
    uid: 'uid',
    sections: 'sections',
    revision: 'revision',
    createdAt: timestampColumn('created_at'),
    canRestore: (version) => sql`${restoreBlockedReason(version)} is null`,
    cannotRestoreReason: restoreBlockedReason,
  },
  order: {
    by: [
      { column: 'revision', type: 'integer' },
      { column: 'uid', type: 'text' },
    ],
    descending: true,
  },
  visible: visibleWithDataset,
});

const ofDataset = { from: datasets, to: versions, on: ['uid', 'dataset_uid'], authorizedByParent: true } as const;
export const versionsOfDataset = relation({ ...ofDataset, field: 'versions', returns: 'page' });
export const versionOfDataset = relation({ ...ofDataset, field: 'version', returns: 'byArgument' });
export const creatorOfVersion = relation({
  from: versions,
  field: 'createdBy',
  to: relatedUsers,
  on: ['created_by', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});
