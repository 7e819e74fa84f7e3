import type { RequestContext } from '#api/context.ts';
import { requireRevision } from '#api/require-revision.ts';
import { requireCaller, requirePermission } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { withAuditEntry, withValidKey } from '#identity/index.ts';
import { AssetEntity, type AssetType } from './asset.entity.ts';
import type { AssetRelationInput, CreateAssetInput, DeleteAssetInput, UpdateAssetInput } from './asset.inputs.ts';
import { isStoredAssetType, parseAsset } from './asset.rules.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { type AuditedChange, recordChange } from '#api/record-change.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedForeignKey } from '#platform/database/errors.ts';
import { assetRights } from './asset.source.ts';

/** Creates a map, a chart or an external asset and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
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

/**
 * Changes the description of an asset and returns its uid. Fails as `changeAsset` does, with REVISION_MISMATCH, and with INVALID_INPUT when a
 * value is invalid.
 */
export const updateAsset = (ctx: RequestContext, input: UpdateAssetInput): Promise<string> =>
  changeAsset(ctx, input.uid, { action: 'updateAsset', input }, ({ em }, asset) => {
    const { uid, expectedRevision, ...change } = input;
    requireRevision(asset, expectedRevision);
    const { title, url, category, isShowcase } = change;
    em.assign(asset, {
      ...parseAsset({
        assetType: asset.assetType,
        title: (title === undefined ? asset.title : title) ?? null,
        url: (url === undefined ? asset.url : url) ?? null,
        category: (category === undefined ? asset.category : category) ?? null,
        isShowcase: isShowcase === undefined ? asset.isShowcase : (isShowcase ?? false),
      }),
      revision: asset.revision + (Object.keys(change).length > 0 ? 1 : 0),
    });
    return uid;
  });

/** Deletes an asset with its relations and returns its uid. Fails as `changeAsset`, and INVALID_INPUT for a dataset or a page. */
export const deleteAsset = (ctx: RequestContext, input: DeleteAssetInput): Promise<string> =>
  changeAsset(ctx, input.uid, { action: 'deleteAsset', input }, ({ em }, asset) => {
    if (!isStoredAssetType(asset.assetType))
      failFields({ uid: ['This asset is a dataset or a page. Delete the dataset or the page instead.'] });
    em.remove(asset);
    return input.uid;
  });

/**
 * Changes what the portal stores of an asset: checks the right, locks the asset, calls `apply` and records the change in the audit
 * log, in one transaction. All changes of an
 * existing asset go through this function. Fails UNAUTHORIZED without a key, NOT_FOUND for an asset that the caller may neither see nor
 * change, and PERMISSION_DENIED for an asset that the caller may only see.
 */
function changeAsset<T>(
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
async function requireEditable(tx: RequestContext, uid: string): Promise<AssetType> {
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
function findAsset({ db, session }: RequestContext, uid: string): Promise<AccessibleAsset | undefined> {
  const key = sql`t.uid`;
  return firstRow<AccessibleAsset>(
    db,
    sql`
    select t.asset_type as "assetType", ${assetRights.edit(session, key)} as "canEdit"
    from asset t where t.uid = ${uid} and (${assetRights.see(session, key)} or ${assetRights.edit(session, key)})`,
  );
}

/** Locks the portal's row of an asset, created where a dataset or a page has none yet. Fails NOT_FOUND. */
async function lockPortalAsset({ db }: RequestContext, uid: string, assetType: AssetType): Promise<void> {
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
      sql`
        insert into asset_relation (source_uid, use_uid, relation_type)
        values (${sourceUid}, ${useUid}, ${relationType})
        on conflict
        do nothing`,
    );
    await recordChange(tx, { action: 'createAssetRelation', type: 'Asset', input }, useUid);
    return input;
  });
}

/** Deletes a recorded relation and returns it. Fails as `changeAsset` for the using asset, and NOT_FOUND. */
export const deleteAssetRelation = (ctx: RequestContext, input: AssetRelationInput): Promise<AssetRelationInput> =>
  changeAsset(ctx, input.useUid, { action: 'deleteAssetRelation', input }, async (tx) => {
    const { sourceUid, useUid, relationType } = input;
    // a caller must not learn that a hidden asset is related to this one
    if (!(await findAsset(tx, sourceUid))) fail('NOT_FOUND');
    const deleted = await firstRow(
      tx.db,
      sql`
      delete from asset_relation
      where source_uid = ${sourceUid} and use_uid = ${useUid} and relation_type = ${relationType}
      returning source_uid`,
    );
    return deleted ? input : fail('NOT_FOUND');
  });
