import { defineEntity, p } from '@mikro-orm/core';
import { DatasetEntity } from '#datasets/index.ts';
import { PageEntity } from '#pages/index.ts';

/** The types of assets (docs/contract/objects.md, Relations). */
export const assetTypes = ['dataset', 'studio_page', 'code_editor_page', 'map', 'chart', 'external_asset'] as const;
/** The type of an asset. */
export type AssetType = (typeof assetTypes)[number];

/** What the portal stores of an asset: of a dataset or a page the classification, of others everything. */
const assetSchema = defineEntity({
  name: 'Asset',
  tableName: 'portal_asset',
  properties: {
    uid: p.string().primary(),
    assetType: p.text().$type<AssetType>().index(),
    /** Null for a dataset or a page, which has its own title. */
    title: p.text().nullable(),
    url: p.text().nullable(),
    /** The identifier of the remote dataset that the URL may point to: the last segment of its path. */
    remoteDataset: p.text().nullable().index(),
    category: p.text().nullable(),
    isShowcase: p.boolean().default(false),
    /** How often the stored description was changed; 0 for what follows from a dataset or a page alone. */
    revision: p.integer().default(0),
    /** The dataset, for an asset that is a dataset. Deleting the dataset deletes this row. */
    dataset: () =>
      p
        .manyToOne(DatasetEntity)
        .joinColumn('dataset_uid')
        .nullable()
        .deleteRule('cascade')
        .index()
        .generated(`(case when asset_type = 'dataset' then uid else null end) stored`),
    /** The page, for an asset that is a page. Deleting the page deletes this row. */
    page: () =>
      p
        .manyToOne(PageEntity)
        .joinColumn('page_uid')
        .nullable()
        .deleteRule('cascade')
        .index()
        .generated(`(case when asset_type in ('studio_page', 'code_editor_page') then uid else null end) stored`),
  },
});
export class AssetEntity extends assetSchema.class {}
assetSchema.setClass(AssetEntity);

/** The types of relations (docs/contract/objects.md, Relations). */
export const relationTypes = ['federation', 'source', 'join', 'usage'] as const;
/** The type of a relation. */
export type RelationType = (typeof relationTypes)[number];

/** A relation recorded by a user: an asset uses another asset, its source. */
const relationSchema = defineEntity({
  name: 'AssetRelation',
  tableName: 'asset_relation',
  properties: {
    source: () => p.manyToOne(AssetEntity).primary().joinColumn('source_uid').deleteRule('cascade'),
    use: () => p.manyToOne(AssetEntity).primary().joinColumn('use_uid').deleteRule('cascade').index(),
    relationType: p.text().$type<RelationType>().primary(),
  },
});
export class AssetRelationEntity extends relationSchema.class {}
relationSchema.setClass(AssetRelationEntity);
