import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { AssetRelationInput } from './asset.inputs.ts';
import { changeAsset, findAsset } from './change-asset.ts';

/** Takes a relation away that was made by hand, and answers both assets; fails as every change of the one that uses the other, and NOT_FOUND where the caller sees none. */
export const deleteAssetRelation = (ctx: RequestContext, input: AssetRelationInput): Promise<AssetRelationInput> =>
  changeAsset(ctx, input.useUid, async (tx) => {
    const { sourceUid, useUid, relationType } = input;
    const isKnown = (await findAsset(tx, sourceUid)) !== undefined;
    return isKnown &&
      (await firstRow(
        tx.db,
        sql`
      delete from asset_relation where source_uid = ${sourceUid} and use_uid = ${useUid} and relation_type = ${relationType} returning source_uid`,
      ))
      ? input
      : fail('NOT_FOUND');
  });
