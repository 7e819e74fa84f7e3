import { FieldResolver, Resolver, Root } from 'type-graphql';
import { CatalogDataset } from '../datasets/index.ts';
import { CatalogMetadata } from './metadata.type.ts';
import { standardMetadataOfCatalogDataset } from './metadata.source.ts';

@Resolver(() => CatalogDataset)
export class CatalogMetadataResolver {
  @FieldResolver(() => CatalogMetadata, {
    description: 'The published metadata of the standard templates, every field with its type.',
  })
  standardMetadata(@Root() dataset: CatalogDataset) {
    return standardMetadataOfCatalogDataset(dataset, {});
  }
}
