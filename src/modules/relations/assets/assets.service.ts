import type { RequestContext } from '#api/context.ts';
import { requirePermission } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { withAuditEntry } from '#identity/index.ts';
import { AssetEntity } from './asset.entity.ts';
import type { CreateAssetInput, DeleteAssetInput, UpdateAssetInput } from './asset.inputs.ts';
import { parseAsset } from './asset.rules.ts';
import { changeAsset } from './change-asset.ts';
import { failFields } from '#kernel/fail.ts';
import { isStoredAssetType } from './stored-asset-type.ts';

/**
 * Creates a map, a chart or an external asset and returns its uid. Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `edit_page`
 * for the domain, and INVALID_INPUT when a value is invalid.
 */
export async function createAsset(ctx: RequestContext, input: CreateAssetInput): Promise<string> {
  const { assetType, title, url, category, isShowcase } = input;
  requirePermission(ctx.session, 'edit_page');
  const description = parseAsset({
    assetType,
    title,
    url: url ?? null,
    category: category ?? null,
    isShowcase: isShowcase ?? false,
  });
  return withAuditEntry(ctx, { action: 'createAsset', type: 'Asset', input }, async ({ em }) => {
    const uid = newUid('asset');
    em.create(AssetEntity, { uid, ...description });
    return uid;
  });
}

/** Changes the description of an asset and returns its uid. Fails as `changeAsset` does, and with INVALID_INPUT when a value is invalid. */
export const updateAsset = (ctx: RequestContext, input: UpdateAssetInput): Promise<string> =>
  changeAsset(ctx, input.uid, { action: 'updateAsset', input }, ({ em }, asset) => {
    const { uid, title, url, category, isShowcase } = input;
    em.assign(
      asset,
      parseAsset({
        assetType: asset.assetType,
        title: (title === undefined ? asset.title : title) ?? null,
        url: (url === undefined ? asset.url : url) ?? null,
        category: (category === undefined ? asset.category : category) ?? null,
        isShowcase: isShowcase === undefined ? asset.isShowcase : (isShowcase ?? false),
      }),
    );
    return uid;
  });

/**
 * Deletes an asset with its relations and returns its uid. Fails as `changeAsset` does, and with INVALID_INPUT when the asset is a dataset
 * or a page.
 */
export const deleteAsset = (ctx: RequestContext, input: DeleteAssetInput): Promise<string> =>
  changeAsset(ctx, input.uid, { action: 'deleteAsset', input }, ({ em }, asset) => {
    if (!isStoredAssetType(asset.assetType))
      failFields({ uid: ['This asset is a dataset or a page. Delete the dataset or the page instead.'] });
    em.remove(asset);
    return input.uid;
  });
