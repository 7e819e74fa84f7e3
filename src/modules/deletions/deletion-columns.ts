import { timestampColumn } from '#api/reading/declare/source.ts';
import type { Order } from '#api/reading/declare/type-source.ts';

/** The columns that all deleted objects have in the graph. */
export const deletionColumns = {
  uid: 'uid',
  title: 'title',
  deletedAt: timestampColumn('deleted_at'),
  expiresAt: timestampColumn('expires_at'),
} as const;

/** The latest deletion first, ties by uid. */
export const latestDeletionFirst: Order = {
  by: [
    { column: 'deleted_at', type: 'timestamptz' },
    { column: 'uid', type: 'text' },
  ],
  descending: true,
};
