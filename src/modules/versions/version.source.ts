import { relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sql } from '#kernel/sql.ts';
import { datasets, visibleWithDataset } from '#datasets/index.ts';
import { userRelation } from '#identity/index.ts';
import { restoreBlockedReason } from './restore-version.ts';
import { DatasetVersion } from './version.type.ts';

/** Versions, newest first, visible to callers who may read the dataset's configuration. */
export const versions = source(DatasetVersion, {
  table: 'dataset_version',
  key: 'uid',
  columns: {
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
relation({
  ...ofDataset,
  field: 'versions',
  returns: 'page',
  description: 'The states after the last 20 changes, newest first.',
});
relation({
  ...ofDataset,
  field: 'version',
  returns: 'byArgument',
  description: 'One version. Null when there is none with this uid.',
  argumentDescription: 'The uid of the version.',
});
userRelation(versions, 'createdBy', 'The user who made the change. Null when that user was deleted.');
