import type { RequestContext } from '#api/context.ts';

/** Calls the hooks of the modules that depend on what readers see of a dataset. The caller must write the dataset's row before the call. */
export async function notifyPublicationChanged(tx: RequestContext, datasetUid: string): Promise<void> {
  for (const hook of tx.app.registry.onPublicationChanged) await hook(tx, datasetUid);
}
