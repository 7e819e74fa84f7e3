import { recordChange, type AuditedChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedForeignKey } from '#platform/database/errors.ts';
import { withValidKey } from '#identity/index.ts';
import { AssetEntity, type AssetType } from './asset.entity.ts';
import { assetRights } from './asset-rights.ts';
import { isStoredAssetType } from './stored-asset-type.ts';

/**
 * Changes what the portal stores of an asset: checks the right, locks the asset, calls `apply` and records the change in the audit
 * log, in one transaction. All changes of an
 * existing asset go through this function. Fails UNAUTHORIZED without a key, NOT_FOUND for an asset that the caller may neither see nor
 * change, and PERMISSION_DENIED for an asset that the caller may only see.
 */
export function changeAsset<T>(
  ctx: RequestContext,
  uid: string,
  change: Omit<AuditedChange, 'type'>,
  apply: (tx: RequestContext, asset: AssetEntity) => T | Promise<T>,
): Promise<T> {
  requireCaller(ctx.session);
  return withValidKey(ctx, async (tx) => {
    await lockPortalAsset(tx, uid, await requireEditable(tx, uid));
    const result = await apply(tx, await tx.em.findOneOrFail(AssetEntity, { uid }));
    await recordChange(tx, { ...change, type: 'Asset' }, uid);
    return result;
  });
}

/** Returns the type of an asset that the caller may change. Fails NOT_FOUND or PERMISSION_DENIED as `changeAsset` does. */
export async function requireEditable(tx: RequestContext, uid: string): Promise<AssetType> {
  const { assetType, canEdit } = (await findAsset(tx, uid)) ?? fail('NOT_FOUND');
  if (!canEdit) fail('PERMISSION_DENIED', { permission: assetType === 'dataset' ? 'edit_dataset' : 'edit_page' });
  return assetType;
}

/** An asset that the caller may see or change. */
interface AccessibleAsset {
  readonly assetType: AssetType;
  /** Whether the caller may change the asset. */
  readonly canEdit: boolean;
}

/** Finds an asset that the caller may see, or may change although the portal does not show it yet. */
export function findAsset({ db, session }: RequestContext, uid: string): Promise<AccessibleAsset | undefined> {
  const key = sql`t.uid`;
  return firstRow<AccessibleAsset>(
    db,
    sql`
    select t.asset_type as "assetType", ${assetRights.edit(session, key)} as "canEdit"
    from asset t where t.uid = ${uid} and (${assetRights.see(session, key)} or ${assetRights.edit(session, key)})`,
  );
}

/**
 * Locks the portal's row of an asset, and creates the row where a dataset or a page has none yet. Fails NOT_FOUND when the asset was
 * deleted in the meantime.
 */
export async function lockPortalAsset({ db }: RequestContext, uid: string, assetType: AssetType): Promise<void> {
  if (!isStoredAssetType(assetType))
    await db
      .rows(sql`insert into portal_asset (uid, asset_type) values (${uid}, ${assetType}) on conflict do nothing`)
      .catch(toNotFound);
  const locked = await firstRow(db, sql`select 1 from portal_asset where uid = ${uid} for update`);
  if (!locked) fail('NOT_FOUND');
}

/** The dataset or the page of the new row was deleted. */
const toNotFound = (error: unknown): never => {
  if (violatedForeignKey(error) === undefined) throw error;
  return fail('NOT_FOUND');
};
