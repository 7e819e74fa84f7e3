import { nodeId } from '#api/node.type.ts';
import { relation, root, source } from '#api/reading/declare-source.ts';
import type { GivenArguments } from '#api/reading/type-source.ts';
import { sql, sqlAnd, sqlText, type Sql } from '#kernel/sql.ts';
import { catalogDatasets } from '#datasets/index.ts';
import { codeEditorPages, studioPages } from '#pages/index.ts';
import { areRelationsShown, assetRights } from './asset-rights.ts';
import type { Asset, AssetRelation } from './asset.type.ts';

import { storedAssetTypes } from './stored-asset-type.ts';

/** The assets of all types that the caller may see. */
export const assets = source<Asset>({
  type: 'Asset',
  table: 'asset',
  key: 'uid',
  columns: {
    id: nodeId('Asset', 'uid'),
    uid: 'uid',
    title: 'title',
    assetType: 'asset_type',
    url: 'url',
    category: 'category',
    isShowcase: 'is_showcase',
  },
  order: {
    by: [
      { column: 'title', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: (session, asset) => assetRights.see(session, sql`${asset}.uid`),
});

/**
 * The related assets of an asset: those that it uses and those that use it, by the type of the relation, then the uid. Reached only
 * through a visible asset.
 */
export const assetRelations = source<AssetRelation>({
  type: 'AssetRelation',
  table: 'related_asset',
  key: 'key',
  columns: { relationType: 'relation_type' },
  order: {
    by: [
      { column: 'relation_type', type: 'text' },
      { column: 'related_uid', type: 'text' },
    ],
  },
  isKeyLookupCostly: true,
  visible: (session, related) => sqlAnd(areRelationsShown, assetRights.see(session, sql`${related}.related_uid`)),
});

/** The condition that a related asset matches the filters of a request. */
export const matchesFilters = ({ relationType, category, isShowcase }: GivenArguments, related: Sql): Sql =>
  sqlAnd(
    relationType == null ? undefined : sql`${related}.relation_type = any(${relationType}::text[])`,
    category == null && isShowcase == null
      ? undefined
      : sql`exists (select 1 from asset z where z.uid = ${related}.related_uid and ${sqlAnd(
          category == null ? undefined : sql`z.category = ${category}::text`,
          isShowcase == null ? undefined : sql`z.is_showcase = ${isShowcase}::boolean`,
        )})`,
  );

export const assetOfRelation = relation({
  from: assetRelations,
  field: 'asset',
  to: assets,
  on: ['related_uid', 'uid'],
  returns: 'one',
  authorizedByParent: true,
});

const sameAsset = { from: assets, on: ['uid', 'uid'], returns: 'one' } as const;
export const datasetOfAsset = relation({ ...sameAsset, field: 'dataset', to: catalogDatasets });
export const studioPageOfAsset = relation({ ...sameAsset, field: 'studioPage', to: studioPages });
export const codeEditorPageOfAsset = relation({ ...sameAsset, field: 'codeEditorPage', to: codeEditorPages });

/** The root fields that read assets. */
export const assetRoots = Object.freeze({
  storedAssets: root({
    field: 'storedAssets',
    source: assets,
    returns: 'page',
    where: () => sqlText(`t.asset_type in (${storedAssetTypes.map((type) => `'${type}'`).join(', ')})`),
  }),
  asset: root({ field: 'asset', source: assets, returns: 'one', where: ({ uid }) => sql`t.uid = ${uid}` }),
});
