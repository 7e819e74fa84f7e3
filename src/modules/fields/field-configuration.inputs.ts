import { Field, ID, InputType, Int } from 'type-graphql';
import { FieldConfigurationInput } from './field-configuration-kinds.inputs.ts';

@InputType({ description: "A field configuration to append to a dataset's stack." })
export class AppendFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: 'A label of at most 1000 characters; may be empty.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'The operation.' })
  configuration!: FieldConfigurationInput;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a field configuration in place. Omitted fields are kept.' })
export class UpdateFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'A new label; cannot be null.' })
  label?: string | null;

  @Field(() => FieldConfigurationInput, {
    nullable: true,
    description: 'The new operation, which may be of another type; cannot be null.',
  })
  configuration?: FieldConfigurationInput | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A field configuration to remove from a dataset's stack." })
export class DeleteFieldConfigurationInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A field configuration that the dataset must have.' })
export class DesiredFieldConfigurationInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The uid of an existing configuration. Without a uid, the input updates an equal configuration, else a configuration of the same type, else it creates a new one.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'A label of at most 1000 characters; may be empty.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'The operation.' })
  configuration!: FieldConfigurationInput;
}
