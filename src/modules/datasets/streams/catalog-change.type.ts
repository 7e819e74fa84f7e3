import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';

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
    subscribed: { description: 'Nothing yet: the first event, after which no change is missed. Read the catalog now.' },
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
