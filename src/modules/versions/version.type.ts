import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { SectionName } from '#api/section-name.ts';

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
        'The identifier, whether the dataset accepts feedback, and changes of its records: publication, realtime, caches.',
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
