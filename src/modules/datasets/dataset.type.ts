import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime, JsonMap } from '../../api/types/scalars.ts';
import { DatasetSecurityType } from '../access/index.ts';
import type { DatasetMetadata } from './metadata/dataset-metadata.ts';

@ObjectType({
  implements: Node,
  description: 'A dataset as those see it who configure it: drafted metadata, resources, processing, security.',
})
export class Dataset extends Node {
  @Field(() => ID, { description: 'Identifies the dataset for life.' })
  uid!: string;

  @Field(() => String, {
    description: 'The identifier for people; unique in the domain, and fixed while the dataset is published.',
  })
  datasetId!: string;

  @Field(() => DateTime, { description: 'When the dataset was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When its configuration was last changed.' })
  updatedAt!: string;

  @Field(() => Int, {
    description:
      'Counts the changes of its configuration; send it as `expectedRevision` to change only what you have seen.',
  })
  revision!: number;

  @Field(() => Boolean, { description: 'Whether it is published: its records and metadata are in the catalog.' })
  isPublished!: boolean;

  @Field(() => Boolean, {
    description: 'Whether only users with a ruleset, direct or through a group, see it in the catalog.',
  })
  isRestricted!: boolean;

  @Field(() => DatasetSecurityType, {
    description: 'What users without a ruleset get; without effect while the dataset is restricted.',
  })
  defaultSecurity!: DatasetSecurityType;

  @Field(() => Boolean, { description: 'Whether it takes feedback; `portalSettings` has to let datasets do so, too.' })
  isFeedbackEnabled!: boolean;

  @Field(() => JsonMap, { description: 'The drafted metadata as one map: template → field → `{value}`.' })
  metadata!: DatasetMetadata;

  @Field(() => Boolean, { description: 'Whether you may change it.' })
  mayEdit!: boolean;

  @Field(() => Boolean, { description: 'Whether you may publish it.' })
  mayPublish!: boolean;

  @Field(() => Boolean, { description: 'Whether you may decide who sees it.' })
  mayManage!: boolean;
}

@ObjectType({ description: 'A page of a list of datasets.' })
export class DatasetConnection extends ConnectionOf(Dataset, 'Dataset') {}
