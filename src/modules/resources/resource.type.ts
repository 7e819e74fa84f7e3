import { ForRest } from '#api/for-rest.ts';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { AnyDatasource } from '#connections/index.ts';
import { DeletedPartPayload, DatasetPartPayload } from '#datasets/index.ts';
import type { Datasource } from './kinds/datasource-kinds.ts';
import { ResourceFile, ResourceFileConnection } from './kinds/uploaded-file.ts';
import { ParameterType } from '#api/types/parameter.type.ts';

/** The end of the description of a field that reads the source of a resource. */
export const nullWhereUnreadable =
  'Null, with an error, where the source cannot be read: SOURCE_FAILED, SOURCE_REFUSED, FILE_MISSING or EXTRACTION_FAILED.';

@ObjectType({
  implements: Node,
  description: 'A source of records: a datasource with bytes, and the extractor that reads them.',
})
export class Resource extends Node {
  @Field(() => ID, { description: 'Identifies the resource; never changes.' })
  uid!: string;

  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;

  @Field(() => String, { description: 'The title, 1 to 1,000 characters.' })
  title!: string;

  @Field(() => DateTime, { description: 'When the resource was last changed.' })
  updatedAt!: string;

  @Field(() => JsonMap, { description: 'The parameters of the extractor, without secrets.' })
  params!: JsonObject;

  @Field(() => AnyDatasource, {
    nullable: true,
    description: 'Where the bytes are; null where the type needs no datasource.',
  })
  datasource!: Datasource | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why nothing can be read; null where there is a datasource or a URL, or none is needed.',
  })
  warning!: string | null;

  /**
   * The URL from which a resource without a datasource is read. This field and the following fields are not in the graph;
   * computed fields need them.
   */
  address!: string | null;

  /** The URL of the datasource's connection; null when there is none. */
  connectionUrl!: string | null;

  /** The parts of the push URL, with encrypted secrets; null for resources that are not realtime resources, and for callers who may not edit. */
  pushUrlParts!: {
    readonly address: string | null;
    readonly datasetId: string;
    readonly secrets: string | null;
  } | null;
}

@ObjectType({ description: 'A page of a list of resources.' })
export class ResourceConnection extends ConnectionTypeOf(Resource, 'Resource') {}

@ObjectType({ description: 'A kind, by its identifier and its label.' })
export class ResourceKind {
  @Field(() => String, { description: 'The identifier.' })
  type!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;
}

@ObjectType({ description: 'A resource after a change, with its dataset.' })
export class ResourcePayload extends DatasetPartPayload {
  @ChangedObject(ResourceConnection, 'resources', 'The resource; null when the change removed your right to read it.')
  resource!: Resource | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted resource, with its dataset.' })
export class DeleteResourcePayload extends DeletedPartPayload {}

@ObjectType({ description: 'A file after its upload, with its dataset.' })
export class ResourceFilePayload extends DatasetPartPayload {
  @ChangedObject(ResourceFileConnection, 'resourceFiles', 'The file; null when you may not read it.')
  file!: ResourceFile | null;
}

@ObjectType({ description: 'A field of a dataset of another catalog.' })
class RemoteField {
  @Field(() => String, { description: 'The name of the field in the records.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => String, { description: 'The type of the field, as the other catalog names it.' })
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The description; null when the other catalog has none.',
  })
  description!: string | null;

  @Field(() => JsonMap, { description: 'The remaining annotations of the field in the other catalog.' })
  annotations!: JsonObject;
}

@ObjectType({ description: 'A dataset of another catalog, as that catalog reports it now.' })
export class RemoteDataset {
  @Field(() => String, { description: 'The identifier of the dataset in the other catalog.' })
  datasetId!: string;

  @ForRest()
  @Field(() => JsonMap, { description: 'The metadata as one map: template → field → value.' })
  metas!: JsonObject;

  @Field(() => [RemoteField], { description: 'The fields; none when the other catalog reports only metadata.' })
  fields!: readonly RemoteField[];
}

@ObjectType('Extractor', { description: 'A format that records can be read from.' })
export class ExtractorType {
  @Field(() => String, { description: 'The identifier, as in the `type` of a resource.' })
  type!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => [ParameterType], { description: 'The settings of the extractor.' })
  parameters!: readonly ParameterType[];
}

@ObjectType({
  description: 'A possible format of a source, with the probability that it is right.',
})
export class ExtractorGuess extends ExtractorType {
  @Field(() => Float, { description: 'The probability that the format is right, 0 to 1.' })
  confidence!: number;
}

@ObjectType({ description: 'The likeliest parameters for an extractor.' })
export class ExtractorParamsGuess {
  @Field(() => String, { description: 'The type of the extractor.' })
  extractor!: string;

  @Field(() => JsonMap, { description: 'The parameters.' })
  params!: JsonObject;
}
