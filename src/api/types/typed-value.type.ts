import { Field, Float, ObjectType } from 'type-graphql';
import type { Json } from '#kernel/json.ts';
import { JsonValue } from './scalars.ts';

@ObjectType({ description: 'A value in the field of its type: one field is not null.' })
export class TypedValue {
  @Field(() => String, { nullable: true, description: 'A text; dates and instants are texts as well.' })
  text?: string;

  @Field(() => Float, { nullable: true, description: 'A number.' })
  number?: number;

  @Field(() => Boolean, { nullable: true, description: 'True or false.' })
  boolean?: boolean;

  @Field(() => [String], { nullable: true, description: 'A list of texts; an empty list.' })
  texts?: readonly string[];

  @Field(() => JsonValue, {
    nullable: true,
    description:
      'A value of another type: an object, a list of other values, a whole number of more digits than a Float holds.',
  })
  json?: Json;
}
