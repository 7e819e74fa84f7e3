import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/section-name.ts';
import { inTransaction } from '#api/transaction.ts';
import { changeDataset, type DatasetEntity, type RowsOfChange } from '#datasets/index.ts';
import type { RemoteMetadata } from '../federation/fetch-remote-metadata.ts';
import { linkToRemote } from '../federation/link-to-remote.ts';

/** A change of a dataset's resources. */
interface ResourcesChange<Rows> extends RowsOfChange<Rows> {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
  /** The metadata of the remote dataset that the changed resource names. */
  readonly remote?: RemoteMetadata | undefined;
}

/**
 * Changes the resources of a dataset. All changes of single resources go through this function. In the same version it links the dataset to the
 * remote dataset of its resources, or removes the link. Fails as `changeDataset` does.
 */
export const changeResources = <T, Rows>(
  ctx: RequestContext,
  { datasetUid, expectedRevision, remote, read }: ResourcesChange<Rows>,
  apply: (tx: RequestContext, dataset: DatasetEntity, rows: Rows) => Promise<T> | T,
): Promise<T> =>
  inTransaction(ctx, (tx) => {
    const sections: SectionName[] = ['resources'];
    return changeDataset(tx, datasetUid, { sections, expectedRevision, read }, async (innerTx, dataset, rows) => {
      const result = await apply(innerTx, dataset, rows);
      await innerTx.em.flush();
      if (await linkToRemote(innerTx, dataset, remote)) sections.push('metadata');
      return result;
    });
  });
