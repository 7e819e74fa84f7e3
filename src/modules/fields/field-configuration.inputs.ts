import { Field, ID, InputType, Int } from 'type-graphql';
import { FieldConfigurationInput } from './field-configuration-kinds.inputs.ts';

@InputType({ description: "A field configuration to be put at the end of a dataset's stack." })
export class AppendFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: 'What people call it; may be empty, at most 1000 characters.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'What it does.' })
  configuration!: FieldConfigurationInput;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a field configuration, which keeps its place; what is left out is kept.' })
export class UpdateFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'Another name for people; cannot be cleared.' })
  label?: string | null;

  @Field(() => FieldConfigurationInput, {
    nullable: true,
    description: 'All that it does anew; may be of another kind; cannot be cleared.',
  })
  configuration?: FieldConfigurationInput | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A field configuration to be taken from a dataset's stack." })
export class DeleteFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A field configuration that a dataset shall have.' })
export class DesiredFieldConfigurationInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Which of its configurations this is. Without a uid it goes on one that is equal or else of the same kind, or is new.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'What people call it; may be empty, at most 1000 characters.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'What it does.' })
  configuration!: FieldConfigurationInput;
}
