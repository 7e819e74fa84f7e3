import { defineEntity, p } from '@mikro-orm/core';
import { DatasetEntity } from '../../datasets/index.ts';
import { PageEntity } from '../../pages/index.ts';

/** What the graph calls an asset (docs/contract/objects.md, Relations). */
export const assetTypes = ['dataset', 'studio_page', 'code_editor_page', 'map', 'chart', 'external_asset'] as const;
export type AssetType = (typeof assetTypes)[number];

/** What the portal keeps of an asset: of datasets and pages only how they are classified, of the others everything. */
const schema = defineEntity({
  name: 'Asset',
  tableName: 'portal_asset',
  properties: {
    uid: p.string().primary(),
    assetType: p.text().$type<AssetType>().index(),
    /** Null where the dataset or the page has it. */
    title: p.text().nullable(),
    url: p.text().nullable(),
    /** The identifier of the dataset of another catalog that the address may lead to: the end of its path. */
    remoteDataset: p.text().nullable().index(),
    category: p.text().nullable(),
    isShowcase: p.boolean().default(false),
    /** With the dataset goes what is kept of it. */
    dataset: () =>
      p
        .manyToOne(DatasetEntity)
        .joinColumn('dataset_uid')
        .nullable()
        .deleteRule('cascade')
        .index()
        .generated(`(case when asset_type = 'dataset' then uid else null end) stored`),
    /** With the page likewise. */
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
export class AssetEntity extends schema.class {}
schema.setClass(AssetEntity);
