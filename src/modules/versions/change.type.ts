import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { JsonValue } from '../../api/types/scalars.ts';
import type { Json } from '../../kernel/json.ts';
import { DatasetPayload } from '../datasets/index.ts';

export enum ChangeKind {
  added = 'added',
  removed = 'removed',
  changed = 'changed',
}
registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'What happened to a value.',
  valuesConfig: {
    added: { description: 'There was none before.' },
    removed: { description: 'There is none after.' },
    changed: { description: 'It was another one before.' },
  },
});

@ObjectType({ description: "One difference between two states of a dataset's configuration. Secrets are never told." })
export class Change {
  @Field(() => [String], {
    description:
      'The names that lead there, such as `metadata`, `default`, `title`, `value`. The parts of a list go by their uids, files by theirs, ' +
      'rulesets by `user:…` or `group:…`; a part that moved has the name `position`, from 0.',
  })
  path!: readonly string[];

  @Field(() => ChangeKind, { description: 'What happened there.' })
  kind!: `${ChangeKind}`;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value before; null where there was none, and for a secret.',
  })
  before!: Json;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value after; null where there is none, and for a secret.',
  })
  after!: Json;
}

@ObjectType({ description: 'A dataset after it was made what was asked for, and what changed by that.' })
export class DatasetApplyPayload extends DatasetPayload {
  @Field(() => [Change], {
    description: 'What changed, or would change for a dry run; empty when the dataset was so before.',
  })
  changes!: readonly Change[];
}
