import type { RequestContext } from '../../api/context.ts';
import { changeDataset, type DatasetActionInput } from '../datasets/index.ts';
import { moveStatus } from './move-status.ts';

/** Asks the running job to stop and to keep what it has written; answers the dataset's uid. Fails INVALID_DATASET_STATUS. */
export async function abortPublication(
  ctx: RequestContext,
  { uid, expectedRevision }: DatasetActionInput,
): Promise<string> {
  await changeDataset(ctx, uid, { sections: ['data'], rights: ['publish'], expectedRevision }, (tx, dataset) =>
    moveStatus(dataset, 'abort', tx.app.clock.now()),
  );
  return uid;
}
