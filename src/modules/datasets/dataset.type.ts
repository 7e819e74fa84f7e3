import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { RelatedAsset } from '#api/types/related-asset.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type DatasetSecurity, DatasetSecurityType } from '#access/index.ts';
import type { DatasetStatus } from './dataset.entity.ts';
import type { DatasetMetadata, UsedTemplate } from './dataset-metadata.ts';
import { DeletedObject } from '#deletions/index.ts';

/** The GraphQL enum `DatasetStatus`; its values are those of the contract. */
export const DatasetStatusEnum: Readonly<Record<DatasetStatus, DatasetStatus>> = {
  idle: 'idle',
  error: 'error',
  limit_reached: 'limit_reached',
  queued: 'queued',
  processing: 'processing',
  aborting_processing: 'aborting_processing',
  deleting: 'deleting',
  saving_version: 'saving_version',
};
registerEnumType(DatasetStatusEnum, {
  name: 'DatasetStatus',
  description: 'The state of a publication. One can be requested in idle, error and limit_reached.',
  valuesConfig: {
    idle: { description: 'No publication is pending.' },
    error: {
      description: 'The last publication failed for the reason in the message; the result before it stays visible.',
    },
    limit_reached: { description: 'The records up to a limit are published; `params.error` names the limit.' },
    queued: { description: 'A publication waits for a worker.' },
    processing: { description: 'Records are being written.' },
    aborting_processing: { description: 'The writing of records is being stopped.' },
    deleting: { description: 'The dataset is being unpublished.' },
    saving_version: { description: 'The metadata is being published.' },
  },
});

/** What describes a dataset, drafted or published. */
@ObjectType()
abstract class DescribedDataset extends Node {
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
}

@ObjectType({
  implements: [Node, RelatedAsset],
  description: 'A dataset as its editors see it: drafted metadata, resources, processing, security.',
})
export class Dataset extends DescribedDataset {
  @Field(() => ID, { description: 'The permanent identifier.' })
  uid!: string;

  @Field(() => String, {
    description: 'The readable identifier, unique in the domain; cannot change while published.',
  })
  datasetId!: string;

  @Field(() => DateTime, { description: 'When the dataset was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the configuration of the dataset was last changed.' })
  updatedAt!: string;

  @Field(() => Int, {
    description: 'The number of changes of the configuration; for `expectedRevision`.',
  })
  revision!: number;

  @Field(() => Boolean, {
    description: 'Whether its records and metadata are in the catalog.',
  })
  isPublished!: boolean;

  @Field(() => Boolean, {
    description: 'Whether only users with a ruleset, direct or through a group, see the dataset.',
  })
  isRestricted!: boolean;

  @Field(() => DatasetSecurityType, {
    description: 'What users without a ruleset may read. Without effect while the dataset is restricted.',
  })
  defaultSecurity!: DatasetSecurityType;

  @Field(() => Boolean, { description: 'Whether the dataset accepts feedback, if `portalSettings` allow it too.' })
  isFeedbackEnabled!: boolean;

  @Field(() => JsonMap, { description: 'The drafted metadata as one map: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  @Field(() => [JsonMap], {
    nullable: true,
    description:
      'The fields that a harvester has read: `name`, `label`, `type`, `description`, `annotations`. Null for others.',
  })
  remoteFields!: readonly JsonObject[] | null;

  /** The names of the custom metadata templates. */
  customTemplates!: readonly string[];

  /** The custom templates that the dataset is described with, in the order of their creation. */
  usedTemplates!: readonly UsedTemplate[];

  @Field(() => Boolean, { description: 'Whether the caller may change the dataset.' })
  canEdit!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may publish the dataset.' })
  canPublish!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may change the security of the dataset.' })
  canManage!: boolean;
}

@ObjectType({ description: 'A page of a list of datasets.' })
export class DatasetConnection extends ConnectionTypeOf(Dataset, 'Dataset') {}

@ObjectType({ description: 'The smallest box around geometries, in degrees of WGS 84.' })
class BoundingBox {
  @Field(() => Float, { description: 'The smallest longitude, in degrees from -180.' })
  west!: number;

  @Field(() => Float, { description: 'The smallest latitude, in degrees from -90.' })
  south!: number;

