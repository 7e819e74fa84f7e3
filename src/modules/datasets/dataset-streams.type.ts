import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({ description: 'The state of a dataset that each change of its configuration changes.' })
export class DatasetChange {
  @Field(() => ID, { description: 'The uid of the dataset.' })
  uid!: string;

  @Field(() => String, { description: 'The identifier of the dataset.' })
  datasetId!: string;

  @Field(() => Int, { description: 'The revision: the number of changes of the configuration.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When the configuration was last changed.' })
  updatedAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The username of who changed it last; null when that user was deleted.',
  })
  username!: string | null;

  @Field(() => Boolean, { description: 'Whether the dataset is published.' })
  isPublished!: boolean;
}

const kinds = {
  subscribed: 'subscribed',
  published: 'published',
  updated: 'updated',
  unpublished: 'unpublished',
  deleted: 'deleted',
} as const;

/** What happened to a dataset of the public catalog. */
export type CatalogChangeKind = keyof typeof kinds;

registerEnumType(kinds, {
  name: 'CatalogChangeKind',
  description: 'What happened to a dataset of the public catalog.',
  valuesConfig: {
    subscribed: { description: 'The first event, after which no change is missed. Read the catalog now.' },
    published: { description: 'The dataset has become visible.' },
    updated: { description: 'The records or the metadata were published again, or the identifier has changed.' },
    unpublished: { description: 'The dataset is no longer visible: it was unpublished, or restricted.' },
    deleted: { description: 'The dataset was deleted while it was visible.' },
  },
});

@ObjectType({ description: 'A change of the public catalog.' })
export class CatalogChange {
  @Field(() => kinds, { description: 'What happened.' })
  kind!: CatalogChangeKind;

  @Field(() => ID, { nullable: true, description: 'The uid of the dataset; null for `subscribed`.' })
  uid!: string | null;

  @Field(() => String, { nullable: true, description: 'The identifier of the dataset; null for `subscribed`.' })
  datasetId!: string | null;
}
