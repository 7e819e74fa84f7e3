import type { RequestContext } from '../../../api/context.ts';

/** Lets other modules follow what readers now see of a dataset. Its row must be written. */
export async function followPublication(tx: RequestContext, datasetUid: string): Promise<void> {
  for (const follow of tx.app.registry.onPublicationChanged) await follow(tx, datasetUid);
}
