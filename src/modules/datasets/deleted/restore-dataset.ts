import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { restoreRows, withLockedDeletion } from '#deletions/index.ts';
import { checkDatasetId, retryOnTakenDatasetId } from '../dataset-id.rules.ts';
import type { RestoreDatasetInput } from './deleted-dataset.type.ts';

/**
 * Restores a deleted dataset as it was, its publication included, and returns its uid. Fails UNAUTHORIZED, NOT_FOUND, INVALID_INPUT for a
 * malformed identifier, and DATASET_ID_TAKEN when another dataset has the identifier.
 */
export const restoreDataset = (ctx: RequestContext, input: RestoreDatasetInput): Promise<string> =>
  retryOnTakenDatasetId(() =>
    withLockedDeletion(ctx, { verb: 'restore', kind: 'dataset' }, input, async (tx, { name }) => {
      const { uid, datasetId } = input;
      const newId = datasetId ?? name;
      await checkDatasetId(tx, newId, uid);
      if (newId !== name) await replaceDatasetId(tx, uid, newId);
      await restoreRows(tx, uid, { table: 'dataset', keyColumn: 'uid', key: uid });
      const { onDatasetRestored, onPublicationChanged } = tx.app.registry;
      for (const hook of [...onDatasetRestored, ...onPublicationChanged]) await hook(tx, uid);
      return uid;
    }),
  );

const replaceDatasetId = ({ db }: RequestContext, uid: string, datasetId: string): Promise<unknown> =>
  db.rows(sql`
    update deleted_row set values = jsonb_set(values, '{dataset_id}', to_jsonb(${datasetId}::text))
    where deletion_uid = ${uid} and table_name = 'dataset'`);
