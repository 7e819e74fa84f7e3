import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A value of records in which a search found its words.' })
export class FoundValue {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The label of the field.' })
  label!: string;

  @Field(() => String, { description: 'The value: at most 200 characters, as a value of a facet.' })
  value!: string;
}
