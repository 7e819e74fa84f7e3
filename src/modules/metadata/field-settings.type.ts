import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { isJsonObject, type Json } from '#kernel/json.ts';

@ObjectType({ description: 'The languages in which a field of the records is shown.' })
export class FieldLanguages {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => [String], { description: 'The languages, as ISO 639-1 codes.' })
  languages!: Json;
}

@ObjectType({ description: 'How much a match in a field of the records counts.' })
export class FieldBoost {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => GraphQLSafeInt, { description: 'A whole number from 0.' })
  boost!: Json;
}

/** The languages of fields as a list; null for null. */
export const listFieldLanguages = (byField: Json): FieldLanguages[] | null =>
  isJsonObject(byField) ? Object.entries(byField).map(([field, languages]) => ({ field, languages })) : null;

/** The boosts of fields as a list; null for null. */
export const listFieldBoosts = (byField: Json): FieldBoost[] | null =>
  isJsonObject(byField) ? Object.entries(byField).map(([field, boost]) => ({ field, boost })) : null;
