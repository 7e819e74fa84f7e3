import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { newUid } from '../../kernel/ids.ts';
import { withValidKey } from '../identity/index.ts';
import { AssetEntity } from './asset.entity.ts';
import type { CreateAssetInput } from './asset.inputs.ts';
import { readAsset } from './asset.rules.ts';

/** Makes a map, a chart or an external asset and answers its uid; fails UNAUTHORIZED, PERMISSION_DENIED without `edit_page` for the domain, INVALID_INPUT. */
export async function createAsset(
  ctx: RequestContext,
  { assetType, title, url, category, isShowcase }: CreateAssetInput,
): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  const content = readAsset({
    assetType,
    title,
    url: url ?? null,
    category: category ?? null,
    isShowcase: isShowcase ?? false,
  });
  return withValidKey(ctx, async ({ em }) => {
    const uid = newUid('asset');
    em.create(AssetEntity, { uid, ...content });
    return uid;
  });
}
