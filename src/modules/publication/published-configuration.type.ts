import { Field, ObjectType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Node } from '#api/node.type.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DatasetMetadata } from '#datasets/index.ts';

@ObjectType({ description: 'A file that published records were read from.' })
export class PublishedFile {
  @Field(() => String, { description: 'Its name.' })
  filename!: string;

  @Field(() => GraphQLSafeInt, { description: 'Its size in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'Its SHA-256, in hexadecimal.' })
  sha256!: string;
}

@ObjectType({ implements: Node, description: 'What a dataset is published with, without secrets.' })
export class PublishedConfiguration extends Node {
  @Field(() => Boolean, { description: 'Whether publishing the draft would change nothing but the records.' })
  isCurrent!: boolean;

  @Field(() => JsonMap, { description: 'The metadata: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  @Field(() => [JsonMap], { description: 'The resources, as `applyDataset` takes them.' })
  resources!: readonly JsonObject[];

  @Field(() => [JsonMap], { description: 'The processors, as `applyDataset` takes them.' })
  processors!: readonly JsonObject[];

  @Field(() => [JsonMap], { description: 'The field configurations, as `applyDataset` takes them.' })
  fieldConfigurations!: readonly JsonObject[];

  @Field(() => [PublishedFile], { description: 'The files that the resources read, by name.' })
  files!: readonly PublishedFile[];
}
