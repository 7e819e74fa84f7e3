import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogDataset, catalogDatasets, Dataset, datasets } from '#datasets/index.ts';
import { CodeEditorPage, codeEditorPages, StudioPage, studioPages } from '#pages/index.ts';
import { AssetEntity, AssetRelationEntity } from './asset.entity.ts';
import { AssetResolver, createRelatedAssetsResolver } from './asset.resolver.ts';
import { assetRoots, assets } from './asset.source.ts';
import { Asset } from './asset.type.ts';

/** The assets of the portal and the relations between them. */
export const relationsModule: CatalogModule = {
  name: 'relations',
  entities: [AssetEntity, AssetRelationEntity],
  resolvers: [
    AssetResolver,

    createRelatedAssetsResolver(Asset, assets),
    createRelatedAssetsResolver(Dataset, datasets),
    createRelatedAssetsResolver(CatalogDataset, catalogDatasets),
    createRelatedAssetsResolver(StudioPage, studioPages),
    createRelatedAssetsResolver(CodeEditorPage, codeEditorPages),
  ],
  sources: [assets],
  roots: assetRoots,
};
