import type { RequestContext } from '../../../api/context.ts';
import type { SectionName } from '../../../api/sections/section-name.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { changeDataset, type DatasetEntity } from '../../datasets/index.ts';
import type { RemoteMetadata } from '../federation/fetch-remote-metadata.ts';
import { linkToRemote } from '../federation/link-to-remote.ts';

/** A change of a dataset's resources. */
interface ResourcesChange {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
  /** The metadata of the remote dataset that the changed resource names. */
  readonly remote?: RemoteMetadata | undefined;
}

/**
 * Changes the resources of a dataset. All changes of single resources go through this function. In the same version it links the dataset to the
 * remote dataset of its resources, or removes the link. Fails as `changeDataset` does.
 */
export const changeResources = <T>(
  ctx: RequestContext,
  { datasetUid, expectedRevision, remote }: ResourcesChange,
  apply: (tx: RequestContext, dataset: DatasetEntity) => Promise<T>,
): Promise<T> =>
  inTransaction(ctx, (tx) => {
    const sections: SectionName[] = ['resources'];
    return changeDataset(tx, datasetUid, { sections, expectedRevision }, async (innerTx, dataset) => {
      const result = await apply(innerTx, dataset);
      await innerTx.em.flush();
      if (await linkToRemote(innerTx, dataset, remote)) sections.push('metadata');
      return result;
    });
  });