  @Field(() => Float, { description: 'The largest longitude, in degrees up to 180.' })
  east!: number;

  @Field(() => Float, { description: 'The largest latitude, in degrees up to 90.' })
  north!: number;
}

@ObjectType({ description: 'The dataset of another catalog that the records come from.' })
class FederationSource {
  @Field(() => String, {
    nullable: true,
    description: 'The address of the other catalog, without a path; null for several datasets.',
  })
  url!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The identifier of the dataset in the other catalog; null for several datasets.',
  })
  datasetId!: string | null;
}

@ObjectType({
  implements: [Node, RelatedAsset],
  description: 'A published dataset as the caller sees it, with or without a key.',
})
export class CatalogDataset extends DescribedDataset {
  @Field(() => ID, { description: 'The permanent identifier.' })
  uid!: string;

  @Field(() => String, { description: 'The readable identifier, unique among datasets; an editor may change it.' })
  datasetId!: string;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the data or its description last changed: as the metadata say, or the last publication where they follow it or say nothing.',
  })
  modifiedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the dataset was first published in this catalog.' })
  publishedAt!: string | null;

  @Field(() => [String], {
    description:
      'What the portal can show to the caller: `analyze`, `timeserie` (the dataset has a date), `geo`, `image`, `calendar`, `custom_view`.',
  })
  features!: readonly string[];

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the data of the dataset was last published. Null without published data.',
  })
  dataProcessedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the metadata of the dataset was last published.' })
  metadataProcessedAt!: string | null;

  @Field(() => Boolean, { description: 'Whether only callers with a right to the dataset see it.' })
  isRestricted!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'The number of published records; null without any, and for callers who do not see all of them: `recordCount` counts what the caller sees.',
  })
  publishedRecordCount!: number | null;

  @Field(() => BoundingBox, {
    nullable: true,
    description:
      'The bounding box of the published records, over the visible fields. Null without geometries, for callers who do not see all records, and for records of an earlier version of the catalog.',
  })
  boundingBox!: BoundingBox | null;

  @Field(() => [String], {
    description: 'The GeoJSON types of the published geometries, each once; empty where `boundingBox` is null.',
  })
  geometryTypes!: readonly string[];

  @Field(() => FederationSource, {
    nullable: true,
    description: 'Where the published records come from when another catalog was read; else null.',
  })
  federation!: FederationSource | null;

  @Field(() => Boolean, {
    description: 'Whether there are published records, even if the caller may not see them.',
  })
  hasRecords!: boolean;

  @Field(() => JsonMap, { description: 'The published metadata as one map: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  /** The custom templates that the dataset is described with, in the order of their creation. */
  usedTemplates!: readonly UsedTemplate[];

  @Field(() => Boolean, {
    description:
      'Whether feedback may be submitted: the portal and the dataset allow it. It also needs a key and access to the data.',
  })
  isFeedbackEnabled!: boolean;

  /** The published fields that the caller may see, in order. Not a field of the graph. */
  fields!: readonly JsonObject[];

  /** The securities whose union is the caller's access to the data. Not a field of the graph. */
  grantedSecurities!: readonly DatasetSecurity[];
}

@ObjectType({ description: 'A page of the catalog.' })
export class CatalogDatasetConnection extends ConnectionTypeOf(CatalogDataset, 'CatalogDataset') {}

@ObjectType({ implements: Node, description: 'A deleted dataset that can be restored.' })
export class DeletedDataset extends DeletedObject {
  @Field(() => String, { description: 'The readable identifier when it was deleted.' })
  datasetId!: string;
}

@ObjectType({ description: 'A page of a list of deleted datasets.' })
export class DeletedDatasetConnection extends ConnectionTypeOf(DeletedDataset, 'DeletedDataset') {}

@InputType({ description: 'The deleted dataset to restore.' })
export class RestoreDatasetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Another identifier, where a dataset took the earlier one, the default.',
  })
  datasetId?: string | null;
}

@InputType({ description: 'The deleted dataset to purge.' })
export class PurgeDatasetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;
}

@ObjectType({ implements: DeletionPayload, description: 'The purged dataset.' })
export class PurgeDatasetPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the dataset.' })
  uid!: string;
}
