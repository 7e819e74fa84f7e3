import { Field, ID, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({ description: "A processor to append to a dataset's stack." })
export class AppendProcessorInput extends DatasetPartChangeInput {
  @Field(() => String, { description: 'The type, one of `processorTypes`.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'A label of at most 1000 characters.' })
  label?: string | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters by name; unknown ones are stored unchanged.',
  })
  params?: JsonObject | null;
}

@InputType({ description: 'A change of a processor in place. Omitted fields are kept.' })
export class UpdateProcessorInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: "The processor's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'A new type; the parameters must fit that type.' })
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A new label of at most 1000 characters; null for none.',
  })
  label?: string | null;

  @Field(() => JsonMap, { nullable: true, description: 'All parameters, replacing the stored ones; null for none.' })
  params?: JsonObject | null;
}

@InputType({ description: "A processor to remove from a dataset's stack." })
export class DeleteProcessorInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: "The processor's uid." })
  uid!: string;
}

@InputType({ description: 'A processor that the dataset must have.' })
export class DesiredProcessorInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The processor to update. Without a uid: an equal processor, else one of the same type, else a new one.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The type, one of `processorTypes`.' })
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A label of at most 1000 characters. Omitted with a uid: it stays.',
  })
  label?: string | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The parameters by name. Omitted with a uid: they stay, unless the type changes.',
  })
  params?: JsonObject | null;
}
