import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '#api/node/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/page/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DatasetSecurity } from '#access/index.ts';
import type { DatasetMetadata } from './metadata/dataset-metadata.ts';

@ObjectType({ description: 'The smallest box around geometries, in degrees of WGS 84.' })
export class BoundingBox {
  @Field(() => Float, { description: 'The smallest longitude.' })
  west!: number;

  @Field(() => Float, { description: 'The smallest latitude.' })
  south!: number;

  @Field(() => Float, { description: 'The largest longitude.' })
  east!: number;

  @Field(() => Float, { description: 'The largest latitude.' })
  north!: number;
}

@ObjectType({ description: 'The dataset of another catalog that the records of a federated dataset come from.' })
export class FederationSource {
  @Field(() => String, {
    nullable: true,
    description: 'The address of the other catalog, without a path. Null where the records come from several datasets.',
  })
  origin!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The identifier of the dataset in the other catalog. Null where the records come from several datasets.',
  })
  datasetId!: string | null;
}

@ObjectType({
  implements: Node,
  description: 'A published dataset as the catalog shows it to the caller, with or without a key.',
})
export class CatalogDataset extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the dataset.' })
  uid!: string;

  @Field(() => String, { description: 'The readable identifier.' })
  datasetId!: string;

  @Field(() => String, { nullable: true, description: 'The title. Null when it is unset.' })
  title!: string | null;

  @Field(() => String, { nullable: true, description: 'The description, as HTML. Null when it is unset.' })
  description!: string | null;

  @Field(() => [String], { description: 'The keywords, each once.' })
  keywords!: readonly string[];

  @Field(() => [String], { description: 'The themes, each once.' })
  themes!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Who publishes the dataset. Null when it is unset.' })
  publisher!: string | null;

  @Field(() => String, { nullable: true, description: 'The license: its name, else its identifier.' })
  license!: string | null;

  @Field(() => String, { nullable: true, description: 'The language of the data, as an ISO 639-1 code.' })
  language!: string | null;

  @Field(() => [String], { description: 'The places that the data is about, each once.' })
  territories!: readonly string[];

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the data or its description last changed: the time in the metadata, or the time of the last publication when the metadata follow publications or state no time.',
  })
  modified!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the dataset was first published in this catalog.' })
  published!: string | null;

  @Field(() => [String], {
    description:
      'The views of the dataset that the portal can offer to the caller: `analyze`, `timeserie` (the dataset has a date), `geo`, `image`, `calendar`, `custom_view`.',
  })
  features!: readonly string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the data of the dataset was last published. Null without published data.',
  })
  dataProcessed!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the metadata of the dataset was last published.' })
  metadataProcessed!: string | null;

  @Field(() => Boolean, { description: 'Whether only callers with a right to the dataset see it.' })
  isRestricted!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of records of the publication. Null without published records, and for callers who do not see all of them; `recordCount` counts the records that the caller sees.',
  })
  publishedRecordCount!: number | null;

  @Field(() => BoundingBox, {
    nullable: true,
    description:
      'The bounding box of the published records, over the fields that the caller sees. Null without geometries, for callers who do not see all records, and for records that were published before the catalog computed this field.',
  })
  boundingBox!: BoundingBox | null;

  @Field(() => [String], {
    description:
      'The GeoJSON types of the geometries of the published records, each once; empty where `boundingBox` is null.',
  })
  geometryTypes!: readonly string[];

  @Field(() => FederationSource, {
    nullable: true,
    description:
      'Where the published records come from when the publication read another catalog. Null for other datasets.',
  })
  federation!: FederationSource | null;

  @Field(() => Boolean, {
    description: 'Whether the dataset has published records, even if the caller may not see them.',
  })
  hasRecords!: boolean;

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
export class CatalogDatasetConnection extends ConnectionTypeOf(CatalogDataset, 'CatalogDataset') {}
