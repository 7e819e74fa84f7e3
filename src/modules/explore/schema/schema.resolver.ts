import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { Row } from '#api/reading/type-source.ts';
import { JsonMap } from '#api/types/scalars.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { RecordFieldType } from './record-field.type.ts';
import { recordSchemaOfDataset, schemaOfDataset } from './record-fields.ts';

@Resolver(() => CatalogDataset)
export class DatasetSchemaResolver {
  @FieldResolver(() => [RecordFieldType], {
    description: 'The fields of the published records that the caller may see, in order.',
  })
  schema(@Root() dataset: Row<CatalogDataset>) {
    return schemaOfDataset(dataset, {});
  }

  @FieldResolver(() => JsonMap, {
    description:
      'The JSON Schema (2020-12) of `values` of a record without `select`, for code generators and agents. Every value may be null.',
  })
  recordSchema(@Root() dataset: Row<CatalogDataset>) {
    return recordSchemaOfDataset(dataset, {});
  }
}
