import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '#api/node/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/page/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { DatasetSecurityType } from '#access/index.ts';
import type { DatasetMetadata } from './metadata/dataset-metadata.ts';

@ObjectType({
  implements: Node,
  description: 'A dataset as its editors see it: drafted metadata, resources, processing, security.',
})
export class Dataset extends Node {
  @Field(() => ID, { description: 'The permanent identifier of the dataset.' })
  uid!: string;

  @Field(() => String, {
    description: 'The readable identifier. Unique in the domain; cannot change while the dataset is published.',
  })
  datasetId!: string;

  @Field(() => DateTime, { description: 'When the dataset was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the configuration of the dataset was last changed.' })
  updatedAt!: string;

  @Field(() => Int, {
    description:
      'The number of changes of the configuration. Send it as `expectedRevision` to make a change fail when the dataset has changed since.',
  })
  revision!: number;

  @Field(() => Boolean, {
    description: 'Whether the dataset is published: its records and metadata are in the catalog.',
  })
  isPublished!: boolean;

  @Field(() => Boolean, {
    description: 'Whether only users with a ruleset, direct or through a group, see the dataset in the catalog.',
  })
  isRestricted!: boolean;

  @Field(() => DatasetSecurityType, {
    description: 'Which data users without a ruleset may read. Without effect while the dataset is restricted.',
  })
  defaultSecurity!: DatasetSecurityType;

  @Field(() => Boolean, { description: 'Whether the dataset accepts feedback. `portalSettings` must allow it too.' })
  isFeedbackEnabled!: boolean;

  @Field(() => JsonMap, { description: 'The drafted metadata as one map: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  @Field(() => Boolean, { description: 'Whether the caller may change the dataset.' })
  mayEdit!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may publish the dataset.' })
  mayPublish!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may change the security of the dataset.' })
  mayManage!: boolean;
}

@ObjectType({ description: 'A page of a list of datasets.' })
export class DatasetConnection extends ConnectionTypeOf(Dataset, 'Dataset') {}
