import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogDataset, catalogDatasets, Dataset, datasets } from '#datasets/index.ts';
import { CodeEditorPage, codeEditorPages, StudioPage, studioPages } from '#pages/index.ts';
import { AssetRelationEntity } from './asset-relation.entity.ts';
import { AssetEntity } from './assets/asset.entity.ts';
import { AssetRelationResolver, AssetResolver, LineageHopResolver } from './asset.resolver.ts';
import { assetRoots, assets } from './assets/asset.source.ts';
import { Asset } from './assets/asset.type.ts';
import { createRelatedAssetsResolver } from './create-related-assets-resolver.ts';

/** The assets of the portal and the relations between them. */
export const relationsModule: CatalogModule = {
  name: 'relations',
  entities: [AssetEntity, AssetRelationEntity],
  resolvers: [
    AssetResolver,
    AssetRelationResolver,
    LineageHopResolver,
    createRelatedAssetsResolver(Asset, assets),
    createRelatedAssetsResolver(Dataset, datasets),
    createRelatedAssetsResolver(CatalogDataset, catalogDatasets),
    createRelatedAssetsResolver(StudioPage, studioPages),
    createRelatedAssetsResolver(CodeEditorPage, codeEditorPages),
  ],
  sources: [assets],
  roots: Object.values(assetRoots),
};
