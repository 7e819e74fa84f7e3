import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import type { DeleteAssetInput } from './asset.inputs.ts';
import { changeAsset } from './change-asset.ts';
import { isStored } from './stored-asset-type.ts';

/** Deletes an asset with its relations and answers the uid that it had; fails as every change, and INVALID_INPUT for a dataset or a page. */
export const deleteAsset = (ctx: RequestContext, { uid }: DeleteAssetInput): Promise<string> =>
  changeAsset(ctx, uid, ({ em }, asset) => {
    if (!isStored(asset.assetType)) failFields({ uid: ['This is a dataset or a page; delete it as such.'] });
    em.remove(asset);
    return uid;
  });
