import { Field, ID, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';

@InputType({ description: 'A version of a dataset to restore.' })
export class RestoreVersionInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: "The version's uid." })
  uid!: string;
}
