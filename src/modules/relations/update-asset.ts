import type { RequestContext } from '../../api/context.ts';
import type { UpdateAssetInput } from './asset.inputs.ts';
import { readAsset } from './asset.rules.ts';
import { changeAsset } from './change-asset.ts';

/** Changes what is said of an asset and answers its uid; fails as every change, and INVALID_INPUT. */
export const updateAsset = (
  ctx: RequestContext,
  { uid, title, url, category, isShowcase }: UpdateAssetInput,
): Promise<string> =>
  changeAsset(ctx, uid, ({ em }, asset) => {
    em.assign(
      asset,
      readAsset({
        assetType: asset.assetType,
        title: (title === undefined ? asset.title : title) ?? null,
        url: (url === undefined ? asset.url : url) ?? null,
        category: (category === undefined ? asset.category : category) ?? null,
        isShowcase: isShowcase === undefined ? asset.isShowcase : (isShowcase ?? false),
      }),
    );
    return uid;
  });
