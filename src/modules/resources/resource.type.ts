import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime, JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { AnyDatasource } from '../connections/index.ts';
import { DatasetPayload } from '../datasets/index.ts';
import type { Datasource } from './datasources/datasource-kinds.ts';
import { ResourceFile } from './files/resource-file.type.ts';

@ObjectType({
  implements: Node,
  description: 'Where records of a dataset come from: a source of bytes, and the extractor that reads them.',
})
export class Resource extends Node {
  @Field(() => ID, { description: 'Identifies the resource for life.' })
  uid!: string;

  @Field(() => String, { description: 'The type of the extractor.' })
  type!: string;

  @Field(() => String, { description: 'What its editors call it.' })
  title!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;

  @Field(() => JsonMap, { description: 'The parameters of the extractor, as they were sent.' })
  params!: JsonObject;

  @Field(() => AnyDatasource, { nullable: true, description: 'Where its bytes are; null where its type needs none.' })
  datasource!: Datasource | null;

  /** What follows are worked out fields made of; not shown as such. Its own address. */
  address!: string | null;

  /** The address of its connection, where that has one. */
  connectionUrl!: string | null;

  /** Where records are pushed to, with sealed secrets; null for those who may not edit, and of what is not pushed. */
  pushed!: { readonly address: string | null; readonly datasetId: string; readonly secrets: string | null } | null;
}

@ObjectType({ description: 'A page of a list of resources.' })
export class ResourceConnection extends ConnectionOf(Resource, 'Resource') {}

@ObjectType({ description: 'What something is, for programs and for people.' })
export class ResourceKind {
  @Field(() => String, { description: 'For programs.' })
  type!: string;

  @Field(() => String, { description: 'For people.' })
  label!: string;
}

@ObjectType({ description: 'A resource after a change, with its dataset.' })
export class ResourcePayload extends DatasetPayload {
  @Field(() => Resource, {
    nullable: true,
    description: 'The resource; null when the change took your right to read it.',
  })
  resource!: Resource | null;
}

@ObjectType({ description: 'A resource that is gone, with its dataset.' })
export class DeleteResourcePayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}

@ObjectType({ description: 'A file after its upload, with its dataset.' })
export class ResourceFilePayload extends DatasetPayload {
  @Field(() => ResourceFile, { nullable: true, description: 'The file; null when you may not read it.' })
  file!: ResourceFile | null;
}
