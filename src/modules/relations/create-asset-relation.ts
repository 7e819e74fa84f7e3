import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import type { AssetRelationInput } from './asset.inputs.ts';
import { changeAsset, findAsset, keepAsset } from './change-asset.ts';

/** Relates an asset to one that it uses, and answers both; fails as every change of the one that uses it, and INVALID_INPUT for a source that the caller does not see. */
export const createAssetRelation = (ctx: RequestContext, input: AssetRelationInput): Promise<AssetRelationInput> =>
  changeAsset(ctx, input.useUid, async (tx) => {
    const { sourceUid, useUid, relationType } = input;
    if (sourceUid === useUid) failFields({ sourceUid: ['An asset is no source of itself.'] });
    const source = await findAsset(tx, sourceUid) ?? failFields({ sourceUid: ['You see no asset with this uid.'] });
    await keepAsset(tx, sourceUid, source.assetType);
    await tx.db.rows(sql`insert into asset_relation (source_uid, use_uid, relation_type) values (${sourceUid}, ${useUid}, ${relationType}) on conflict do nothing`);
    return input;
  });
