import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonValue } from '#api/types/scalars.ts';
import type { SectionName } from '#api/section-name.ts';
import type { Json } from '#kernel/json.ts';
import { DatasetPartPayload } from '#datasets/index.ts';

const datasetSections = {
  data: 'data',
  metadata: 'metadata',
  security: 'security',
  processors: 'processors',
  fields: 'fields',
  resources: 'resources',
  schedules: 'schedules',
  attachments: 'attachments',
} as const satisfies { [Name in SectionName]: Name };
registerEnumType(datasetSections, {
  name: 'DatasetSection',
  description: 'A section of a dataset that a change affects.',
  valuesConfig: {
    data: {
      description:
        'The identifier, whether feedback is accepted, and changes of records: publication, realtime, caches.',
    },
    metadata: { description: 'The draft metadata, and its publication.' },
    security: { description: 'The security: who sees the dataset, and which of its data.' },
    processors: { description: 'The stack of processors.' },
    fields: { description: 'The field configurations.' },
    resources: { description: 'The resources and their files.' },
    schedules: { description: 'The schedules.' },
    attachments: { description: 'The attachments.' },
  },
});

@ObjectType({ implements: Node, description: "The state of a dataset's configuration after a change." })
export class DatasetVersion extends Node {
  @Field(() => ID, { description: 'Identifies the version.' })
  uid!: string;

  @Field(() => [datasetSections], { description: 'The sections that changed.' })
  sections!: readonly SectionName[];

  @Field(() => Int, { description: 'The revision that the change led to.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When the change was made.' })
  createdAt!: string;

  @Field(() => Boolean, { description: 'Whether the version can be restored.' })
  canRestore!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The reason why the version cannot be restored. Null when it can.',
  })
  cannotRestoreReason!: string | null;
}

@ObjectType({ description: 'A page of a list of versions.' })
export class DatasetVersionConnection extends ConnectionTypeOf(DatasetVersion, 'DatasetVersion') {}

/** The kinds of changes, as the graph's enum. */
enum ChangeKind {
  added = 'added',
  removed = 'removed',
  changed = 'changed',
}
registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'What happened to a value.',
  valuesConfig: {
    added: { description: 'There was no value before.' },
    removed: { description: 'There is no value after.' },
    changed: { description: 'The value is different after.' },
  },
});

@ObjectType({ description: 'One difference between two configurations of a dataset, without secrets.' })
export class Change {
  @Field(() => [String], {
    description:
      'The path of the value, such as `metadata`, `default`, `title`, `value`; parts and files by uid, rulesets as `user:…` or `group:…`. That of a moved part ends with `position`, from 0.',
  })
  path!: readonly string[];

  @Field(() => ChangeKind, { description: 'The kind of change.' })
  kind!: `${ChangeKind}`;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value before. Null when there was none, and for a secret.',
  })
  before!: Json;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value after. Null when there is none, and for a secret.',
  })
  after!: Json;
}

@ObjectType({ description: 'A dataset in its desired state, and the changes that led to it.' })
export class ApplyDatasetPayload extends DatasetPartPayload {
  @Field(() => [Change], {
    description: 'The changes, made or in a dry run planned; empty when the dataset has the desired state.',
  })
  changes!: readonly Change[];

  @Field(() => String, {
    description:
      'Identifies the plan: this input on the revision before. Send it as `planId` to apply exactly what a dry run returned.',
  })
  planId!: string;
}
