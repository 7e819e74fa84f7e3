import { Field, Float, InputType, ObjectType } from 'type-graphql';
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
    description: "A value of another type: an object, a list of other values, an integer beyond a Float's digits.",
  })
  json?: Json;
}

/** A JSON value in the field of its type; null for null. */
export function toTypedValue(json: Json): TypedValue | null {
  if (json === null) return null;
  if (typeof json === 'string') return { text: json };
  if (typeof json === 'number') return { number: json };
  if (typeof json === 'boolean') return { boolean: json };
  return isListOfTexts(json) ? { texts: json } : { json };
}

const isListOfTexts = (json: Json): json is readonly string[] =>
  Array.isArray(json) && json.every((item) => typeof item === 'string');

@ObjectType({ description: 'A text in one language.' })
@InputType('LocalizedTextInput', { description: 'A text in one language.' })
export class LocalizedText {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { description: 'The text.' })
  text!: string;
}

/** Texts by their language (ISO 639-1), as they are stored. */
export type TextByLanguage = { readonly [language: string]: string };

/** Texts by language as a list. */
export const localizedTexts = (texts: TextByLanguage): LocalizedText[] =>
  Object.entries(texts).map(([language, text]) => ({ language, text }));

/** A list of texts by language; of several texts in one language, the last. */
export const textByLanguage = (texts: readonly LocalizedText[]): TextByLanguage =>
  Object.fromEntries(texts.map(({ language, text }) => [language, text]));

/** What is wrong with the languages of a list of texts; undefined where each is given once. */
export const repeatedLanguage = (texts: readonly LocalizedText[]): string | undefined =>
  new Set(texts.map(({ language }) => language)).size < texts.length ? 'Give each language once.' : undefined;
