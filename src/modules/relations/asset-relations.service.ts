import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { withValidKey } from '#identity/index.ts';
import type { AssetRelationInput } from './assets/asset.inputs.ts';
import { changeAsset, findAsset, lockPortalAsset, requireEditable } from './assets/change-asset.ts';
import { firstRow } from '#platform/database/database-client.ts';

/**
 * Records that an asset uses another asset, its source, and returns the relation. Fails as `changeAsset` does for the using asset, and
 * with INVALID_INPUT when the source is not visible to the caller or is the using asset itself.
 */
export function createAssetRelation(ctx: RequestContext, input: AssetRelationInput): Promise<AssetRelationInput> {
  requireCaller(ctx.session);
  return withValidKey(ctx, async (tx) => {
    const { sourceUid, useUid, relationType } = input;
    const useType = await requireEditable(tx, useUid);
    if (sourceUid === useUid) failFields({ sourceUid: ['An asset cannot be its own source.'] });
    const { assetType: sourceType } =
      (await findAsset(tx, sourceUid)) ?? failFields({ sourceUid: ['No asset with this uid is visible to you.'] });
    // The assets are locked in a fixed order, so that concurrent relations of the same two assets do not deadlock.
    const relatedAssets = [
      { uid: sourceUid, type: sourceType },
      { uid: useUid, type: useType },
    ];
    if (useUid < sourceUid) relatedAssets.reverse();
    for (const { uid, type } of relatedAssets) await lockPortalAsset(tx, uid, type);
    await tx.db.rows(
      sql`insert into asset_relation (source_uid, use_uid, relation_type) values (${sourceUid}, ${useUid}, ${relationType}) on conflict do nothing`,
    );
    await recordChange(tx, { action: 'createAssetRelation', type: 'Asset', input }, useUid);
    return input;
  });
}

/**
 * Deletes a recorded relation and returns it. Fails as `changeAsset` does for the using asset, and with NOT_FOUND when no such relation is
 * visible to the caller.
 */
export const deleteAssetRelation = (ctx: RequestContext, input: AssetRelationInput): Promise<AssetRelationInput> =>
  changeAsset(ctx, input.useUid, { action: 'deleteAssetRelation', input }, async (tx) => {
    const { sourceUid, useUid, relationType } = input;
    // a caller must not learn that a hidden asset is related to this one
    if (!(await findAsset(tx, sourceUid))) fail('NOT_FOUND');
    const deleted = await firstRow(
      tx.db,
      sql`
      delete from asset_relation where source_uid = ${sourceUid} and use_uid = ${useUid} and relation_type = ${relationType} returning source_uid`,
    );
    return deleted ? input : fail('NOT_FOUND');
  });
