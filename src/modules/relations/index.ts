import type { CatalogModule } from '#api/catalog-module.ts';
import { AssetEntity, AssetRelationEntity } from './asset.entity.ts';
import { AssetResolver, RelatedAssetResolver } from './asset.resolver.ts';
import { assetRoots, assets } from './asset.source.ts';

/** The assets of the portal and the relations between them. */
export const relationsModule: CatalogModule = {
  name: 'relations',
  entities: [AssetEntity, AssetRelationEntity],
  resolvers: [AssetResolver, RelatedAssetResolver],
  sources: [assets],
  roots: assetRoots,
};
