import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { DatasetSecurity } from '../access/index.ts';
import type { DatasetMetadata } from './metadata/dataset-metadata.ts';

@ObjectType({
  implements: Node,
  description: 'A published dataset as the catalog shows it to the caller, with or without a key.',
})
export class CatalogDataset extends Node {
  @Field(() => ID, { description: 'Identifies the dataset for life.' })
  uid!: string;

  @Field(() => String, { description: 'The readable identifier.' })
  datasetId!: string;

  @Field(() => JsonMap, { description: 'The published metadata as one map: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  @Field(() => Boolean, {
    description:
      'Whether feedback may be submitted: both the portal and the dataset allow it. The caller also needs a key and access to the data.',
  })
  isFeedbackEnabled!: boolean;

  @Field(() => [JsonMap], {
    description:
      'The published fields that the caller may see, in order: `{name, label, type, description, annotations}`.',
  })
  fields!: readonly JsonObject[];

  /** The securities whose union is the caller's access to the data. Not a field of the graph. */
  grantedSecurities!: readonly DatasetSecurity[];
}

@ObjectType({ description: 'A page of the catalog.' })
export class CatalogDatasetConnection extends ConnectionOf(CatalogDataset, 'CatalogDataset') {}
