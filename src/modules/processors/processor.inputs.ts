import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';

@InputType({ description: "A processor to be put at the end of a dataset's stack." })
export class AppendProcessorInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: 'What it does, as `processorTypes` names it.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'What people call it; at most 1000 characters.' })
  label?: string | null;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'Its parameters by name; others than those of its type are kept.',
  })
  params?: JsonObject | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of a processor, which keeps its place; what is left out is kept.' })
export class UpdateProcessorInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The processor's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'Another type; the parameters must be those of that type.' })
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Another name for people, at most 1000 characters; null for none.',
  })
  label?: string | null;

  @Field(() => JsonMap, { nullable: true, description: 'All its parameters anew; null for none.' })
  params?: JsonObject | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A processor to be taken from a dataset's stack." })
export class DeleteProcessorInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => ID, { description: "The processor's uid." })
  uid!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen; the change is refused at another one.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: 'A processor that a dataset shall have.' })
export class DesiredProcessorInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Which of its processors this is. Without a uid it goes on one that is equal or else of the same type, or is new.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'What it does, as `processorTypes` names it.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'What people call it; at most 1000 characters.' })
  label?: string | null;

  @Field(() => JsonMap, { nullable: true, description: 'Its parameters by name.' })
  params?: JsonObject | null;
}
