import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { JsonValue } from '#api/types/scalars.ts';
import type { Json } from '#kernel/json.ts';
import { DatasetPartPayload } from '#datasets/index.ts';

/** The kinds of changes, as the graph's enum. */
export enum ChangeKind {
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

@ObjectType({ description: "One difference between two states of a dataset's configuration. Secrets are never shown." })
export class Change {
  @Field(() => [String], {
    description:
      'The path of the value, such as `metadata`, `default`, `title`, `value`. Parts of a list and files are named by their uids, ' +
      'rulesets by `user:…` or `group:…`. The path of a moved part ends with `position`; positions count from 0.',
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
export class DatasetApplyPayload extends DatasetPartPayload {
  @Field(() => [Change], {
    description:
      'The changes that were made, or for a dry run would be made. Empty when the dataset already had the desired state.',
  })
  changes!: readonly Change[];

  @Field(() => String, {
    description:
      'Identifies the plan: this input on the revision that the dataset had before. Send it as `planId` to apply exactly what a dry run returned.',
  })
  planId!: string;
}
